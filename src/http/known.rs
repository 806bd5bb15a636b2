//! `/v1/{game}/known`.

use super::document::json;
use super::error::Problem;
use super::extract::GamePath;
use super::query_string::QueryString;
use super::routes;
use super::state::AppState;
use crate::jobs::{JobSpec, Question};
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::get;
use bestmove_jobs::KnownResult;
use bestmove_query::wire::request::AnalysisBody;
use bestmove_query::{Priority, Request, RequestedLimits};
use std::time::Instant;

pub(super) fn routes() -> Router<AppState> {
    routes::json(Router::new().route("/v1/{game}/known", get(get_known)))
}

/// `GET /v1/{game}/known`: the best result of earlier searches, without a search.
async fn get_known(
    State(state): State<AppState>,
    GamePath(game): GamePath,
    QueryString(body): QueryString<AnalysisBody>,
) -> Result<Response, Problem> {
    body.refuse_level()?;
    body.refuse_search()?;
    let (policy, now) = (&JobSpec::POLICY, Instant::now());
    let request = body.request(game.as_ref(), Priority::Background, now, policy)?;
    let depth = request.requested.depth;
    let (query, _) = Request { requested: RequestedLimits::default(), ..request }.prepare(policy)?;
    let known = state.jobs()?.known.as_ref().ok_or_else(Problem::nothing_is_kept)?;
    let key = known.key(&Question::of_analysis(query.key(), depth));
    // A search that did not get to its depth is not what was asked for.
    let least = if depth.is_some() { KnownResult::MAX_EFFORT } else { 0 };
    let answer = known.find(&[(key, least)]).await?.remove(&key);
    answer.map(|answer| json(&answer)).ok_or_else(Problem::not_known)
}
