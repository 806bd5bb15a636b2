//! Errors of the engine.

use bestmove_query::FieldError;
use std::time::Duration;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// A field is invalid.
    #[error(transparent)]
    Field(#[from] FieldError),
    /// The queue is full, or no worker is likely to be free in time.
    #[error("no worker will be free in time; waiting requests: {waiting}")]
    Full {
        /// Requests in the queue.
        waiting: usize,
        /// When there will be room, if no other request arrives.
        retry_after: Duration,
    },
    /// The service is shutting down.
    #[error("the service is shutting down")]
    Draining,
    /// The search panicked: a defect, contained.
    #[error("the search failed")]
    Failed,
}
