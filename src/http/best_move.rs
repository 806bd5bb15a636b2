//! `/v1/{game}/best-move`.

use super::asking::Asking;
use super::error::Problem;
use super::extract::Json;
use super::kept::address;
use super::query::Query;
use super::request::BestMoveBody;
use super::response::{BestMove, json};
use super::timing::timing;
use axum::response::{IntoResponse, Response};

/// `POST /v1/{game}/best-move`.
pub(super) async fn best_move(
    asking: Asking,
    Json(body, _lease): Json<BestMoveBody>,
) -> Result<Response, Problem> {
    let inquiry = asking.inquiry(&body.analysis())?;
    let report = asking.report(inquiry).await?;
    Ok((timing(&report), json(&BestMove::from(&report))).into_response())
}

/// `GET /v1/{game}/best-move`.
pub(super) async fn kept_best_move(
    asking: Asking,
    Query(body): Query<BestMoveBody>,
) -> Result<Response, Problem> {
    let inquiry = asking.inquiry(&body.analysis())?;
    let address = address("best-move", inquiry.topic(), Some(inquiry.budget()));
    let report = asking.report(inquiry).await?;
    let answer = asking.kept(&address, &report, &BestMove::kept(&report));
    Ok((timing(&report), answer).into_response())
}
