//! Admission, fair queues, shared and cached answers.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use bestmove_query::{AnyGame, Registry};
use std::sync::Arc;

/// A built-in game.
fn built_in(id: &str) -> Arc<dyn AnyGame> {
    Arc::clone(Registry::built_in().find(id).unwrap())
}

/// The engine around the search: single-flight, cancellation, admission, drain.
mod engine;
