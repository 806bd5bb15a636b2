//! JSON and text answers.

pub(super) use bestmove_query::wire::json_text;

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// `Cache-Control` of answers for this moment and this client.
pub(super) const NO_STORE: &str = "no-store";
/// `Cache-Control` of answers that only a new release changes: five minutes.
pub(super) const CACHE_BRIEFLY: &str = "public, max-age=300";

/// A JSON answer that may not be cached.
pub(super) fn json(body: &impl Serialize) -> Response {
    respond("application/json", NO_STORE, json_text(body))
}

/// A text that is part of the program.
pub(super) fn document(media_type: &'static str, text: impl IntoResponse) -> Response {
    respond(media_type, CACHE_BRIEFLY, text)
}

fn respond(media_type: &'static str, keep: &'static str, body: impl IntoResponse) -> Response {
    ([(CONTENT_TYPE, media_type), (CACHE_CONTROL, keep)], body).into_response()
}
