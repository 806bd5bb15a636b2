//! The yardstick of the search: fixed positions, fixed depths, a cold table, one thread.

use super::{AnyGame, Choice, Effort, Fault};
use crate::game::SolverMemory;
use crate::search::{Cutoffs, Limits, Settings, TranspositionTable};
use crate::types::Depth;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What searching a position took.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// The position, as [`Info::bench`](crate::game::Info::bench) has it.
    pub position: &'static str,
    /// The last iteration, in plies.
    pub depth: u8,
    /// Positions visited. Equal code visits equally many: the signature of the search.
    pub nodes: u64,
    /// How good the ordering of moves was.
    pub cutoffs: Cutoffs,
    /// Time on one thread.
    pub elapsed: Duration,
}

/// Searches the positions of [`Info::bench`](crate::game::Info::bench), each in a cold table of
/// `table_bytes`.
///
/// # Errors
///
/// If one of the positions can't be.
pub fn bench(
    game: &'static dyn AnyGame,
    settings: Settings,
    table_bytes: usize,
) -> Result<Vec<Measure>, Fault> {
    let measure = |&(position, depth): &(&'static str, u8)| {
        let job = game.prepare(Some(position), &[], Choice::default())?;
        let (table, memory, stop) =
            (TranspositionTable::new(table_bytes), SolverMemory::new(0), AtomicBool::new(false));
        let limits = Limits {
            depth: Some(Depth::new(depth)),
            nodes: None,
            deadline: None,
            stop: &stop,
            checkpoint: None,
        };
        let effort = Effort { limits, settings, table: &table, memory: &memory, threads: NonZeroUsize::MIN };
        let started = Instant::now();
        let report = job.search_blocking(&effort, &mut |_| {});
        let (elapsed, nodes, cutoffs) = (started.elapsed(), report.nodes, report.cutoffs);
        Ok(Measure { position, depth, nodes, cutoffs, elapsed })
    };
    game.info().bench.iter().map(measure).collect()
}
