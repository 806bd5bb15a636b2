//! `/v1/{game}/analysis`.

use super::accept::Form;
use super::error::Problem;
use super::extract::{Arrival, Game, Json};
use super::fair_use::Account;
use super::request::AnalysisBody;
use super::request_id::RequestId;
use super::response::json;
use super::stream::stream;
use super::variations::Analysis;
use crate::engine::Engine;
use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
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
    let inquiry = engine.inquire(&body.request(game, arrival))?;
    let reserved = account.reserve(inquiry.budget().time)?;
    let thinking = engine.think(inquiry);
    match form {
        Form::Json => Ok(json(&Analysis::from(&thinking.end().await?))),
        Form::EventStream | Form::Lines => stream(thinking, reserved, form, id).await,
    }
}
