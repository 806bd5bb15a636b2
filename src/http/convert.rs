//! `/v1/{game}/convert`.

use super::document::json;
use super::error::Problem;
use super::extract::{GamePath, Json};
use super::fair_use::ClientAccess;
use crate::wire::request::ConversionBody;
use crate::wire::response::ConversionAnswer;
use axum::Extension;
use axum::response::Response;
use std::time::Duration;

/// The most that a conversion is expected to take.
pub(super) const MAX_TIME: Duration = Duration::from_millis(5);

/// `POST /v1/{game}/convert`. The time that it takes is charged as search time.
pub(super) async fn convert(
    GamePath(game): GamePath,
    Extension(access): Extension<ClientAccess>,
    Json(body, _lease): Json<ConversionBody>,
) -> Result<Response, Problem> {
    let source = body.source()?;
    let answer = |games: Vec<_>| json(&ConversionAnswer::new(game.info().id, &games));
    Ok(access.charged(MAX_TIME, || game.convert(source).map(answer))??)
}
