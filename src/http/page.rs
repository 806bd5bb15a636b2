//! The page at `/`, where the games are played against the service in the browser.

use super::response::document;
use axum::Router;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_SECURITY_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::response::Response;
use axum::routing::get;

/// The page loads its own files and talks to its own origin, and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

pub(super) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/", get(async || file("text/html; charset=utf-8", include_str!("page/index.html"))))
        .route(
            "/page/app.js",
            get(async || file("text/javascript; charset=utf-8", include_str!("page/app.js"))),
        )
        .route(
            "/page/style.css",
            get(async || file("text/css; charset=utf-8", include_str!("page/style.css"))),
        )
}

fn file(media_type: &'static str, text: &'static str) -> Response {
    let mut response = document(media_type, text);
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}
