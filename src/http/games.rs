//! `GET /v1/games`.

use super::response::{GameBody, GamesAnswer, LimitsBody, lasting_json};
use crate::engine::{Engine, GAMES};
use axum::extract::State;
use axum::response::Response;
use std::sync::Arc;

pub(super) async fn games(State(engine): State<Arc<Engine>>) -> Response {
    let limits = LimitsBody::from(&engine.config().allowance);
    let games = GAMES.iter().map(|game| GameBody::new(game.info(), game.start(), limits)).collect();
    lasting_json(&GamesAnswer { games })
}
