//! `/v1/{game}/analysis` and `/v1/{game}/analysis/stream`.

use super::caching::{SearchParameters, canonical_url, cost_unless_cacheable, vary_by};
use super::context::{Context, RequestContext};
use super::document::json;
use super::error::Problem;
use super::extract::Json;
use super::negotiation::MediaType;
use super::query_string::QueryString;
use super::state::AppState;
use super::stream::{StreamContext, no_content, stream};
use super::timing::timing;
use axum::Router;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bestmove_query::wire::request::AnalysisBody;
use bestmove_query::wire::response::AnalysisAnswer;
use bestmove_query::{Analysis, AnyGame};
use bestmove_scheduler::PreparedQuery;

pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/v1/{game}/analysis", get(get_analysis).post(post_analysis))
        .route("/v1/{game}/analysis/stream", get(get_stream).post(post_stream))
}

/// The best moves.
pub(super) async fn analyse(
    context: &Context,
    game: &dyn AnyGame,
    body: &AnalysisBody,
) -> Result<Analysis, Problem> {
    body.refuse_level()?;
    context.analyse(context.prepare(game, body)?).await
}

/// `POST /v1/{game}/analysis`.
async fn post_analysis(
    context: RequestContext,
    Json(body, _lease): Json<AnalysisBody>,
) -> Result<Response, Problem> {
    answer(&context, &body, |_, analysis| json(&AnalysisAnswer::from(analysis))).await
}

/// `GET /v1/{game}/analysis`.
async fn get_analysis(
    context: RequestContext,
    QueryString(body): QueryString<AnalysisBody>,
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
async fn post_stream(
    context: RequestContext,
    Json(body, _lease): Json<AnalysisBody>,
) -> Result<Response, Problem> {
    streamed(&context, &body).await
}

/// `GET /v1/{game}/analysis/stream`.
async fn get_stream(
    context: RequestContext,
    QueryString(body): QueryString<AnalysisBody>,
) -> Result<Response, Problem> {
    streamed(&context, &body).await
}

async fn streamed(context: &RequestContext, body: &AnalysisBody) -> Result<Response, Problem> {
    body.refuse_level()?;
    let answer = context.stream.negotiate(MediaType::STREAMS)?;
    if answer.is_resumed_after_end {
        return Ok(no_content());
    }
    stream_answer(context, context.prepare(context.game.as_ref(), body)?, answer).await
}

async fn stream_answer(
    context: &RequestContext,
    prepared: PreparedQuery,
    answer: StreamContext,
) -> Result<Response, Problem> {
    let (pending, reserved) = context.answer(prepared).await?;
    stream(pending, reserved, answer).await
}

/// Answers as negotiated: by a stream, or with one document, which `respond` makes for the canonical URL
/// of the query.
async fn answer(
    context: &RequestContext,
    body: &AnalysisBody,
    respond: impl FnOnce(&str, &Analysis) -> Response,
) -> Result<Response, Problem> {
    body.refuse_level()?;
    let stream = context.stream.negotiate(MediaType::ANY)?;
    if stream.is_resumed_after_end {
        return Ok(no_content());
    }
    let prepared = context.prepare(context.game.as_ref(), body)?;
    let search = SearchParameters { budget: prepared.budget(), opponent: None, without_book: false };
    let canonical_url = canonical_url("analysis", prepared.key(), Some(search));
    if stream.media_type != MediaType::Json {
        return stream_answer(context, prepared, stream).await;
    }
    let analysis = context.analyse(prepared).await?;
    let mut answer = respond(&canonical_url, &analysis);
    vary_by(&mut answer, "accept");
    Ok((timing(&analysis), answer).into_response())
}
