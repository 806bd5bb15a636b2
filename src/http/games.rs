//! `GET /v1/games`.

use super::asset::Asset;
use super::response::{GameBody, GamesAnswer, LimitsBody, SHORTLY, json_text};
use crate::engine::{Allowance, AnyGame, GAMES};
use axum::http::HeaderMap;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};

/// All that is served, as long as the limits are these.
pub(super) fn listed(allowance: &Allowance) -> Asset {
    let limits = LimitsBody::from(allowance);
    let layouts: Vec<_> = GAMES.iter().map(|game| game.layout()).collect();
    let body = |(game, layout): (&&dyn AnyGame, _)| GameBody::new(game.info(), game.start(), layout, limits);
    let games = json_text(&GamesAnswer { games: GAMES.iter().zip(&layouts).map(body).collect() });
    Asset::of("application/json", games.into())
}

pub(super) fn games(headers: &HeaderMap, listed: &Asset) -> Response {
    ([(CACHE_CONTROL, SHORTLY)], listed.answer(headers)).into_response()
}
