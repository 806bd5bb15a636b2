//! The open interval of scores that still matter.

use crate::types::{Bound, Ply, Score};

/// Scores above `alpha` and below `beta` change the result; the others need only be told apart
/// from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    /// Every score matters.
    pub(super) const FULL: Self =
        Self { alpha: Score::from_units(-Score::INFINITE.units()), beta: Score::INFINITE };

    /// The window that asks only: better than `alpha`?
    pub(super) const fn null(alpha: Score) -> Self {
        Self { alpha, beta: alpha.plus(1) }
    }

    /// `margin` units to both sides of `score`.
    pub(super) const fn around(score: Score, margin: i16) -> Self {
        Self { alpha: score.plus(-margin), beta: score.plus(margin) }
    }

    /// Whether no score lies inside.
    pub(super) fn is_null(self) -> bool {
        self.alpha.plus(1) >= self.beta
    }

    /// Whether the window asks about estimates only, with no score inside, and the evaluation is a measure of them.
    pub(super) fn is_estimated(self) -> bool {
        self.is_null() && !self.alpha.is_decided() && !self.beta.is_decided() && !self.is_likely()
    }

    /// Whether the window asks who wins as tables have it.
    pub(super) const fn is_likely(self) -> bool {
        self.alpha.is_likely() || self.beta.is_likely()
    }

    /// The same window from the other side's view.
    pub(super) fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The part of the window that a node at `ply` can reach where the game goes on: at worst it is lost at once,
    /// at best won by the next move.
    pub(super) fn clamped(self, ply: Ply) -> Self {
        Self { alpha: self.alpha.max(Score::loss(ply)), beta: self.beta.min(Score::win(ply.next())) }
    }

    /// What a fail-soft score found with this window says of the true one.
    pub(super) fn bound(self, score: Score) -> Bound {
        if score <= self.alpha {
            Bound::Upper
        } else if score >= self.beta {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }
}
