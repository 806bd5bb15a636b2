//! `POST /v1/{game}/best-move`.

use super::error::Problem;
use super::extract::{Arrival, Game, Json};
use super::fair_use::Account;
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
    account: Account,
    Json(body): Json<BestMoveBody>,
) -> Result<Response, Problem> {
    let _reserved = account.reserve(body.time(&engine.config().allowance))?;
    let report = engine.best_move(body.request(game, arrival)).await?;
    Ok(json(&BestMove::from(&report)))
}
