//! Liveness and readiness probes.

use super::document::json;
use super::error::Problem;
use crate::engine::Engine;
use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use std::sync::Arc;

/// The answer when the check passes.
#[derive(Serialize)]
struct Health {
    status: &'static str,
}

/// `GET /health/live`: the process answers.
pub(super) async fn live() -> Response {
    json(&Health { status: "live" })
}

/// `GET /health/ready`: the engine accepts new work.
pub(super) async fn ready(State(engine): State<Arc<Engine>>) -> Result<Response, Problem> {
    if engine.is_ready() { Ok(json(&Health { status: "ready" })) } else { Err(Problem::shutting_down()) }
}
