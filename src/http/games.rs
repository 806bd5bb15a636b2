//! `GET /v1/games`.

use super::asset::Asset;
use super::document::CACHE_BRIEFLY;
use super::state::AppState;
use axum::Router;
use axum::http::HeaderMap;
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;
use axum::routing::get;
use bestmove_query::wire::response::games_text;
use bestmove_scheduler::Engine;
use std::sync::Arc;

/// The list never changes.
pub(super) fn routes(engine: &Engine) -> Router<AppState> {
    let text = games_text(engine.games(), &engine.config().session.limit_policy);
    let list = Arc::new(Asset::of("application/json", text.into()));
    let answer = async move |headers: HeaderMap| {
        ([(CACHE_CONTROL, CACHE_BRIEFLY)], list.answer(&headers).await).into_response()
    };
    Router::new().route("/v1/games", get(answer))
}
