//! `/v1/{game}/legal-moves`.

use super::error::Problem;
use super::extract::{Game, Json};
use super::kept::{Audience, Keeping, address, kept};
use super::query::Query;
use super::request::LegalMovesBody;
use super::response::{LegalMovesAnswer, json};
use axum::http::HeaderMap;
use axum::response::Response;

/// `POST /v1/{game}/legal-moves`.
pub(super) async fn legal_moves(
    Game(game): Game,
    Json(body, _lease): Json<LegalMovesBody>,
) -> Result<Response, Problem> {
    let (listing, layout) = (body.job(game)?.listing(), game.layout());
    Ok(json(&LegalMovesAnswer::new(&listing, game.info(), &layout)))
}

/// `GET /v1/{game}/legal-moves`.
pub(super) async fn kept_legal_moves(
    headers: HeaderMap,
    Game(game): Game,
    Query(body): Query<LegalMovesBody>,
) -> Result<Response, Problem> {
    let job = body.job(game)?;
    let (address, listing) = (address("legal-moves", job.topic(), None), job.listing());
    let layout = game.layout();
    let answer = LegalMovesAnswer::new(&listing, game.info(), &layout);
    Ok(kept(&headers, &address, Keeping::Truth, Audience::Anybody, &answer))
}
