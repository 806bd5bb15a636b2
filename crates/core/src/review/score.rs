//! The score of a move in a review, and how much worse it is than another.

use crate::types::{Bound, Expectation, Verdict, practical_points_of_loss};
use std::cmp::Ordering;

/// The score of a move, from the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveScore {
    /// The score.
    pub verdict: Verdict,
    /// How it relates to the true one.
    pub bound: Bound,
    /// The chances that go with it.
    pub expectation: Expectation,
    /// The depth of the search in plies.
    pub depth: u16,
}

impl MoveScore {
    /// The longest loss in which the other side wins by its next move.
    pub(super) const AT_ONCE: u16 = 2;

    /// The proven result: a win is greater than a draw, a draw greater than a loss; `None` if there is no
    /// proof.
    #[must_use]
    pub const fn result(&self) -> Option<Ordering> {
        match (self.verdict, self.bound) {
            (Verdict::Win { .. }, _) | (Verdict::Margin(1..), Bound::Exact | Bound::Lower) => {
                Some(Ordering::Greater)
            }
            (Verdict::Loss { .. }, _) | (Verdict::Margin(..=-1), Bound::Exact | Bound::Upper) => {
                Some(Ordering::Less)
            }
            (Verdict::Draw | Verdict::Margin(0), Bound::Exact) => Some(Ordering::Equal),
            (Verdict::Draw | Verdict::Margin(_) | Verdict::Estimate(_), _) => None,
        }
    }

    /// By how many expected points a move with this score is worse than the best move.
    pub(super) fn expected_points_lost(&self, best: &Self) -> f64 {
        (best.expectation.points() - self.expectation.points()).max(0.0)
    }

    /// The same, and what a loss gives up in practice where the best move may lose as well, but later.
    pub(super) fn points_lost(&self, best: &Self) -> f64 {
        let Verdict::Loss { plies: Some(plies) } = self.verdict else {
            return self.expected_points_lost(best);
        };
        let later = best.expectation.loss * practical_points_of_loss(best.resistance());
        self.expected_points_lost(best) + (later - practical_points_of_loss(plies)).max(0.0)
    }

    /// For how many plies the side holds out, as far as the search has seen.
    pub(super) const fn resistance(&self) -> u16 {
        match self.verdict {
            Verdict::Loss { plies: Some(plies) } => plies,
            _ => self.depth,
        }
    }

    /// Whether the other side wins by its next move.
    pub(super) const fn loses_at_once(&self) -> bool {
        matches!(self.verdict, Verdict::Loss { plies: Some(..=Self::AT_ONCE) })
    }

    /// Whether a move with this score is certainly at least that many plies worse than the best move, which
    /// has the same result. Distances of bounds are upper limits.
    pub(super) fn is_plies_worse(&self, best: &Self, plies: u16) -> bool {
        let (longer, shorter) = match (self.verdict, best.verdict) {
            (Verdict::Win { plies: Some(own) }, Verdict::Win { plies: Some(best) }) => {
                ((own, self.bound), best)
            }
            (Verdict::Loss { plies: Some(own) }, Verdict::Loss { plies: Some(longest) }) => {
                ((longest, best.bound), own)
            }
            _ => return false,
        };
        longer.1 == Bound::Exact && longer.0 >= shorter.saturating_add(plies)
    }

    /// Whether this score is better: by proven results, then by expected points, then by distance.
    pub(super) fn is_better_than(&self, other: &Self) -> bool {
        let by_result = match (self.result(), other.result()) {
            (Some(own), Some(other)) => own.cmp(&other),
            _ => Ordering::Equal,
        };
        let by_points = || self.expectation.points().total_cmp(&other.expectation.points());
        match by_result.then_with(by_points) {
            Ordering::Greater => true,
            Ordering::Equal => is_sooner(self.verdict, other.verdict),
            Ordering::Less => false,
        }
    }
}

/// Whether a win is sooner, or a loss later, than another. Unknown distances come last.
const fn is_sooner(verdict: Verdict, than: Verdict) -> bool {
    match (verdict, than) {
        (Verdict::Win { plies: Some(own) }, Verdict::Win { plies: Some(other) }) => own < other,
        (Verdict::Win { plies }, Verdict::Win { plies: None }) => plies.is_some(),
        (Verdict::Loss { plies: Some(own) }, Verdict::Loss { plies: Some(other) }) => own > other,
        (Verdict::Margin(own), Verdict::Margin(other)) => own > other,
        _ => false,
    }
}
