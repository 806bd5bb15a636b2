//! Options of the engine.

use super::SearchOptions;
use super::values::{from_to, up_to};
use crate::jobs::TaskLimits;
use bestmove_query::{LimitPolicy, SessionConfig};
use bestmove_scheduler::EngineConfig;
use clap::Args;
use std::num::NonZeroUsize;
use std::time::Duration;

/// Options of the engine.
#[derive(Args)]
#[command(next_help_heading = "Requests")]
pub struct EngineOptions {
    /// Searches at the same time
    ///
    /// More than there are cores slow each other down and speed none up [default: the cores this
    /// process may use]
    #[arg(long, env = "BESTMOVE_WORKERS", value_name = "N", default_value_t = cores(), hide_default_value = true, value_parser = up_to(1024))]
    workers: NonZeroUsize,
    /// Requests that may wait for a worker; the next one gets a 503
    ///
    /// Enough for a burst, too few to promise what can't be kept
    #[arg(long, env = "BESTMOVE_QUEUE", value_name = "N", hide_short_help = true, default_value = "64", value_parser = from_to::<usize>(0..=100_000))]
    queue: usize,
    /// Entries of the proof cache, of one KiB each; an answer with long lines takes several
    ///
    /// Entries never become outdated, they are only evicted
    #[arg(long, env = "BESTMOVE_CACHE_ENTRIES", value_name = "N", hide_short_help = true, default_value = "50000", value_parser = from_to::<usize>(0..=100_000_000))]
    cache_entries: usize,
    /// Milliseconds for a request without a time limit
    #[arg(long, env = "BESTMOVE_DEFAULT_TIME_MS", value_name = "MS", default_value = "1000", value_parser = from_to::<u64>(1..=MAX_TIME_MS))]
    default_time_ms: u64,
    /// Largest time limit of a request in milliseconds
    ///
    /// Stay below the timeout of the proxies between here and the clients
    #[arg(long, env = "BESTMOVE_MAX_TIME_MS", value_name = "MS", default_value = "10000", value_parser = from_to::<u64>(1..=MAX_TIME_MS))]
    max_time_ms: u64,
    /// Largest node limit of a request; time stops most searches long before
    #[arg(long, env = "BESTMOVE_MAX_NODES", value_name = "N", hide_short_help = true, default_value = "1000000000", value_parser = from_to::<u64>(1..=u64::MAX))]
    max_nodes: u64,
    /// Largest number of positions in a batch
    ///
    /// A batch uses at most half of the workers at a time
    #[arg(long, env = "BESTMOVE_BATCH", value_name = "N", hide_short_help = true, default_value = "100", value_parser = from_to::<usize>(1..=10_000))]
    batch: usize,
    /// Background analyses and reviews at the same time, running or finished; finished ones make room
    /// for the next one of a client that has fewer, which gets a 503 if there are none
    ///
    /// An analysis takes a few KiB, a review of 400 moves about half a MiB. 0 turns them off: starting
    /// one gets a 403
    #[arg(long, env = "BESTMOVE_ANALYSES", help_heading = "Background analyses and reviews", hide_short_help = true, value_name = "N", default_value = "64", value_parser = from_to::<usize>(0..=100_000))]
    analyses: usize,
    /// Background analyses of one client, which is a key or an address without one; the next one gets a
    /// 429
    ///
    /// If there are keys, clients without one leave as many for those with one; if nothing is left, a
    /// key is required
    #[arg(long, env = "BESTMOVE_ANALYSES_PER_CLIENT", help_heading = "Background analyses and reviews", hide_short_help = true, value_name = "N", default_value = "16", value_parser = from_to::<usize>(1..=100_000))]
    analyses_per_client: usize,
    /// Milliseconds from the end of a background analysis until it expires, if it need not make room
    /// before
    #[arg(long, env = "BESTMOVE_ANALYSIS_KEEP_MS", help_heading = "Background analyses and reviews", hide_short_help = true, value_name = "MS", default_value = "600000", value_parser = from_to::<u64>(0..=MAX_TIME_MS))]
    analysis_keep_ms: u64,
    /// Milliseconds for a background analysis without a time limit
    #[arg(long, env = "BESTMOVE_ANALYSIS_DEFAULT_TIME_MS", help_heading = "Background analyses and reviews", hide_short_help = true, value_name = "MS", default_value = "60000", value_parser = from_to::<u64>(1..=MAX_TIME_MS))]
    analysis_default_time_ms: u64,
    /// Largest time limit of a background analysis in milliseconds
    ///
    /// It yields to all other requests
    #[arg(long, env = "BESTMOVE_ANALYSIS_MAX_TIME_MS", help_heading = "Background analyses and reviews", hide_short_help = true, value_name = "MS", default_value = "600000", value_parser = from_to::<u64>(1..=MAX_TIME_MS))]
    analysis_max_time_ms: u64,
    /// Options of every search.
    #[command(flatten)]
    pub search: SearchOptions,
}

/// An hour: longer searches are not answered over HTTP.
const MAX_TIME_MS: u64 = 3_600_000;

impl EngineOptions {
    /// The configuration that these options describe.
    #[must_use]
    pub fn config(&self) -> EngineConfig {
        EngineConfig {
            workers: self.workers,
            queue: self.queue,
            cache_entries: self.cache_entries,
            session: SessionConfig {
                limit_policy: LimitPolicy {
                    default_time: Duration::from_millis(self.default_time_ms),
                    max_time: Duration::from_millis(self.max_time_ms),
                    max_nodes: self.max_nodes,
                },
                ..self.search.config()
            },
            batch: self.batch,
            background_limit_policy: LimitPolicy {
                default_time: Duration::from_millis(self.analysis_default_time_ms),
                max_time: Duration::from_millis(self.analysis_max_time_ms),
                max_nodes: u64::MAX,
            },
        }
    }

    /// The limits of background tasks, where some of them are reserved for keys or none.
    #[must_use]
    pub const fn task_limits(&self, has_keys: bool) -> TaskLimits {
        TaskLimits {
            max_total: self.analyses,
            max_per_client: self.analyses_per_client,
            reserved_for_keys: if has_keys { self.analyses_per_client } else { 0 },
            retention: Duration::from_millis(self.analysis_keep_ms),
        }
    }

    /// The quotas a client needs at least, in milliseconds, by flag: for the longest request, and
    /// for a background analysis without a time limit.
    pub(super) fn quota_needs(&self) -> [(&'static str, u64); 2] {
        let analysis = if self.analyses > 0 { self.analysis_default_time_ms } else { 0 };
        [("--max-time-ms", self.max_time_ms), ("--analysis-default-time-ms", analysis)]
    }

    /// Checks that involve several flags.
    pub(super) fn check(&self) -> Result<(), String> {
        let times = [
            ("", self.default_time_ms, self.max_time_ms),
            ("analysis-", self.analysis_default_time_ms, self.analysis_max_time_ms),
        ];
        if let Some((of, default, max)) = times.into_iter().find(|(_, default, max)| default > max) {
            return Err(format!("--{of}default-time-ms {default} is more than --{of}max-time-ms {max}"));
        }
        self.search.check()
    }
}

fn cores() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}
