//! From null-window searches to values.

use super::super::Board;
use super::super::flips::Squares;
use super::ordering::shallow_value;
use super::search::{Search, Stopped};
use super::table::SolverTables;
use crate::game::{SolveLimits, SolverMemory};
use std::ops::Neg;

/// From this number of empty squares on, a selective search goes first.
const SELECTIVE_FROM: u32 = if cfg!(test) { 9 } else { 21 };

/// Bounds of a value, for the side to move: even numbers of discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueRange {
    /// The value is at least this.
    pub lower: i32,
    /// The value is at most this.
    pub upper: i32,
}

impl ValueRange {
    /// Any value.
    pub const ANY: Self = Self { lower: -64, upper: 64 };

    /// The value, if it is known.
    #[must_use]
    pub fn value(self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// Whether the result is known: win, draw or loss.
    #[must_use]
    pub fn has_result(self) -> bool {
        self.lower > 0 || self.upper < 0 || self.lower == self.upper
    }
}

impl Neg for ValueRange {
    type Output = Self;
    fn neg(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }
}

/// Solves positions one after another, sharing a table with other solvers.
#[derive(Debug)]
pub struct EndingSolver<'a> {
    search: Search<'a>,
}

impl<'a> EndingSolver<'a> {
    /// A solver, which runs on this thread and those of the helpers.
    #[must_use]
    pub fn new(memory: &'a SolverMemory, limits: SolveLimits<'a>) -> Self {
        let table = memory.cache::<SolverTables>().shared();
        Self { search: Search::new(table, limits) }
    }

    /// Positions searched so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// Replaces the limits.
    pub const fn set_limits(&mut self, limits: SolveLimits<'a>) {
        (self.search.limits, self.search.next_poll) = (limits, 0);
    }

    /// Limits the search to `nodes` more positions.
    pub const fn set_node_limit(&mut self, nodes: u64) {
        self.search.max_nodes = self.search.nodes.saturating_add(nodes);
        self.search.next_poll = 0;
    }

    /// The range of the value of a board: a single number, unless a limit is reached.
    pub fn solve(&mut self, board: &Board) -> ValueRange {
        let mut range = ValueRange::ANY;
        if self.narrow(board, &mut range, ValueRange::has_result).is_ok() {
            let _ = self.narrow(board, &mut range, |range| range.value().is_some());
        }
        range
    }

    /// Narrows a range until it is good enough, from a guess or from where an earlier search has come to.
    ///
    /// # Errors
    ///
    /// If a limit is reached; the range is true all the same.
    pub(super) fn narrow(
        &mut self,
        board: &Board,
        range: &mut ValueRange,
        is_enough: fn(ValueRange) -> bool,
    ) -> Result<(), Stopped> {
        if is_enough(*range) {
            return Ok(());
        }
        let guess = match *range {
            ValueRange { lower: -63.., .. } => range.lower + 2,
            ValueRange { upper: ..=63, .. } => range.upper,
            ValueRange { .. } => self.guess(board.own, board.other)?,
        };
        self.approach([board.own, board.other], range, guess, is_enough)
    }

    /// Narrows a range by searches above or below a guess, then on to the side where the value lies.
    fn approach(
        &mut self,
        [own, other]: [Squares; 2],
        range: &mut ValueRange,
        mut guess: i32,
        is_enough: fn(ValueRange) -> bool,
    ) -> Result<(), Stopped> {
        while !is_enough(*range) {
            // The lowest value that passes: even, above the lower bound.
            let goal = guess.clamp(range.lower + 2, range.upper);
            let value = self.search.value_with_helpers(own, other, goal - 1)?;
            if value >= goal {
                range.lower = range.lower.max(value & !1);
                guess = range.lower + 2;
            } else {
                range.upper = range.upper.min(value & !1);
                guess = range.upper;
            }
        }
        Ok(())
    }

    /// Whether the value of a board is at least `goal`, an even number.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn reaches(&mut self, board: &Board, goal: i32) -> Result<bool, Stopped> {
        Ok(goal <= -64 || self.search.value_with_helpers(board.own, board.other, goal - 1)? >= goal)
    }

    /// The square of the best move of an earlier search of a board.
    pub(super) fn known_best(&self, board: &Board) -> Option<u8> {
        let key = super::table::SolverKey::of(board.own, board.other);
        self.search.table.get(key).map(|entry| entry.best[0])
    }

    /// A guess at the value, by a shallow search: an even number. With many empty squares, by a selective one, which
    /// also leaves its best moves in the table.
    fn guess(&mut self, own: Squares, other: Squares) -> Result<i32, Stopped> {
        const PLIES: u32 = 4;
        let hundredths = shallow_value(own, other, PLIES, &mut self.search.nodes);
        let guess = (hundredths / 200 * 2).clamp(-64, 64);
        if (!(own | other)).count_ones() < SELECTIVE_FROM {
            return Ok(guess);
        }
        self.search.is_selective = true;
        let mut estimate = ValueRange::ANY;
        let outcome =
            self.approach([own, other], &mut estimate, guess, |estimate| estimate.lower >= estimate.upper);
        self.search.is_selective = false;
        outcome.map(|()| estimate.lower)
    }
}
