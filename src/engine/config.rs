//! Configuration of the engine.

use super::scheduling::PREEMPTED_PER_WORKER;
use super::{AnalysisLimits, LimitPolicy, Priority};
use std::num::NonZeroUsize;
use std::thread;

/// Configuration of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineConfig {
    /// Searches that run at the same time.
    pub workers: NonZeroUsize,
    /// Threads of each search.
    pub threads_per_search: NonZeroUsize,
    /// Requests that may wait for a worker.
    pub queue: usize,
    /// Size of the shared transposition table, in bytes.
    pub table_bytes: usize,
    /// Size of the private table of a `fresh` request, in bytes.
    pub fresh_table_bytes: usize,
    /// Size of the memory of each game's solver, in bytes, shared by all requests.
    pub solver_bytes: usize,
    /// Entries of the proof cache, of one KiB each; a longer answer takes several.
    pub cache_entries: usize,
    /// Limits of requests.
    pub limit_policy: LimitPolicy,
    /// Positions in a batch.
    pub batch: usize,
    /// Limits of background analyses.
    pub background_limit_policy: LimitPolicy,
    /// How many background analyses are kept, and for how long.
    pub analysis_limits: AnalysisLimits,
}

impl Default for EngineConfig {
    /// The configuration of a service without any flags.
    fn default() -> Self {
        Self {
            workers: thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            threads_per_search: NonZeroUsize::MIN,
            queue: 64,
            table_bytes: 256 << 20,
            fresh_table_bytes: 16 << 20,
            solver_bytes: 64 << 20,
            cache_entries: 50_000,
            limit_policy: LimitPolicy::default(),
            batch: 100,
            background_limit_policy: LimitPolicy::BACKGROUND,
            analysis_limits: AnalysisLimits::default(),
        }
    }
}

impl EngineConfig {
    /// Threads that searches may need, paused ones included: of each priority as many searches may have
    /// begun as there are workers, and some interactive ones may be preempted. A few more threads answer
    /// at their deadline without a worker, or clear the tables.
    #[must_use]
    pub const fn blocking_threads(&self) -> usize {
        const SHORT_TASKS: usize = 8;
        (Priority::ALL.len() + PREEMPTED_PER_WORKER) * self.workers.get() + SHORT_TASKS
    }

    /// The limit policy for requests of this priority.
    #[must_use]
    pub const fn limit_policy_of(&self, priority: Priority) -> &LimitPolicy {
        match priority {
            Priority::Interactive | Priority::Batch => &self.limit_policy,
            Priority::Background => &self.background_limit_policy,
        }
    }
}
