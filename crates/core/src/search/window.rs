//! The alpha-beta window.

use crate::types::{Bound, Ply, Score};

/// The open interval between `alpha` and `beta`. Scores outside it only need a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    /// All scores.
    pub(super) const FULL: Self =
        Self { alpha: Score::from_units(-Score::INFINITE.units()), beta: Score::INFINITE };

    /// The null window just above `alpha`: is the score better than `alpha`?
    pub(super) const fn null(alpha: Score) -> Self {
        Self { alpha, beta: alpha.saturating_add(1) }
    }

    /// The window in which a score of `alpha` is exact, too.
    pub(super) const fn with_alpha_itself(self) -> Self {
        Self { alpha: self.alpha.saturating_add(-1), beta: self.beta }
    }

    /// The aspiration window `margin` units to both sides of `score`.
    pub(super) const fn around(score: Score, margin: i16) -> Self {
        Self { alpha: score.saturating_add(-margin), beta: score.saturating_add(margin) }
    }

    /// Whether no score lies inside.
    pub(super) fn is_null(self) -> bool {
        self.alpha.saturating_add(1) >= self.beta
    }

    /// Whether this is a null window between evaluations, so that pruning by evaluation makes sense.
    pub(super) fn is_heuristic(self) -> bool {
        self.is_null() && !self.alpha.is_decisive() && !self.beta.is_decisive() && !self.is_tablebase()
    }

    /// Whether a bound is an estimate of a tablebase win or loss.
    pub(super) const fn is_tablebase(self) -> bool {
        self.alpha.is_tablebase() || self.beta.is_tablebase()
    }

    /// The window from the other side's view.
    pub(super) fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// Win distance pruning (mate distance pruning): the part of the window that a node at `ply` can
    /// reach if the game goes on. At worst it is lost at once, at best won by the next move.
    pub(super) fn prune_by_win_distance(self, ply: Ply) -> Self {
        Self { alpha: self.alpha.max(Score::loss(ply)), beta: self.beta.min(Score::win(ply.next())) }
    }

    /// How a fail-soft score found with this window relates to the true one.
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
