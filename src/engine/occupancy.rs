//! How much of the engine is in use.

use super::{Engine, Priority};

/// How much of the engine is in use at a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Occupancy {
    /// Workers that search.
    pub busy: usize,
    /// Searches that wait for a worker or, paused, for another turn; by priority.
    pub waiting: [(Priority, usize); 3],
    /// Analyses that are kept, whether they have ended or not.
    pub analyses: usize,
    /// Proven answers that are kept.
    pub answers: usize,
    /// The part of the transposition table that has entries, from 0 to 1.
    pub table: f64,
}

impl Engine {
    /// How much of it is in use now.
    #[must_use]
    pub fn occupancy(&self) -> Occupancy {
        Occupancy {
            busy: self.pool.busy(),
            waiting: Priority::ALL.map(|priority| (priority, self.pool.waiting(priority))),
            analyses: self.analyses.count(),
            answers: self.proven.len(),
            table: f64::from(self.table.hashfull()) / 1000.0,
        }
    }
}
