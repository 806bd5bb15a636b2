//! Bisection: from proof searches to the exact value.

use super::super::threats::ThreatBoard;
use super::follow_up;
use super::search::{Search, Stopped};
use super::value::value_of_win;
use std::ops::Neg;

/// Beyond every value.
const WIDEST: i32 = 32;
/// Goals at short wins and losses, tried before the result.
const EXTREME_GOALS: usize = 2;

/// What to find out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Win, draw or loss.
    Result,
    /// The value.
    Value,
}

/// A range of values, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueRange {
    /// At least this.
    pub lower: i32,
    /// At most this.
    pub upper: i32,
}

impl ValueRange {
    /// The range of a known value.
    pub(in super::super) const fn exactly(value: i32) -> Self {
        Self { lower: value, upper: value }
    }

    /// The range of all values.
    pub(in super::super) const ANY: Self = Self { lower: -WIDEST, upper: WIDEST };

    /// Whether the range decides the result.
    #[must_use]
    pub const fn has_result(self) -> bool {
        self.lower > 0 || self.upper < 0 || self.lower == self.upper
    }

    /// The intersection of two ranges.
    const fn and(self, other: Self) -> Self {
        let lower = if self.lower > other.lower { self.lower } else { other.lower };
        let upper = if self.upper < other.upper { self.upper } else { other.upper };
        Self { lower, upper }
    }

    /// The value, if it is known.
    #[must_use]
    pub fn value(self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// The range of an open position: nobody wins with the next two discs.
    fn open(board: &ThreatBoard, discs: u32) -> Self {
        let upper = value_of_win(discs + 3);
        let bound = follow_up::bound(board, discs).unwrap_or(upper);
        Self { lower: -value_of_win(discs + 4), upper: upper.min(bound) }
    }

    /// The goal of the next search: is the value at least this? Short wins and losses are cheap to
    /// tell from everything else, so they come first, halfway from the middle to either end (Pascal
    /// Pons: Solving Connect 4, part 8, blog.gamesolver.org). Then comes the result, which is worth
    /// most if the search is stopped.
    const fn next_goal(self, asked: usize) -> i32 {
        let Self { lower, upper } = self;
        if asked >= EXTREME_GOALS && !self.has_result() {
            return if upper > 0 { 1 } else { 0 };
        }
        let middle = lower + (upper - lower) / 2;
        let below = if middle <= 0 && lower / 2 < middle {
            lower / 2
        } else if middle >= 0 && upper / 2 > middle {
            upper / 2
        } else {
            middle
        };
        below + 1
    }
}

impl Neg for ValueRange {
    type Output = Self;
    fn neg(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }
}

/// The range of an open position's value, starting from a known one; a single value unless a limit
/// is reached.
pub(super) fn solve_by_bisection(
    search: &mut Search<'_>,
    board: &ThreatBoard,
    known: ValueRange,
    aim: Aim,
) -> ValueRange {
    let discs = board.discs();
    let mut range = known.and(ValueRange::open(board, discs));
    let is_reached = |range: ValueRange| match aim {
        Aim::Result => range.has_result(),
        Aim::Value => range.lower == range.upper,
    };
    for asked in 0.. {
        if is_reached(range) {
            break;
        }
        let goal = range.next_goal(asked);
        match search.value(board, discs, goal) {
            Ok(value) if value >= goal => range.lower = value,
            Ok(value) => range.upper = value,
            Err(Stopped) => break,
        }
    }
    range
}
