//! `POST /v1/{game}/legal-moves`.

use super::error::Problem;
use super::extract::{Game, Json};
use super::request::LegalMovesBody;
use super::response::{LegalMovesAnswer, json};
use axum::response::Response;

pub(super) async fn legal_moves(
    Game(game): Game,
    Json(body): Json<LegalMovesBody>,
) -> Result<Response, Problem> {
    let listing = body.job(game)?.listing();
    Ok(json(&LegalMovesAnswer::from(&listing)))
}
