//! What the engine refuses, and what goes wrong in it.

use super::Fault;
use std::time::Duration;

/// Why there is no report.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// A field that can't be.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The queue is full, or no worker is likely to be free in time.
    #[error("no search thread will be free in time; waiting requests: {waiting}")]
    Full {
        /// Requests in the queue.
        waiting: usize,
        /// After what time there would be room if nobody else came.
        retry_after: Duration,
    },
    /// As many analyses are kept as may be.
    #[error("{most} analyses are kept already")]
    TooMany {
        /// How many may be kept.
        most: usize,
        /// When to try again.
        retry_after: Duration,
    },
    /// As many analyses are kept of this client as may be of one.
    #[error("{most} analyses of this client are kept already, as many as may be of one")]
    TooManyOfOne {
        /// How many of one may be kept.
        most: usize,
        /// When to try again.
        retry_after: Duration,
    },
    /// No analyses are kept for this caller, and never will be.
    #[error("no analyses are kept for this caller")]
    NoPlaces {
        /// Whether they are for those who have a key.
        for_keys: bool,
    },
    /// The analysis was deleted.
    #[error("the analysis was deleted")]
    Forgotten,
    /// The service is shutting down.
    #[error("the service is shutting down")]
    Draining,
    /// The search panicked: a defect, contained.
    #[error("the search failed")]
    Failed,
}
