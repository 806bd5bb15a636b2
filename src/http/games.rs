//! `GET /v1/games`.

use super::asset::Asset;
use super::document::{CACHE_BRIEFLY, json_text};
use crate::engine::{AnyGame, LimitPolicy, Registry};
use crate::wire::response::{GameBody, GamesAnswer, LimitsBody};
use axum::http::HeaderMap;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// The list of games with these limits.
pub(super) fn list(games: &Registry, limit_policy: &LimitPolicy) -> Asset {
    let limits = LimitsBody::from(limit_policy);
    let layouts: Vec<_> = games.games().map(|game| game.layout()).collect();
    let body = |(game, layout): (&Arc<dyn AnyGame>, _)| GameBody::new(game.as_ref(), layout, limits);
    let text = json_text(&GamesAnswer { games: games.games().zip(&layouts).map(body).collect() });
    Asset::of("application/json", text.into())
}

pub(super) fn games(headers: &HeaderMap, list: &Asset) -> Response {
    ([(CACHE_CONTROL, CACHE_BRIEFLY)], list.answer(headers)).into_response()
}
