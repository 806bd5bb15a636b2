//! Liveness and readiness probes.

use super::document::json;
use super::error::Problem;
use super::response::Health;
use crate::engine::Engine;
use axum::extract::State;
use axum::response::Response;
use std::sync::Arc;

/// `GET /health/live`: the process answers.
pub(super) async fn live() -> Response {
    json(&Health { status: "live" })
}

/// `GET /health/ready`: the engine accepts new work.
pub(super) async fn ready(State(engine): State<Arc<Engine>>) -> Result<Response, Problem> {
    if engine.is_ready() { Ok(json(&Health { status: "ready" })) } else { Err(Problem::shutting_down()) }
}
