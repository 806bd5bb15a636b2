//! The page at `/`, which plays the games against the service in a browser.
//!
//! It has no build step: the files in `web/` are embedded into the binary and served unchanged.

use super::asset::Asset;
use super::caching::etag;
use axum::Router;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, ETAG, IF_NONE_MATCH, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::sync::Arc;

/// The content security policy: only files and requests of the page's own origin.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Browsers revalidate each file, so that a page never mixes modules of two releases.
const REVALIDATE: &str = "no-cache";

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

/// A path, its media type, its text.
type File = (&'static str, &'static str, &'static str);

const FILES: &[File] = &[
    ("/", HTML, include_str!("../../web/index.html")),
    ("/page/analysis.js", SCRIPT, include_str!("../../web/analysis.js")),
    ("/page/api.js", SCRIPT, include_str!("../../web/api.js")),
    ("/page/app.js", SCRIPT, include_str!("../../web/app.js")),
    ("/page/board-chequered.js", SCRIPT, include_str!("../../web/board-chequered.js")),
    ("/page/board-columns.js", SCRIPT, include_str!("../../web/board-columns.js")),
    ("/page/board-grid.js", SCRIPT, include_str!("../../web/board-grid.js")),
    ("/page/boards.css", CSS, include_str!("../../web/boards.css")),
    ("/page/boards.js", SCRIPT, include_str!("../../web/boards.js")),
    ("/page/cache.js", SCRIPT, include_str!("../../web/cache.js")),
    ("/page/dom.js", SCRIPT, include_str!("../../web/dom.js")),
    ("/page/format.js", SCRIPT, include_str!("../../web/format.js")),
    ("/page/icon.svg", SVG, include_str!("../../web/icon.svg")),
    ("/page/location-hash.js", SCRIPT, include_str!("../../web/location-hash.js")),
    ("/page/match.js", SCRIPT, include_str!("../../web/match.js")),
    ("/page/move-list.js", SCRIPT, include_str!("../../web/move-list.js")),
    ("/page/path-selection.js", SCRIPT, include_str!("../../web/path-selection.js")),
    ("/page/pieces.js", SCRIPT, include_str!("../../web/pieces.js")),
    ("/page/problem.js", SCRIPT, include_str!("../../web/problem.js")),
    ("/page/radio-group.js", SCRIPT, include_str!("../../web/radio-group.js")),
    ("/page/roving-tabindex.js", SCRIPT, include_str!("../../web/roving-tabindex.js")),
    ("/page/status.js", SCRIPT, include_str!("../../web/status.js")),
    ("/page/style.css", CSS, include_str!("../../web/style.css")),
];

pub(super) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    FILES.iter().fold(Router::new(), |router, &(path, media_type, text)| {
        let file = Arc::new((weak_etag(text), Asset::new(media_type, text)));
        router.route(path, get(async move |headers: HeaderMap| answer(&headers, &file.0, &file.1)))
    })
}

fn answer(headers: &HeaderMap, tag: &str, file: &Asset) -> Response {
    let caching = [(CACHE_CONTROL, REVALIDATE), (ETAG, tag)];
    if headers.get(IF_NONE_MATCH).is_some_and(|cached| cached == tag) {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    let security = [(CONTENT_SECURITY_POLICY, POLICY), (X_CONTENT_TYPE_OPTIONS, "nosniff")];
    (caching, security, file.answer(headers)).into_response()
}

/// The entity tag of a file; weak, because compression changes the bytes.
fn weak_etag(text: &str) -> String {
    format!("W/{}", etag(text))
}
