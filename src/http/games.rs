//! `GET /v1/games`.

use super::response::{GameBody, GamesAnswer, LimitsBody, lasting_json};
use crate::engine::{AnyGame, Engine, GAMES};
use axum::extract::State;
use axum::response::Response;
use std::sync::Arc;

pub(super) async fn games(State(engine): State<Arc<Engine>>) -> Response {
    let limits = LimitsBody::from(&engine.config().allowance);
    let layouts: Vec<_> = GAMES.iter().map(|game| game.layout()).collect();
    let body = |(game, layout): (&&dyn AnyGame, _)| GameBody::new(game.info(), game.start(), layout, limits);
    lasting_json(&GamesAnswer { games: GAMES.iter().zip(&layouts).map(body).collect() })
}
