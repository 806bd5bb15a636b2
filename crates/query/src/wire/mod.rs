//! Requests and answers as JSON, whatever carries them. `openapi.yaml` is the contract.

#[cfg(feature = "trees")]
pub mod board_request;
mod bounded;
mod cells;
mod codes;
pub mod conversion_request;
#[cfg(feature = "trees")]
mod numbers;
pub mod parse;
pub(crate) mod position;
pub mod problem;
pub mod problems;
pub mod raw_field;
pub mod request;
pub mod response;
pub mod suggestion;
pub mod text;
#[cfg(feature = "trees")]
mod tree_parameters;
#[cfg(feature = "trees")]
pub mod tree_request;
pub mod truncated;

pub use response::BestMove;

use serde::Serialize;
use std::time::Duration;

/// The least time between two updates of a stream: five a second are as many as a person can follow.
pub const UPDATE_INTERVAL: Duration = Duration::from_millis(200);

/// A line of a stream: an event, and its content under a name.
pub fn json_line(event: &str, name: &str, content: &impl Serialize) -> String {
    format!("{{\"event\":\"{event}\",\"{name}\":{}}}\n", json_text(content))
}

/// The text of an answer.
pub fn json_text(body: &impl Serialize) -> String {
    serde_json::to_string(body).expect("answers have string keys and finite numbers")
}
