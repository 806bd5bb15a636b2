//! The yardstick of the search: fixed positions, fixed depths, a cold table, one thread.

use super::{AnyGame, Effort, Fault};
use crate::search::{Cutoffs, Limits, Settings, Table};
use crate::types::Depth;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What searching a game's fixed positions took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Measure {
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
pub fn bench(game: &dyn AnyGame, settings: Settings, table_bytes: usize) -> Result<Measure, Fault> {
    let mut total = Measure::default();
    for &(position, depth) in game.info().bench {
        let job = game.prepare(Some(position), &[])?;
        let (table, stop) = (Table::new(table_bytes), AtomicBool::new(false));
        let limits = Limits { depth: Some(Depth::new(depth)), nodes: None, deadline: None, stop: &stop };
        let started = Instant::now();
        let report = job.search_blocking(
            &Effort { limits, settings, table: &table, threads: NonZeroUsize::MIN },
            &mut |_| {},
        );
        total.elapsed += started.elapsed();
        total.nodes += report.nodes;
        total.cutoffs.all += report.cutoffs.all;
        total.cutoffs.first_move += report.cutoffs.first_move;
    }
    Ok(total)
}
