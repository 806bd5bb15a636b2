//! The routes: those of each resource, in groups.

use super::asset::Asset;
use super::background;
use super::background::{Analyses, Reviews};
use super::check::Check;
use super::document::CACHE_BRIEFLY;
use super::meter::{admit, meter};
use super::negotiation::require_json;
use super::state::AppState;
use super::{
    analysis, batch, best_move, board_picture, convert, games, health, jobs, known, laboratory, legal_moves,
    mcp, page, problem_pages, review, review_stream,
};
use axum::Router;
use axum::http::HeaderMap;
use axum::http::header::CACHE_CONTROL;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use bestmove_scheduler::Engine;
use std::sync::{Arc, LazyLock};

/// All routes, with tools for language models at `/mcp` or without.
pub(super) fn routes(state: AppState, with_mcp: bool) -> Router {
    let searches = best_move::routes()
        .merge(analysis::routes())
        .merge(review::routes())
        .merge(review_stream::routes())
        .merge(batch::routes())
        .merge(convert::routes())
        .merge(background::routes::<Analyses>())
        .merge(background::routes::<Reviews>())
        .merge(jobs::routes())
        .merge(known::routes())
        .merge(tree_searches(&state.engine))
        .route_layer(from_fn_with_state(state.clone(), admit));
    let rules = legal_moves::routes()
        .merge(board_picture::routes())
        .merge(json(Router::new().route("/v1/trees/{id}", get(laboratory::tree))))
        .route_layer(from_fn_with_state(state.clone(), meter));
    let lists = Router::new()
        .route("/v1/searches", get(laboratory::searches))
        .route("/v1/trees", get(laboratory::trees))
        .route("/v1/claims", get(laboratory::claims))
        .merge(games::routes(&state.engine));
    let tools = if with_mcp { mcp::routes(state.clone()) } else { Router::new() };
    let documents = Router::new()
        .route("/problems/{slug}", get(problem_pages::explain))
        .route("/openapi.yaml", get(async |headers: HeaderMap| contract(&OPENAPI_YAML, &headers).await))
        .route("/openapi.json", get(async |headers: HeaderMap| contract(&OPENAPI_JSON, &headers).await))
        .merge(page::routes(&state.engine));
    searches
        .merge(rules)
        .merge(json(lists))
        .merge(tools)
        .merge(health::routes())
        .merge(documents)
        .with_state(state)
}

/// Routes that answer in JSON alone, and refuse clients that do not accept it. All others negotiate.
pub(super) fn json<S: Clone + Send + Sync + 'static>(routes: Router<S>) -> Router<S> {
    routes.route_layer(Check(require_json))
}

/// Classic searches of trees.
fn tree_searches(engine: &Arc<Engine>) -> Router<AppState> {
    json(Router::new().route("/v1/trees/measure", post(laboratory::measure)))
        .route("/v1/trees/search", get(laboratory::get_trees).post(laboratory::post_trees))
        .route("/v1/{game}/search-tree", get(laboratory::get_game).post(laboratory::post_game))
        .with_state(Arc::clone(engine))
}

/// The OpenAPI document as it is written, and as `build.rs` converts it.
static OPENAPI_YAML: LazyLock<Asset> =
    LazyLock::new(|| Asset::new("application/yaml", include_str!("../../openapi.yaml")));
static OPENAPI_JSON: LazyLock<Asset> =
    LazyLock::new(|| Asset::new("application/json", include_str!(concat!(env!("OUT_DIR"), "/openapi.json"))));

async fn contract(document: &Asset, headers: &HeaderMap) -> Response {
    ([(CACHE_CONTROL, CACHE_BRIEFLY)], document.answer(headers).await).into_response()
}
