//! Options of the engine.

use super::values::{from_to, up_to};
use crate::engine::{AnalysisLimits, EngineConfig, FieldError, LimitPolicy, Registry};
use clap::Args;
use std::hint::black_box;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Options of the engine.
#[derive(Args)]
pub struct EngineOptions {
    /// Searches at the same time. More than there are cores slow each other down and speed none up
    /// [default: the cores this process may use]
    #[arg(long, env = "BESTMOVE_WORKERS", default_value_t = cores(), hide_default_value = true, value_parser = up_to(1024))]
    workers: NonZeroUsize,
    /// Threads for each search. One is best for many requests; more make a single request stronger
    #[arg(long, env = "BESTMOVE_THREADS_PER_SEARCH", default_value = "1", value_parser = up_to(256))]
    threads_per_search: NonZeroUsize,
    /// Requests that may wait for a worker; the next one gets a 503. Enough for a burst, too few to
    /// promise what can't be kept
    #[arg(long, env = "BESTMOVE_QUEUE", default_value = "64", value_parser = from_to::<usize>(0..=100_000))]
    queue: usize,
    /// Size in MiB of the transposition table that all requests share. The default has 16 million
    /// entries: the nodes of about ten seconds of search
    #[arg(long, env = "BESTMOVE_TABLE_MIB", default_value = "256", value_parser = from_to::<usize>(1..=1_048_576))]
    table_mib: usize,
    /// Size in MiB of the private table of a request with `fresh`; each worker may hold one, and in
    /// connect-four a second one for the solver
    #[arg(long, env = "BESTMOVE_FRESH_TABLE_MIB", default_value = "16", value_parser = from_to::<usize>(1..=65_536))]
    fresh_table_mib: usize,
    /// Size in MiB of the table of the connect-four solver, for all requests; each worker needs
    /// another half a MiB
    #[arg(long, env = "BESTMOVE_SOLVER_MIB", default_value = "64", value_parser = from_to::<usize>(1..=1_048_576))]
    solver_mib: usize,
    /// Directory of endgame tables made by `bestmove-lab tables`, to look up all distances with
    /// five pieces [default: the tables built into the program]
    #[arg(long, env = "BESTMOVE_TABLES", value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Entries of the proof cache, of one KiB each; an answer with long lines takes several.
    /// Entries never become outdated, they are only evicted
    #[arg(long, env = "BESTMOVE_CACHE_ENTRIES", default_value = "50000", value_parser = from_to::<usize>(0..=100_000_000))]
    cache_entries: usize,
    /// Milliseconds for a request without a time limit
    #[arg(long, env = "BESTMOVE_DEFAULT_TIME_MS", default_value = "1000", value_parser = from_to::<u64>(1..=MAX_TIME_MS))]
    default_time_ms: u64,
    /// Largest time limit of a request in milliseconds; stay below the timeout of the proxies
    /// between here and the clients
    #[arg(long, env = "BESTMOVE_MAX_TIME_MS", default_value = "10000", value_parser = from_to::<u64>(1..=MAX_TIME_MS))]
    max_time_ms: u64,
    /// Largest node limit of a request; time stops most searches long before
    #[arg(long, env = "BESTMOVE_MAX_NODES", default_value = "1000000000", value_parser = from_to::<u64>(1..=u64::MAX))]
    max_nodes: u64,
    /// Largest number of positions in a batch. A batch uses at most half of the workers at a time
    #[arg(long, env = "BESTMOVE_BATCH", default_value = "100", value_parser = from_to::<usize>(1..=10_000))]
    batch: usize,
    /// Background analyses and reviews at the same time, running or finished, until they expire; the
    /// next one gets a 503. An analysis takes a few KiB, a review of 400 moves about half a MiB. 0
    /// turns them off: starting one gets a 403
    #[arg(long, env = "BESTMOVE_ANALYSES", default_value = "64", value_parser = from_to::<usize>(0..=100_000))]
    analyses: usize,
    /// Background analyses of one client, which is a key or an address without one; the next one
    /// gets a 429. If there are keys, clients without one leave as many for those with one; if
    /// nothing is left, a key is required
    #[arg(long, env = "BESTMOVE_ANALYSES_PER_CLIENT", default_value = "16", value_parser = from_to::<usize>(1..=100_000))]
    analyses_per_client: usize,
    /// Milliseconds from the end of a background analysis until it expires
    #[arg(long, env = "BESTMOVE_ANALYSIS_KEEP_MS", default_value = "600000", value_parser = from_to::<u64>(0..=MAX_TIME_MS))]
    analysis_keep_ms: u64,
    /// Milliseconds for a background analysis without a time limit
    #[arg(long, env = "BESTMOVE_ANALYSIS_DEFAULT_TIME_MS", default_value = "60000", value_parser = from_to::<u64>(1..=MAX_TIME_MS))]
    analysis_default_time_ms: u64,
    /// Largest time limit of a background analysis in milliseconds. It yields to all other requests
    #[arg(long, env = "BESTMOVE_ANALYSIS_MAX_TIME_MS", default_value = "600000", value_parser = from_to::<u64>(1..=MAX_TIME_MS))]
    analysis_max_time_ms: u64,
}

