//! `/v1/{game}/analysis` and `/v1/{game}/analysis/stream`.

use super::accept::Form;
use super::asking::Asking;
use super::error::Problem;
use super::extract::Json;
use super::kept::address;
use super::query::Query;
use super::request::AnalysisBody;
use super::response::json;
use super::stream::{has_been_heard, no_more, stream};
use super::timing::timing;
use super::variations::Analysis;
use crate::engine::{Inquiry, Report};
use axum::http::header::VARY;
use axum::response::{AppendHeaders, IntoResponse, Response};

/// `POST /v1/{game}/analysis`.
pub(super) async fn analysis(
    asking: Asking,
    Json(body, _lease): Json<AnalysisBody>,
) -> Result<Response, Problem> {
    answer(&asking, &body, |_, report| json(&Analysis::from(report))).await
}

/// `GET /v1/{game}/analysis`.
pub(super) async fn kept_analysis(
    asking: Asking,
    Query(body): Query<AnalysisBody>,
) -> Result<Response, Problem> {
    answer(&asking, &body, |address, report| asking.kept(address, report, &Analysis::kept(report))).await
}

/// `POST /v1/{game}/analysis/stream`.
pub(super) async fn posted_stream(
    asking: Asking,
    Json(body, _lease): Json<AnalysisBody>,
) -> Result<Response, Problem> {
    streamed(&asking, &body).await
}

/// `GET /v1/{game}/analysis/stream`.
pub(super) async fn got_stream(
    asking: Asking,
    Query(body): Query<AnalysisBody>,
) -> Result<Response, Problem> {
    streamed(&asking, &body).await
}

async fn streamed(asking: &Asking, body: &AnalysisBody) -> Result<Response, Problem> {
    let form = Form::wanted(&asking.headers, Form::STREAMS)?;
    if has_been_heard(&asking.headers, form) {
        return Ok(no_more());
    }
    in_messages(asking, asking.inquiry(body)?, form).await
}

async fn in_messages(asking: &Asking, inquiry: Inquiry, form: Form) -> Result<Response, Problem> {
    let (thinking, reserved) = asking.think(inquiry)?;
    stream(thinking, reserved, form, asking.id.clone()).await
}

/// As the client wants it: a stream, or in one piece, which `tell` writes, given the one address of all
/// requests that ask the same.
async fn answer(
    asking: &Asking,
    body: &AnalysisBody,
    tell: impl FnOnce(&str, &Report) -> Response,
) -> Result<Response, Problem> {
    let form = Form::wanted(&asking.headers, Form::ANY)?;
    if has_been_heard(&asking.headers, form) {
        return Ok(no_more());
    }
    let inquiry = asking.inquiry(body)?;
    let address = address("analysis", inquiry.topic(), Some(inquiry.budget()));
    if form != Form::Json {
        return in_messages(asking, inquiry, form).await;
    }
    let report = asking.report(inquiry).await?;
    let answer = tell(&address, &report);
    Ok((AppendHeaders([(VARY, "accept")]), timing(&report), answer).into_response())
}
