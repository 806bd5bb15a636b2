//! `/v1/{game}/legal-moves`.

use super::caching::{CacheScope, Cacheability, cacheable, canonical_url};
use super::document::json;
use super::error::Problem;
use super::extract::{GamePath, Json};
use super::query_string::QueryString;
use super::routes;
use super::state::AppState;
use axum::Router;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use bestmove_query::wire::request::LegalMovesBody;
use bestmove_query::wire::response::LegalMovesAnswer;
use bestmove_query::{AnyGame, LegalMoves};

pub(super) fn routes() -> Router<AppState> {
    let routes = Router::new().route("/v1/{game}/legal-moves", get(get_legal_moves).post(post_legal_moves));
    routes::json(routes)
}

/// The legal moves.
pub(super) fn legal_moves(game: &dyn AnyGame, body: &LegalMovesBody) -> Result<LegalMoves, Problem> {
    Ok(body.query(game)?.legal_moves())
}

/// `POST /v1/{game}/legal-moves`.
async fn post_legal_moves(
    GamePath(game): GamePath,
    Json(body, _lease): Json<LegalMovesBody>,
) -> Result<Response, Problem> {
    let (legal_moves, layout) = (legal_moves(game.as_ref(), &body)?, game.layout());
    Ok(json(&LegalMovesAnswer::new(&legal_moves, game.info(), &layout)))
}

/// `GET /v1/{game}/legal-moves`.
async fn get_legal_moves(
    headers: HeaderMap,
    GamePath(game): GamePath,
    QueryString(body): QueryString<LegalMovesBody>,
) -> Result<Response, Problem> {
    let query = body.query(game.as_ref())?;
    let (canonical_url, legal_moves) = (canonical_url("legal-moves", query.key(), None), query.legal_moves());
    let layout = game.layout();
    let answer = LegalMovesAnswer::new(&legal_moves, game.info(), &layout);
    Ok(cacheable(&headers, &canonical_url, Cacheability::Immutable, CacheScope::Public, &answer))
}
