//! Requests and answers as JSON, whatever carries them. `openapi.yaml` is the contract.

pub(crate) mod comparison;
pub(crate) mod parse;
pub(crate) mod problem;
pub(crate) mod problems;
pub(crate) mod raw_field;
pub(crate) mod request;
pub(crate) mod response;
pub(crate) mod suggestion;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod tree_request;
pub(crate) mod truncated;

pub use response::BestMove;

use serde::Serialize;
use std::time::Duration;

/// The least time between two updates of a stream: five a second are as many as a person can follow.
pub(crate) const UPDATE_INTERVAL: Duration = Duration::from_millis(200);

/// A line of a stream: an event, and its content under a name.
pub(crate) fn json_line(event: &str, name: &str, content: &impl Serialize) -> String {
    format!("{{\"event\":\"{event}\",\"{name}\":{}}}\n", json_text(content))
}

/// The text of an answer.
pub(crate) fn json_text(body: &impl Serialize) -> String {
    serde_json::to_string(body).expect("answers have string keys and finite numbers")
}
