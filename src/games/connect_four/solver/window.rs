//! From proof searches to the exact value.

use super::super::threats::Duel;
use super::follow_up;
use super::search::{Search, Stopped};
use super::value_of_win;
use std::ops::Neg;

/// More than every value.
const WIDEST: i32 = 32;
/// So many questions for short wins and losses are asked before the one for the result.
const FAR_QUESTIONS: usize = 2;

/// How much is to be found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Who wins.
    Result,
    /// And by how much.
    Value,
}

/// The value is known to lie between these, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bracket {
    /// At least this.
    pub lower: i32,
    /// At most this.
    pub upper: i32,
}

impl Bracket {
    /// The value is known.
    pub(in super::super) const fn exactly(value: i32) -> Self {
        Self { lower: value, upper: value }
    }

    /// Every value lies between these.
    pub(in super::super) const ANY: Self = Self { lower: -WIDEST, upper: WIDEST };

    /// Whether it is known who wins, or that nobody does.
    #[must_use]
    pub const fn tells_result(self) -> bool {
        self.lower > 0 || self.upper < 0 || self.lower == self.upper
    }

    /// What both know together of the same board.
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

    /// Of an open position: nobody wins with the next two discs.
    fn open(duel: &Duel, discs: u32) -> Self {
        let upper = value_of_win(discs + 3);
        let bound = follow_up::bound(duel, discs).unwrap_or(upper);
        Self { lower: -value_of_win(discs + 4), upper: upper.min(bound) }
    }

    /// The goal of the next search: whether the value is at least this. Short wins and losses are cheap to
    /// tell from all else, so they come first: halfway from the middle to either end. Then comes the result, which is
    /// worth the most should the search be stopped.
    /// Source: Pascal Pons, Solving Connect 4, part 8 (blog.gamesolver.org).
    const fn next_goal(self, asked: usize) -> i32 {
        let Self { lower, upper } = self;
        if asked >= FAR_QUESTIONS && !self.tells_result() {
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

impl Neg for Bracket {
    type Output = Self;
    fn neg(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }
}

/// What a search finds out of an open position of which `known` is known, unless it is stopped before.
pub(super) fn narrow(search: &mut Search<'_>, duel: &Duel, known: Bracket, aim: Aim) -> Bracket {
    let discs = duel.discs();
    let mut bracket = known.and(Bracket::open(duel, discs));
    let is_reached = |bracket: Bracket| match aim {
        Aim::Result => bracket.tells_result(),
        Aim::Value => bracket.lower == bracket.upper,
    };
    for asked in 0.. {
        if is_reached(bracket) {
            break;
        }
        let goal = bracket.next_goal(asked);
        match search.value(duel, discs, goal) {
            Ok(value) if value >= goal => bracket.lower = value,
            Ok(value) => bracket.upper = value,
            Err(Stopped) => break,
        }
    }
    bracket
}
