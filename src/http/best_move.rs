//! `/v1/{game}/best-move`.

use super::caching::{SearchParameters, canonical_url, cost_unless_cacheable};
use super::context::{Context, RequestContext};
use super::document::json;
use super::encoded_answers::EncodedAnswer;
use super::error::Problem;
use super::extract::Json;
use super::query_string::QueryString;
use super::routes;
use super::state::AppState;
use super::timing::timing;
use axum::Router;
use axum::extract::{FromRequestParts, Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bestmove_query::wire::request::BestMoveBody;
use bestmove_query::wire::response::BestMove;
use bestmove_query::{Analysis, AnyGame, Source};

pub(super) fn routes() -> Router<AppState> {
    routes::json(Router::new().route("/v1/{game}/best-move", get(get_best_move).post(post_best_move)))
}

/// The best move.
pub(super) async fn best_move(
    context: &Context,
    game: &dyn AnyGame,
    body: BestMoveBody,
) -> Result<Analysis, Problem> {
    context.analyse(context.prepare(game, &body.analysis())?).await
}

/// `POST /v1/{game}/best-move`.
async fn post_best_move(
    context: RequestContext,
    Json(body, _lease): Json<BestMoveBody>,
) -> Result<Response, Problem> {
    let analysis = best_move(&context, context.game.as_ref(), body).await?;
    Ok((timing(&analysis), json(&BestMove::from(&analysis))).into_response())
}

/// `GET /v1/{game}/best-move`.
async fn get_best_move(State(state): State<AppState>, request: Request) -> Result<Response, Problem> {
    if let Some(known) = state.encoded_answers.find(&request, &state.engine) {
        let access = request.extensions().get().ok_or_else(Problem::internal)?;
        return known.answer(&state.engine, request.headers(), access).await;
    }
    let (mut parts, _) = request.into_parts();
    let cleared = state.engine.times_cleared();
    let context = RequestContext::from_request_parts(&mut parts, &state).await?;
    let QueryString(body) = QueryString::<BestMoveBody>::from_request_parts(&mut parts, &state).await?;
    let body = body.analysis();
    let prepared = context.prepare(context.game.as_ref(), &body)?;
    let (budget, opponent) = (*prepared.budget(), prepared.opponent());
    let without_book = !body.book && !budget.is_limited_in_effort();
    let search = SearchParameters { budget: &budget, opponent, without_book };
    let canonical_url = canonical_url("best-move", prepared.key(), Some(search));
    let analysis = context.analyse(prepared).await?;
    let answer = if body.has_random_seed() {
        context.uncacheable(&canonical_url, &BestMove::from(&analysis))
    } else {
        let cost = cost_unless_cacheable(&analysis);
        context.cacheable(&canonical_url, &analysis, &BestMove::with_cost(&analysis, cost))
    };
    if analysis.source == Source::Cache {
        let known = EncodedAnswer::new(&analysis, canonical_url, budget.time, cleared);
        state.encoded_answers.insert(&parts.uri, known);
    }
    Ok((timing(&analysis), answer).into_response())
}
