//! How the engine is built.

use super::turns::PREEMPTED_PER_WORKER;
use super::{Allowance, Keep, Priority};
use std::num::NonZeroUsize;
use std::thread;

/// How the engine is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineConfig {
    /// Searches that run at the same time.
    pub workers: NonZeroUsize,
    /// Threads that work on each search.
    pub threads_per_search: NonZeroUsize,
    /// Requests that may wait for a worker.
    pub queue: usize,
    /// Size of the shared transposition table, in bytes.
    pub table_bytes: usize,
    /// Size of the private table of a `fresh` request, in bytes.
    pub fresh_table_bytes: usize,
    /// Size of what a game's own solver remembers, in bytes, shared by all requests.
    pub solver_bytes: usize,
    /// Proven answers that are kept, each of one kibibyte; longer ones take the place of several.
    pub cache_entries: usize,
    /// What a request may ask for.
    pub allowance: Allowance,
    /// Positions in a batch.
    pub batch: usize,
    /// What an analysis that outlives its request may ask for.
    pub long_allowance: Allowance,
    /// How such analyses are kept.
    pub keep: Keep,
}

impl Default for EngineConfig {
    /// As the service runs without configuration.
    fn default() -> Self {
        Self {
            workers: thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            threads_per_search: NonZeroUsize::MIN,
            queue: 64,
            table_bytes: 256 << 20,
            fresh_table_bytes: 16 << 20,
            solver_bytes: 64 << 20,
            cache_entries: 50_000,
            allowance: Allowance::default(),
            batch: 100,
            long_allowance: Allowance::LONG,
            keep: Keep::default(),
        }
    }
}

impl EngineConfig {
    /// Threads that searches may take, paused ones included: of each priority as many searches may have begun as there
    /// are workers, and some interactive ones have been preempted. Others only answer at their deadline, or clear the
    /// tables.
    #[must_use]
    pub const fn blocking_threads(&self) -> usize {
        const FOR_A_MOMENT: usize = 8;
        (Priority::ALL.len() + PREEMPTED_PER_WORKER) * self.workers.get() + FOR_A_MOMENT
    }

    /// What a request of this priority may ask for.
    #[must_use]
    pub const fn allowance_of(&self, priority: Priority) -> &Allowance {
        match priority {
            Priority::Interactive | Priority::Batch => &self.allowance,
            Priority::Long => &self.long_allowance,
        }
    }
}
