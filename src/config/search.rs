//! Options of every search, in the service and in the terminal.

use super::values::{from_to, up_to};
use bestmove_query::{AnyGame, FieldError, LimitPolicy, Registry, SessionConfig};
use clap::Args;
use std::hint::black_box;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

const SERVICE_TABLE_MIB: usize = 256;
/// What a search fills, so that the table of a single one is no larger than it needs.
const TABLE_MIB_PER_SECOND: u128 = 32;
/// The largest table of a single search without `--table-mib`.
const MAX_TABLE_MIB: usize = 1024;

/// Options of every search.
#[derive(Args)]
#[command(next_help_heading = "Search")]
pub struct SearchOptions {
    /// Threads for each search
    ///
    /// One is best for many requests; more make a single request stronger
    #[arg(long, env = "BESTMOVE_THREADS_PER_SEARCH", value_name = "N", default_value = "1", value_parser = up_to(256))]
    threads_per_search: NonZeroUsize,
    /// Size of the transposition table in MiB [default: 256; in the terminal 32 for each second]
    ///
    /// The service has one for all requests. 256 MiB have 16 million entries: the nodes of about ten
    /// seconds of search
    #[arg(long, env = "BESTMOVE_TABLE_MIB", value_name = "MIB", value_parser = from_to::<usize>(1..=1_048_576))]
    table_mib: Option<usize>,
    /// Size of the private table of a request with `fresh` in MiB
    ///
    /// Each worker may hold one, and in connect-four a second one for the solver
    #[arg(long, env = "BESTMOVE_FRESH_TABLE_MIB", value_name = "MIB", default_value = "16", value_parser = from_to::<usize>(1..=65_536), hide_short_help = true)]
    fresh_table_mib: usize,
    /// Size of the table of the connect-four solver in MiB, for all requests
    ///
    /// Each worker needs another half a MiB
    #[arg(long, env = "BESTMOVE_SOLVER_MIB", value_name = "MIB", default_value = "64", value_parser = from_to::<usize>(1..=1_048_576), hide_short_help = true)]
    solver_mib: usize,
    /// Directory of endgame tables made by `bestmove-lab tables`
    ///
    /// It adds all distances with five pieces, and results with four pieces against three [default: the
    /// tables built into the program]
    #[arg(long, env = "BESTMOVE_TABLES", value_name = "DIR")]
    tables: Option<PathBuf>,
}

impl SearchOptions {
    /// The default configuration with these options.
    #[must_use]
    pub fn config(&self) -> SessionConfig {
        SessionConfig {
            threads: self.threads_per_search,
            table_bytes: self.table_mib.unwrap_or(SERVICE_TABLE_MIB) << 20,
            fresh_table_bytes: self.fresh_table_mib << 20,
            solver_bytes: self.solver_mib << 20,
            ..SessionConfig::default()
        }
    }

    /// The configuration of a single search of `time`, without the service's limits on requests.
    #[must_use]
    pub fn config_of_search(&self, time: Duration) -> SessionConfig {
        let table_mib = self.table_mib.unwrap_or_else(|| {
            let mib = time.as_millis().saturating_mul(TABLE_MIB_PER_SECOND) / 1000;
            usize::try_from(mib).unwrap_or(usize::MAX).clamp(1, MAX_TABLE_MIB)
        });
        let limit_policy = LimitPolicy { default_time: time, max_time: time, max_nodes: u64::MAX };
        SessionConfig { table_bytes: table_mib << 20, limit_policy, ..self.config() }
    }

    /// All games, with the tables in `--tables` if it is given.
    ///
    /// # Errors
    ///
    /// If a file can't be read or is damaged.
    pub fn games(&self) -> Result<Arc<Registry>, FieldError> {
        let games = crate::games();
        self.tables.as_deref().map_or_else(|| Ok(Arc::clone(&games)), |dir| games.with_tables(dir))
    }

    /// One game, with the tables in `--tables` if it is given. Loads no data of other games.
    ///
    /// # Errors
    ///
    /// If a file can't be read or is damaged.
    pub fn game(&self, game: &Arc<dyn AnyGame>) -> Result<Arc<dyn AnyGame>, FieldError> {
        self.tables.as_deref().map_or_else(|| Ok(Arc::clone(game)), |dir| game.with_tables(dir))
    }

    /// Checks that the system has memory for the tables.
    pub(super) fn check(&self) -> Result<(), String> {
        let tables = [
            ("--table-mib", self.table_mib.unwrap_or(1)),
            ("--fresh-table-mib", self.fresh_table_mib),
            ("--solver-mib", self.solver_mib),
        ];
        match tables.into_iter().find(|(_, mib)| !can_allocate(mib << 20)) {
            Some((flag, mib)) => Err(format!("{flag} {mib}: the system does not have that much memory")),
            None => Ok(()),
        }
    }
}

/// Whether the system would give this much memory. Checked before a table is allocated, which would
/// abort the process.
#[must_use]
pub fn can_allocate(bytes: usize) -> bool {
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
    fn the_table_of_a_single_search_grows_with_its_time() {
        #[derive(clap::Parser)]
        struct Options {
            #[command(flatten)]
            search: SearchOptions,
        }
        let mib = |flags: &[&str], time| {
            let options: Options = clap::Parser::parse_from(["test"].iter().chain(flags));
            options.search.config_of_search(Duration::from_millis(time)).table_bytes >> 20
        };
        assert_eq!([10, 1_000, 10_000, 1 << 32].map(|time| mib(&[], time)), [1, 32, 320, 1024]);
        assert_eq!(mib(&["--table-mib", "7"], 10_000), 7);
    }

    #[test]
    fn memory_is_checked_before_it_is_allocated() {
        assert!(can_allocate(1 << 20));
        assert!(!can_allocate(1 << 60));
    }
}
