//! The page at `/`, where the games are played against the service in the browser. It has no
//! build step: what is in `page/` is what is served.

use super::asset::Asset;
use axum::Router;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, ETAG, IF_NONE_MATCH, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// The page loads its own files and talks to its own origin, and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Modules of two releases must not meet in one page: browsers ask each time whether a file is
/// still the one they have.
const REVALIDATE: &str = "no-cache";

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
        let file = Arc::new((tag(text), Asset::new(media_type, text)));
        router.route(path, get(async move |headers: HeaderMap| answer(&headers, &file.0, &file.1)))
    })
}

fn answer(headers: &HeaderMap, tag: &str, file: &Asset) -> Response {
    let keeping = [(CACHE_CONTROL, REVALIDATE), (ETAG, tag)];
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known == tag) {
        return (StatusCode::NOT_MODIFIED, keeping).into_response();
    }
    let reading = [(CONTENT_SECURITY_POLICY, POLICY), (X_CONTENT_TYPE_OPTIONS, "nosniff")];
    (keeping, reading, file.answer(headers)).into_response()
}

/// The name of a version of a file; weak, as compression changes the bytes.
fn tag(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("W/\"{:016x}\"", hasher.finish())
}