/// An hour: longer searches are not answered over HTTP.
const MAX_TIME_MS: u64 = 3_600_000;

impl EngineOptions {
    /// The configuration that these options describe.
    #[must_use]
    pub const fn config(&self) -> EngineConfig {
        EngineConfig {
            workers: self.workers,
            threads_per_search: self.threads_per_search,
            queue: self.queue,
            table_bytes: self.table_mib << 20,
            fresh_table_bytes: self.fresh_table_mib << 20,
            solver_bytes: self.solver_mib << 20,
            cache_entries: self.cache_entries,
            limit_policy: LimitPolicy {
                default_time: Duration::from_millis(self.default_time_ms),
                max_time: Duration::from_millis(self.max_time_ms),
                max_nodes: self.max_nodes,
            },
            batch: self.batch,
            background_limit_policy: LimitPolicy {
                default_time: Duration::from_millis(self.analysis_default_time_ms),
                max_time: Duration::from_millis(self.analysis_max_time_ms),
                max_nodes: u64::MAX,
            },
            analysis_limits: AnalysisLimits {
                max_total: self.analyses,
                max_per_client: self.analyses_per_client,
                reserved_for_keys: 0,
                retention: Duration::from_millis(self.analysis_keep_ms),
            },
        }
    }

    /// The games, with the tables in `--tables` if it is given.
    ///
    /// # Errors
    ///
    /// If a file can't be read or is damaged.
    pub fn games(&self) -> Result<Arc<Registry>, FieldError> {
        self.tables.as_deref().map_or_else(|| Ok(Registry::built_in()), Registry::load)
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
        self.check_memory()
    }

    /// Checks that the system has memory for the tables.
    pub(super) fn check_memory(&self) -> Result<(), String> {
        let tables = [
            ("--table-mib", self.table_mib),
            ("--fresh-table-mib", self.fresh_table_mib),
            ("--solver-mib", self.solver_mib),
        ];
        match tables.into_iter().find(|(_, mib)| !can_allocate(mib << 20)) {
            Some((flag, mib)) => Err(format!("{flag} {mib}: the system does not have that much memory")),
            None => Ok(()),
        }
    }
}

fn cores() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Whether the system would give this much memory. Checked before a table is allocated, which would
/// abort the process.
fn can_allocate(bytes: usize) -> bool {
    let mut memory = Vec::<u8>::new();
    let reserved = memory.try_reserve_exact(bytes).is_ok();
    // Otherwise the compiler would remove the allocation.
    black_box(&memory);
    reserved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_checked_before_it_is_allocated() {
        assert!(can_allocate(1 << 20));
        assert!(!can_allocate(1 << 60));
    }
}
