//! `GET /v1/games`.

use super::asset::Asset;
use super::document::CACHE_BRIEFLY;
use crate::engine::{LimitPolicy, Registry};
use crate::wire::response::games_text;
use axum::http::HeaderMap;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};

/// The list of games with these limits.
pub(super) fn list(games: &Registry, limit_policy: &LimitPolicy) -> Asset {
    Asset::of("application/json", games_text(games, limit_policy).into())
}

pub(super) async fn games(headers: &HeaderMap, list: &Asset) -> Response {
    ([(CACHE_CONTROL, CACHE_BRIEFLY)], list.answer(headers).await).into_response()
}
