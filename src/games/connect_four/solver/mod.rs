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

pub use search::Stopped;
pub use table::{BoundEntry, SolverKey, SolverTables};
pub use window::{Aim, Bracket};

use super::Board;
use super::threats::Duel;
use crate::game::{SolveLimits, SolverMemory};
use branches::{Settled, is_turned, settle};
use search::Search;

/// The value for the winner of a win with the disc of that number, counted from 1.
pub(super) const fn value_of_win(disc: u32) -> i32 {
    if disc > 42 { 0 } else { (44 - disc as i32) / 2 }
}

/// Solves positions, one after another, with what it and others remember.
#[derive(Debug)]
pub struct ValueSolver<'a> {
    search: Search<'a>,
}

impl<'a> ValueSolver<'a> {
    /// A solver for one thread.
    #[must_use]
    pub fn new(memory: &'a SolverMemory, limits: SolveLimits<'a>) -> Self {
        let tables: &SolverTables = memory.cache();
        Self {
            search: Search {
                local: tables.local(),
                tables,
                limits,
                nodes: 0,
                most_nodes: u64::MAX,
                should_stop: false,
            },
        }
    }

    /// Positions searched so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// Ends when that limits does, from now on.
    pub const fn wait(&mut self, limits: SolveLimits<'a>) {
        self.search.limits = limits;
        self.search.should_stop = false;
    }

    /// Searches at most so many positions more, from now on.
    pub const fn limit(&mut self, nodes: u64) {
        self.search.most_nodes = self.search.nodes.saturating_add(nodes);
    }

    /// Where the value of a board that nobody has won lies, for the side to move: one number,
    /// unless the search has to end before.
    pub fn solve(&mut self, board: &Board) -> Bracket {
        self.narrow(board, Bracket::ANY, Aim::Value)
    }

    /// The same of a board of which something is known, and as far as `aim` goes.
    pub fn narrow(&mut self, board: &Board, known: Bracket, aim: Aim) -> Bracket {
        match forced(board) {
            (Settled::Decided(value), false) => Bracket::exactly(value),
            (Settled::Decided(value), true) => -Bracket::exactly(value),
            (Settled::Open(duel), false) => window::narrow(&mut self.search, &duel, known, aim),
            (Settled::Open(duel), true) => -window::narrow(&mut self.search, &duel, -known, aim),
        }
    }

    /// A guess at a move that keeps the value at `goal` at least, of a board whose value is: its column. There is
    /// none where that was settled without trying moves one by one, or is forgotten.
    ///
    /// # Errors
    ///
    /// If the search has to end before.
    pub fn likely_column(&mut self, board: &Board, goal: i32) -> Result<Option<u8>, Stopped> {
        self.reaches(board, goal)?;
        Ok(self.search.best_column(&Duel::new(board)))
    }

    /// Whether the value of a board that nobody has won is at least `goal`.
    ///
    /// # Errors
    ///
    /// If the search has to end before.
    pub fn reaches(&mut self, board: &Board, goal: i32) -> Result<bool, Stopped> {
        Ok(match forced(board) {
            (Settled::Decided(value), false) => value >= goal,
            (Settled::Decided(value), true) => -value >= goal,
            (Settled::Open(duel), false) => self.search.value(&duel, duel.discs(), goal)? >= goal,
            (Settled::Open(duel), true) => self.search.value(&duel, duel.discs(), 1 - goal)? <= -goal,
        })
    }
}

/// The value for the side to move of a board that nobody has won, if forced moves alone decide it.
pub(super) fn decided(board: &Board) -> Option<i32> {
    match forced(board) {
        (Settled::Decided(value), is_turned) => Some(if is_turned { -value } else { value }),
        (Settled::Open(_), _) => None,
    }
}

/// What comes of a board by forced moves alone, and whether the other side is to move then.
fn forced(board: &Board) -> (Settled, bool) {
    let duel = Duel::new(board);
    let discs = duel.discs();
    if duel.wins() != 0 {
        return (Settled::Decided(value_of_win(discs + 1)), false);
    }
    let (settled, end) = settle(duel, discs);
    (settled, is_turned(discs, end))
}
