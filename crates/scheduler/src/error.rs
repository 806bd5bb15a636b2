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
    /// The limit on background analyses is reached, and no finished one makes room for this client.
    #[error("the limit of {most} background analyses is reached, and no finished one makes room")]
    TooManyAnalyses {
        /// The limit.
        most: usize,
        /// When to try again.
        retry_after: Duration,
    },
    /// The limit on background analyses of one client is reached.
    #[error("this client has reached its limit of {most} background analyses")]
    TooManyAnalysesOfClient {
        /// The limit.
        most: usize,
        /// When to try again.
        retry_after: Duration,
    },
    /// The configuration allows this client no background analyses.
    #[error("this client may not run background analyses")]
    AnalysesOff {
        /// Whether clients with a key may have some.
        for_keys: bool,
    },
    /// The analysis was deleted.
    #[error("the analysis was deleted")]
    Deleted,
    /// The service is shutting down.
    #[error("the service is shutting down")]
    Draining,
    /// The search panicked: a defect, contained.
    #[error("the search failed")]
    Failed,
}
