//! The benchmark of the search: fixed positions, fixed depths, an empty table, one thread.

use crate::{AnyGame, FieldError, MoveSelection, SearchResources};
use bestmove_core::game::SolverMemory;
use bestmove_core::search::{Cutoffs, Limits, Settings, TranspositionTable};
use bestmove_core::types::Depth;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The search of one benchmark position.
#[derive(Clone, Copy, Debug)]
pub struct BenchResult {
    /// The position, from [`Info::bench`](bestmove_core::game::Info::bench).
    pub position: &'static str,
    /// The last iteration, in plies.
    pub depth: u8,
    /// Nodes visited, the signature of the search: equal code visits equally many.
    pub nodes: u64,
    /// How often the first move refuted a node.
    pub cutoffs: Cutoffs,
    /// Time on one thread.
    pub elapsed: Duration,
}

/// Searches the positions of [`Info::bench`](bestmove_core::game::Info::bench), each with an empty table of
/// `table_bytes`.
///
/// # Errors
///
/// If one of the positions is malformed.
pub fn bench(
    game: &dyn AnyGame,
    settings: Settings,
    table_bytes: usize,
) -> Result<Vec<BenchResult>, FieldError> {
    let measure = |&(position, depth): &(&'static str, u8)| {
        let query = game.prepare(Some(position), &[], MoveSelection::default())?;
        let (table, memory, stop) =
            (TranspositionTable::new(table_bytes), SolverMemory::new(0), AtomicBool::new(false));
        let limits = Limits {
            depth: Some(Depth::new(depth)),
            nodes: None,
            deadline: None,
            stop: &stop,
            checkpoint: None,
        };
        let threads = NonZeroUsize::MIN;
        let resources =
            SearchResources { limits, settings, table: &table, memory: &memory, threads, helpers: None };
        let started = Instant::now();
        let analysis = query.search_blocking(&resources, &mut |_| {});
        let (elapsed, nodes, cutoffs) = (started.elapsed(), analysis.nodes, analysis.cutoffs);
        Ok(BenchResult { position, depth, nodes, cutoffs, elapsed })
    };
    game.info().bench.iter().map(measure).collect()
}
