//! The engine: from a request's words to a report, on a bounded pool of search threads.
//!
//! Everything cheap happens at once and on the caller's thread: reading the position, games that
//! are over, proven answers known from before. Everything else waits for a place in the pool.

mod erased;
mod limits;
mod registry;
mod report;

pub use erased::{AnyGame, Fault, Job};
pub use limits::{Allowance, Budget, Wish};
pub use registry::{GAMES, find};
pub use report::{Ended, LegalMove, Listing, Report, Source, StoppedBy, Subject};

use std::sync::Arc;
use std::time::{Duration, Instant};

/// A request for the best move.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// The position to start from; the game's start position if `None`.
    pub position: Option<&'a str>,
    /// Moves played from there.
    pub moves: &'a [String],
    /// How long to think.
    pub wish: Wish,
    /// When the request came in: its deadline counts from here.
    pub arrival: Instant,
}

/// Why there is no report.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// A field that can't be.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The queue is full, or the request would wait in it past its deadline.
    #[error("every search thread is busy and {waiting} requests wait")]
    Full {
        /// Requests in the queue.
        waiting: usize,
        /// When to try again.
        retry_after: Duration,
    },
    /// The service is shutting down.
    #[error("the service is shutting down")]
    Draining,
    /// The search panicked: a defect, contained.
    #[error("the search failed")]
    Failed,
}

/// How the engine is built.
#[derive(Clone, Copy, Debug)]
pub struct EngineConfig {
    /// Searches that run at the same time.
    pub workers: usize,
    /// Threads that work on each search.
    pub threads_per_search: usize,
    /// Requests that may wait for a worker.
    pub queue: usize,
    /// Size of the shared transposition table, in bytes.
    pub table_bytes: usize,
    /// Size of the private table of a `fresh` request, in bytes.
    pub fresh_table_bytes: usize,
    /// Proven answers that are kept.
    pub cache_entries: usize,
    /// What a request may ask for.
    pub allowance: Allowance,
}

/// The engine. Shared by all requests.
pub struct Engine {
    config: EngineConfig,
}

impl Engine {
    /// An engine, its table allocated.
    #[must_use]
    pub fn new(config: EngineConfig) -> Arc<Self> {
        Arc::new(Self { config })
    }

    /// How it was built.
    #[must_use]
    pub const fn config(&self) -> &EngineConfig {
        &self.config
    }

    /// Whether new work is taken.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        true
    }

    /// Takes no new work and lets running searches answer with the best so far.
    pub fn drain(&self) {}

    /// The best move. Dropping the future cancels the search, unless another request waits for it.
    ///
    /// # Errors
    ///
    /// See [`EngineError`].
    pub async fn best_move(self: &Arc<Self>, _request: Request<'_>) -> Result<Report, EngineError> {
        Err(EngineError::Draining)
    }
}
