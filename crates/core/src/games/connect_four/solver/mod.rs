//! The solver: the exact value of every position (after Pascal Pons: Solving Connect 4,
//! blog.gamesolver.org).
//!
//! A position's value is a whole number: 0 for a draw, for a win the discs that the winner has left
//! at the end plus one, negative for a loss. Faster wins and slower losses are better.
//!
//! `bisect` finds the value by a few proof searches (`search`).

mod bisect;
mod branches;
mod follow_up;
mod search;
mod table;
mod value;

pub use bisect::{Aim, ValueRange};
pub use search::Stopped;
pub use table::{BoundEntry, SolverKey, SolverTables};
pub(super) use value::value_of_win;

use super::Board;
use super::threats::ThreatBoard;
use crate::game::{SolveLimits, SolverMemory};
use branches::{Resolved, is_turned, play_forced};
use search::Search;

/// Solves positions one after another, sharing tables with other solvers.
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
                max_nodes: u64::MAX,
                should_stop: false,
            },
        }
    }

    /// Nodes searched so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// Replaces the limits.
    pub const fn set_limits(&mut self, limits: SolveLimits<'a>) {
        self.search.limits = limits;
        self.search.should_stop = false;
    }

    /// Limits the search to `nodes` more nodes.
    pub const fn set_node_limit(&mut self, nodes: u64) {
        self.search.max_nodes = self.search.nodes.saturating_add(nodes);
    }

    /// The range of the value of a board that nobody has won, for the side to move: a single
    /// number, unless a limit is reached.
    pub fn solve(&mut self, board: &Board) -> ValueRange {
        self.solve_within(board, ValueRange::ANY, Aim::Value)
    }

    /// The same within a known range, and as far as `aim` goes.
    pub fn solve_within(&mut self, board: &Board, known: ValueRange, aim: Aim) -> ValueRange {
        match forced(board) {
            (Resolved::Decided(value), false) => ValueRange::exactly(value),
            (Resolved::Decided(value), true) => -ValueRange::exactly(value),
            (Resolved::Open(board), false) => {
                bisect::solve_by_bisection(&mut self.search, &board, known, aim)
            }
            (Resolved::Open(board), true) => {
                -bisect::solve_by_bisection(&mut self.search, &board, -known, aim)
            }
        }
    }

    /// The column of a move that probably keeps the value at `goal` or more, for a board whose
    /// value is that. `None` if the value was found without trying moves, or the entry is lost.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn probable_best_column(&mut self, board: &Board, goal: i32) -> Result<Option<u8>, Stopped> {
        self.reaches(board, goal)?;
        Ok(self.search.best_column(&ThreatBoard::new(board)))
    }

    /// Whether the value of a board that nobody has won is at least `goal`.
    ///
    /// # Errors
    ///
    /// If the search has to end before.
    pub fn reaches(&mut self, board: &Board, goal: i32) -> Result<bool, Stopped> {
        Ok(match forced(board) {
            (Resolved::Decided(value), false) => value >= goal,
            (Resolved::Decided(value), true) => -value >= goal,
            (Resolved::Open(board), false) => self.search.value(&board, board.discs(), goal)? >= goal,
            (Resolved::Open(board), true) => self.search.value(&board, board.discs(), 1 - goal)? <= -goal,
        })
    }
}

/// The value for the side to move of a board that nobody has won, if forced moves alone decide it.
pub(super) fn decided(board: &Board) -> Option<i32> {
    match forced(board) {
        (Resolved::Decided(value), is_turned) => Some(if is_turned { -value } else { value }),
        (Resolved::Open(_), _) => None,
    }
}

/// The outcome of forced moves, and whether the opponent is to move then.
fn forced(board: &Board) -> (Resolved, bool) {
    let board = ThreatBoard::new(board);
    let discs = board.discs();
    if board.winning_moves() != 0 {
        return (Resolved::Decided(value_of_win(discs + 1)), false);
    }
    let (resolved, end) = play_forced(board, discs);
    (resolved, is_turned(discs, end))
}
