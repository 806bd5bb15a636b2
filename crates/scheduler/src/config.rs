//! Configuration of the engine.

use super::scheduling::PREEMPTED_PER_WORKER;
use bestmove_query::{LimitPolicy, Priority, SessionConfig};
use std::num::NonZeroUsize;
use std::thread;

/// Configuration of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineConfig {
    /// Searches that run at the same time.
    pub workers: NonZeroUsize,
    /// Requests that may wait for a worker.
    pub queue: usize,
    /// The tables, the threads of each search, and the limits of requests.
    pub session: SessionConfig,
    /// Entries of the proof cache, of one KiB each; a longer answer takes several.
    pub cache_entries: usize,
    /// Positions in a batch.
    pub batch: usize,
    /// Limits of searches in the background.
    pub background_limit_policy: LimitPolicy,
}

impl Default for EngineConfig {
    /// The configuration of a service without any flags.
    fn default() -> Self {
        Self {
            workers: thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            queue: 64,
            session: SessionConfig::default(),
            cache_entries: 50_000,
            batch: 100,
            background_limit_policy: LimitPolicy::BACKGROUND,
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
            Priority::Interactive | Priority::Batch => &self.session.limit_policy,
            Priority::Background => &self.background_limit_policy,
        }
    }
}
