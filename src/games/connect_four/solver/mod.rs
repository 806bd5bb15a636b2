//! The solver: the exact value of every position.
//!
//! A position's value is a whole number: 0 for a draw, for a win the discs that the winner has
//! left at the end plus one, negative for a loss. Faster wins and slower losses are better.
//!
//! `window` asks the proof search of `search` for the value in a few steps.

mod branches;
mod follow_up;
mod search;
mod table;
mod window;

pub use window::Bracket;

use super::Board;
use super::threats::Duel;
use branches::{Settled, is_turned, settle};
use search::{Search, Stopped};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use table::Table;
use window::narrow;

/// The value for the winner of a win with the disc of that number, counted from 1.
const fn value_of_win(disc: u32) -> i32 {
    if disc > 42 { 0 } else { (44 - disc as i32) / 2 }
}

/// When a search has to end.
#[derive(Clone, Copy, Debug)]
pub struct Limit<'a> {
    /// When.
    pub deadline: Option<Instant>,
    /// Set by another thread to end the search soon.
    pub stop: &'a AtomicBool,
}

impl Limit<'_> {
    fn check(&self, nodes: u64) -> Result<(), Stopped> {
        if nodes & 1023 == 1023
            && (self.stop.load(Ordering::Relaxed)
                || self.deadline.is_some_and(|deadline| Instant::now() >= deadline))
        {
            return Err(Stopped);
        }
        Ok(())
    }
}

/// The solver with what it remembers. Shared by all threads.
#[derive(Debug)]
pub struct Solver {
    far: Table,
    /// Private tables that no thread uses now.
    near: Mutex<Vec<Table>>,
}

/// What a solver found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Where the value lies: one number, unless the search was stopped.
    pub bracket: Bracket,
    /// Positions searched.
    pub nodes: u64,
}

/// Size of a private table: as much as a processor's own cache holds beside all else.
const NEAR_BYTES: usize = 512 << 10;

impl Solver {
    /// A solver that remembers about as much as `bytes` hold.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        Self { far: Table::new(bytes), near: Mutex::default() }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.far.clear();
        for near in &*self.idle() {
            near.clear();
        }
    }

    /// The value of a board that nobody has won, for the side to move.
    pub fn solve(&self, board: &Board, limit: &Limit<'_>) -> Solution {
        let duel = Duel::new(board);
        let discs = duel.taken().count_ones();
        if duel.wins() != 0 {
            return Solution { bracket: Bracket::exactly(value_of_win(discs + 1)), nodes: 0 };
        }
        let (settled, end) = settle(duel, discs);
        let (bracket, nodes) = match settled {
            Settled::Decided(value) => (Bracket::exactly(value), 0),
            Settled::Open(duel) => {
                let near = self.idle().pop().unwrap_or_else(|| Table::new(NEAR_BYTES));
                let mut search = Search { near: &near, far: &self.far, limit, nodes: 0 };
                let bracket = narrow(&mut search, &duel, end);
                let nodes = search.nodes;
                self.idle().push(near);
                (bracket, nodes)
            }
        };
        let bracket = if is_turned(discs, end) { -bracket } else { bracket };
        Solution { bracket, nodes }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Table>> {
        self.near.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
