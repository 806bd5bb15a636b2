//! Summaries and answers shared by background analyses and background reviews.

use super::document::NO_STORE;
use super::error::Problem;
use super::fair_use::ClientAccess;
use crate::clients::Client;
use crate::engine::TaskLife;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, LOCATION};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// A task without its results.
#[derive(Serialize)]
pub(super) struct Summary<'a> {
    id: &'a str,
    location: String,
    state: &'static str,
    game: &'static str,
    position: &'a str,
    time_ms: u64,
    elapsed_ms: f64,
}

impl<'a> Summary<'a> {
    /// The summary of a task below `path`.
    pub(super) fn new(
        path: &str,
        life: &'a TaskLife,
        state: &'static str,
        (game, position): (&'static str, &'a str),
    ) -> Self {
        Self {
            id: life.id(),
            location: location(path, life),
            state,
            game,
            position,
            time_ms: life.time().as_millis() as u64,
            elapsed_ms: life.elapsed().as_micros() as f64 / 1000.0,
        }
    }
}

fn location(path: &str, life: &TaskLife) -> String {
    format!("{path}/{}", life.id())
}

/// The answer to a request that has started a task below `path`.
pub(super) fn accepted(path: &str, life: &TaskLife, status: Response) -> Response {
    (StatusCode::ACCEPTED, [(LOCATION, location(path, life))], status).into_response()
}

/// The answer to a deletion.
pub(super) fn deleted() -> Response {
    (StatusCode::NO_CONTENT, [(CACHE_CONTROL, NO_STORE)]).into_response()
}

/// The client whose tasks are listed. Many clients may share an address, so a list requires a key.
pub(super) fn owner(access: &ClientAccess, tasks: &str) -> Result<Client, Problem> {
    match access.client() {
        Client::Address(_) => {
            Err(Problem::unauthorized(format!("{tasks} are listed by key: Authorization: Bearer KEY")))
        }
        key @ Client::Key(_) => Ok(key),
    }
}
