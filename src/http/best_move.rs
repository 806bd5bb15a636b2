//! `/v1/{game}/best-move`.

use super::error::Problem;
use super::extract::{Arrival, Game, Json};
use super::fair_use::Account;
use super::kept::{Keeping, address, kept};
use super::query::Query;
use super::request::BestMoveBody;
use super::response::{BestMove, json};
use super::timing::timing;
use crate::engine::Engine;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// `POST /v1/{game}/best-move`.
pub(super) async fn best_move(
    Arrival(arrival): Arrival,
    State(engine): State<Arc<Engine>>,
    Game(game): Game,
    account: Account,
    Json(body): Json<BestMoveBody>,
) -> Result<Response, Problem> {
    let inquiry = engine.inquire(&body.request(game, arrival))?;
    let _reserved = account.reserve(inquiry.budget().time)?;
    let report = engine.think(inquiry).end().await?;
    Ok((timing(&report), json(&BestMove::from(&report))).into_response())
}

/// `GET /v1/{game}/best-move`.
pub(super) async fn kept_best_move(
    Arrival(arrival): Arrival,
    State(engine): State<Arc<Engine>>,
    headers: HeaderMap,
    Game(game): Game,
    account: Account,
    Query(body): Query<BestMoveBody>,
) -> Result<Response, Problem> {
    let inquiry = engine.inquire(&body.request(game, arrival))?;
    let _reserved = account.reserve(inquiry.budget().time)?;
    let address = address("best-move", inquiry.topic(), Some(inquiry.budget()));
    let report = engine.think(inquiry).end().await?;
    let answer = kept(&headers, &address, Keeping::of(&report), &BestMove::kept(&report));
    Ok((timing(&report), answer).into_response())
}
