//! Liveness and readiness probes.

use super::document::json;
use super::error::Problem;
use super::state::AppState;
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::get;
use bestmove_scheduler::Engine;
use serde::Serialize;
use std::sync::Arc;

/// The answer when the check passes.
#[derive(Serialize)]
struct Health {
    status: &'static str,
}

pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/health/live", get(live)).route("/health/ready", get(ready))
}

/// `GET /health/live`: the process answers.
async fn live() -> Response {
    json(&Health { status: "live" })
}

/// `GET /health/ready`: the engine accepts new work.
async fn ready(State(engine): State<Arc<Engine>>) -> Result<Response, Problem> {
    if engine.is_ready() { Ok(json(&Health { status: "ready" })) } else { Err(Problem::shutting_down()) }
}
