//! `/v1/{game}/analysis` and `/v1/{game}/analysis/stream`.

use super::caching::{SearchParameters, canonical_url, cost_unless_cacheable};
use super::context::RequestContext;
use super::document::json;
use super::error::Problem;
use super::extract::Json;
use super::negotiation::MediaType;
use super::query_string::Query;
use super::stream::{is_resumed_after_end, no_content, stream};
use super::timing::timing;
use crate::engine::{Analysis, PreparedQuery};
use crate::wire::request::AnalysisBody;
use crate::wire::response::AnalysisAnswer;
use axum::http::header::VARY;
use axum::response::{AppendHeaders, IntoResponse, Response};

/// `POST /v1/{game}/analysis`.
pub(super) async fn post_analysis(
    context: RequestContext,
    Json(body, _lease): Json<AnalysisBody>,
) -> Result<Response, Problem> {
    answer(&context, &body, |_, analysis| json(&AnalysisAnswer::from(analysis))).await
}

/// `GET /v1/{game}/analysis`.
pub(super) async fn get_analysis(
    context: RequestContext,
    Query(body): Query<AnalysisBody>,
) -> Result<Response, Problem> {
    answer(&context, &body, |canonical_url, analysis| {
        context.cacheable(
            canonical_url,
            analysis,
            &AnalysisAnswer::with_cost(analysis, cost_unless_cacheable(analysis)),
        )
    })
    .await
}

/// `POST /v1/{game}/analysis/stream`.
pub(super) async fn post_stream(
    context: RequestContext,
    Json(body, _lease): Json<AnalysisBody>,
) -> Result<Response, Problem> {
    streamed(&context, &body).await
}

/// `GET /v1/{game}/analysis/stream`.
pub(super) async fn get_stream(
    context: RequestContext,
    Query(body): Query<AnalysisBody>,
) -> Result<Response, Problem> {
    streamed(&context, &body).await
}

async fn streamed(context: &RequestContext, body: &AnalysisBody) -> Result<Response, Problem> {
    body.refuse_level()?;
    let media_type = MediaType::negotiate(&context.headers, MediaType::STREAMS)?;
    if is_resumed_after_end(&context.headers, media_type) {
        return Ok(no_content());
    }
    stream_answer(context, context.prepare(body)?, media_type).await
}

async fn stream_answer(
    context: &RequestContext,
    prepared: PreparedQuery,
    media_type: MediaType,
) -> Result<Response, Problem> {
    let (pending, reserved) = context.answer(prepared)?;
    stream(pending, reserved, media_type, context.id.clone()).await
}

/// Answers as negotiated: by a stream, or with one document, which `respond` makes for the canonical URL
/// of the query.
async fn answer(
    context: &RequestContext,
    body: &AnalysisBody,
    respond: impl FnOnce(&str, &Analysis) -> Response,
) -> Result<Response, Problem> {
    body.refuse_level()?;
    let media_type = MediaType::negotiate(&context.headers, MediaType::ANY)?;
    if is_resumed_after_end(&context.headers, media_type) {
        return Ok(no_content());
    }
    let prepared = context.prepare(body)?;
    let search = SearchParameters { budget: prepared.budget(), opponent: None, without_book: false };
    let canonical_url = canonical_url("analysis", prepared.key(), Some(search));
    if media_type != MediaType::Json {
        return stream_answer(context, prepared, media_type).await;
    }
    let analysis = context.analyse(prepared).await?;
    let answer = respond(&canonical_url, &analysis);
    Ok((AppendHeaders([(VARY, "accept")]), timing(&analysis), answer).into_response())
}
