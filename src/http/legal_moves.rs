//! `/v1/{game}/legal-moves`.

use super::caching::{CacheScope, Cacheability, cacheable, canonical_url};
use super::document::json;
use super::error::Problem;
use super::extract::{GamePath, Json};
use super::query_string::Query;
use crate::wire::request::LegalMovesBody;
use crate::wire::response::LegalMovesAnswer;
use axum::http::HeaderMap;
use axum::response::Response;

/// `POST /v1/{game}/legal-moves`.
pub(super) async fn post_legal_moves(
    GamePath(game): GamePath,
    Json(body, _lease): Json<LegalMovesBody>,
) -> Result<Response, Problem> {
    let (legal_moves, layout) = (body.query(game.as_ref())?.legal_moves(), game.layout());
    Ok(json(&LegalMovesAnswer::new(&legal_moves, game.info(), &layout)))
}

/// `GET /v1/{game}/legal-moves`.
pub(super) async fn get_legal_moves(
    headers: HeaderMap,
    GamePath(game): GamePath,
    Query(body): Query<LegalMovesBody>,
) -> Result<Response, Problem> {
    let query = body.query(game.as_ref())?;
    let (canonical_url, legal_moves) = (canonical_url("legal-moves", query.key(), None), query.legal_moves());
    let layout = game.layout();
    let answer = LegalMovesAnswer::new(&legal_moves, game.info(), &layout);
    Ok(cacheable(&headers, &canonical_url, Cacheability::Immutable, CacheScope::Public, &answer))
}
