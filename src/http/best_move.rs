//! `POST /v1/{game}/best-move`.

use super::error::Problem;
use super::extract::{Arrival, Game, Json};
use super::request::BestMoveBody;
use super::response::{BestMove, json};
use crate::engine::Engine;
use axum::extract::State;
use axum::response::Response;
use std::sync::Arc;

pub(super) async fn best_move(
    Arrival(arrival): Arrival,
    State(engine): State<Arc<Engine>>,
    Game(game): Game,
    Json(body): Json<BestMoveBody>,
) -> Result<Response, Problem> {
    let report = engine.best_move(body.request(game, arrival)).await?;
    Ok(json(&BestMove::from(&report)))
}
