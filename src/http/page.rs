//! The page at `/`, where the games are played against the service in the browser. It has no
//! build step: what is in `page/` is what is served.

use super::response::document;
use axum::Router;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_SECURITY_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::response::Response;
use axum::routing::get;

/// The page loads its own files and talks to its own origin, and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

/// A path, its media type, its text.
type File = (&'static str, &'static str, &'static str);

const FILES: &[File] = &[
    ("/", HTML, include_str!("page/index.html")),
    ("/page/address.js", SCRIPT, include_str!("page/address.js")),
    ("/page/api.js", SCRIPT, include_str!("page/api.js")),
    ("/page/app.js", SCRIPT, include_str!("page/app.js")),
    ("/page/board-cells.js", SCRIPT, include_str!("page/board-cells.js")),
    ("/page/board-columns.js", SCRIPT, include_str!("page/board-columns.js")),
    ("/page/board-squares.js", SCRIPT, include_str!("page/board-squares.js")),
    ("/page/boards.css", CSS, include_str!("page/boards.css")),
    ("/page/choice.js", SCRIPT, include_str!("page/choice.js")),
    ("/page/dom.js", SCRIPT, include_str!("page/dom.js")),
    ("/page/icon.svg", SVG, include_str!("page/icon.svg")),
    ("/page/ledger.js", SCRIPT, include_str!("page/ledger.js")),
    ("/page/looks.js", SCRIPT, include_str!("page/looks.js")),
    ("/page/match.js", SCRIPT, include_str!("page/match.js")),
    ("/page/paths.js", SCRIPT, include_str!("page/paths.js")),
    ("/page/problem.js", SCRIPT, include_str!("page/problem.js")),
    ("/page/record.js", SCRIPT, include_str!("page/record.js")),
    ("/page/report.js", SCRIPT, include_str!("page/report.js")),
    ("/page/roving.js", SCRIPT, include_str!("page/roving.js")),
    ("/page/style.css", CSS, include_str!("page/style.css")),
    ("/page/table.js", SCRIPT, include_str!("page/table.js")),
    ("/page/words.js", SCRIPT, include_str!("page/words.js")),
];

pub(super) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    FILES.iter().fold(Router::new(), |router, &(path, media_type, text)| {
        router.route(path, get(async move || file(media_type, text)))
    })
}

fn file(media_type: &'static str, text: &'static str) -> Response {
    let mut response = document(media_type, text);
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}
