//! `/v1/{game}/analysis`.

use super::accept::Form;
use super::error::Problem;
use super::extract::{Arrival, Game, Json};
use super::fair_use::Account;
use super::kept::{Keeping, address, kept};
use super::query::Query;
use super::request::AnalysisBody;
use super::request_id::RequestId;
use super::response::json;
use super::stream::stream;
use super::timing::timing;
use super::variations::Analysis;
use crate::engine::{Engine, Priority};
use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::VARY;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// `POST /v1/{game}/analysis`.
pub(super) async fn analysis(
    Arrival(arrival): Arrival,
    State(engine): State<Arc<Engine>>,
    Extension(id): Extension<RequestId>,
    headers: HeaderMap,
    Game(game): Game,
    account: Account,
    Json(body): Json<AnalysisBody>,
) -> Result<Response, Problem> {
    let form = Form::wanted(&headers, Form::ANY)?;
    let inquiry = engine.inquire(&body.request(game, Priority::Interactive, arrival))?;
    let reserved = account.reserve(inquiry.budget().time)?;
    let thinking = engine.think(inquiry);
    if form == Form::Json {
        let report = thinking.end().await?;
        let answer = json(&Analysis::from(&report));
        return Ok(([(VARY, "accept")], timing(&report), answer).into_response());
    }
    stream(thinking, reserved, form, id).await
}

/// `GET /v1/{game}/analysis`.
pub(super) async fn kept_analysis(
    Arrival(arrival): Arrival,
    State(engine): State<Arc<Engine>>,
    Extension(id): Extension<RequestId>,
    headers: HeaderMap,
    Game(game): Game,
    account: Account,
    Query(body): Query<AnalysisBody>,
) -> Result<Response, Problem> {
    let form = Form::wanted(&headers, Form::ANY)?;
    let inquiry = engine.inquire(&body.request(game, Priority::Interactive, arrival))?;
    let reserved = account.reserve(inquiry.budget().time)?;
    let address = address("analysis", inquiry.topic(), Some(inquiry.budget()));
    let thinking = engine.think(inquiry);
    if form == Form::Json {
        let report = thinking.end().await?;
        let answer = kept(&headers, &address, Keeping::of(&report), &Analysis::kept(&report));
        return Ok(([(VARY, "accept")], timing(&report), answer).into_response());
    }
    stream(thinking, reserved, form, id).await
}
