//! `/v1/{game}/best-move`.

use super::caching::{SearchParameters, canonical_url, cost_unless_cacheable};
use super::context::RequestContext;
use super::document::json;
use super::error::Problem;
use super::extract::Json;
use super::query_string::Query;
use super::timing::timing;
use crate::wire::request::BestMoveBody;
use crate::wire::response::BestMove;
use axum::response::{IntoResponse, Response};

/// `POST /v1/{game}/best-move`.
pub(super) async fn post_best_move(
    context: RequestContext,
    Json(body, _lease): Json<BestMoveBody>,
) -> Result<Response, Problem> {
    let prepared = context.prepare(&body.analysis())?;
    let analysis = context.analyse(prepared).await?;
    Ok((timing(&analysis), json(&BestMove::from(&analysis))).into_response())
}

/// `GET /v1/{game}/best-move`.
pub(super) async fn get_best_move(
    context: RequestContext,
    Query(body): Query<BestMoveBody>,
) -> Result<Response, Problem> {
    let body = body.analysis();
    let prepared = context.prepare(&body)?;
    let (budget, opponent) = (prepared.budget(), prepared.opponent());
    let without_book = !body.book && !budget.is_limited_in_effort();
    let search = SearchParameters { budget, opponent, without_book };
    let canonical_url = canonical_url("best-move", prepared.key(), Some(search));
    let analysis = context.analyse(prepared).await?;
    let answer = if body.has_random_seed() {
        context.uncacheable(&canonical_url, &BestMove::from(&analysis))
    } else {
        context.cacheable(
            &canonical_url,
            &analysis,
            &BestMove::with_cost(&analysis, cost_unless_cacheable(&analysis)),
        )
    };
    Ok((timing(&analysis), answer).into_response())
}
