//! How much of the engine is in use.

use crate::Engine;
use bestmove_query::Priority;

/// How much of the engine is in use at a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Occupancy {
    /// Workers that search.
    pub busy: usize,
    /// Searches that wait for a worker, or are paused, by priority.
    pub waiting: [(Priority, usize); 3],
    /// Answers in the proof cache.
    pub answers: usize,
    /// The part of the transposition table in use, from 0 to 1.
    pub table: f64,
}

impl Engine {
    /// How much of the engine is in use now.
    #[must_use]
    pub fn occupancy(&self) -> Occupancy {
        Occupancy {
            busy: self.pool.busy(),
            waiting: Priority::ALL.map(|priority| (priority, self.pool.waiting(priority))),
            answers: self.proof_cache.len(),
            table: f64::from(self.session.hashfull()) / 1000.0,
        }
    }
}
