//! From proof searches to the exact value.

use super::super::threats::Duel;
use super::follow_up;
use super::search::{Search, Stopped};
use super::value_of_win;
use std::ops::Neg;

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
    pub(super) const fn exactly(value: i32) -> Self {
        Self { lower: value, upper: value }
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

    /// The goal of the next search: whether the value is at least this. Short wins and losses are
    /// cheap to tell from all else, so they come first: halfway from the middle to either end.
    /// Source: Pascal Pons, Solving Connect 4, part 8 (blog.gamesolver.org).
    const fn next_goal(self) -> i32 {
        let Self { lower, upper } = self;
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

/// The value of an open position, or as narrow a bracket as the search gets to before it is stopped.
pub(super) fn narrow(search: &mut Search<'_>, duel: &Duel) -> Bracket {
    let discs = duel.discs();
    let mut bracket = Bracket::open(duel, discs);
    while bracket.lower < bracket.upper {
        let goal = bracket.next_goal();
        match search.value(duel, discs, goal) {
            Ok(value) if value >= goal => bracket.lower = value,
            Ok(value) => bracket.upper = value,
            Err(Stopped) => break,
        }
    }
    bracket
}
