//! `/v1/{game}/convert`.

use super::document::json;
use super::error::Problem;
use super::extract::{GamePath, Json};
use super::fair_use::ClientAccess;
use super::request::ConversionBody;
use super::response::ConversionAnswer;
use axum::Extension;
use axum::response::Response;
use std::time::{Duration, Instant};

/// The most that a conversion is expected to take.
const MAX_TIME: Duration = Duration::from_millis(5);

/// `POST /v1/{game}/convert`. The time that it takes is charged as search time.
pub(super) async fn convert(
    GamePath(game): GamePath,
    Extension(access): Extension<ClientAccess>,
    Json(body, _lease): Json<ConversionBody>,
) -> Result<Response, Problem> {
    let source = body.source()?;
    let reserved = access.reserve(MAX_TIME)?;
    let began = Instant::now();
    let answer = game.convert(source).map(|games| json(&ConversionAnswer::new(game.info().id, &games)));
    if let Some(reserved) = reserved {
        reserved.charge(began.elapsed());
    }
    Ok(answer?)
}
