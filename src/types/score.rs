//! What a position is worth to the side to move.

use super::Ply;
use std::ops::Neg;

/// Worth of a position from the side to move's view, as the search computes with it.
///
/// From worst to best: losses (sooner is worse), estimates, wins (sooner is better).
/// [`Score::DRAW`] stands in the middle, and no estimate is equal to it: the score of a line that
/// ends in a draw by the rules is told from one that merely looks level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i16);

impl Score {
    /// A draw by the rules.
    pub const DRAW: Self = Self(0);
    /// Better than every score.
    pub const INFINITE: Self = Self(i16::MAX);
    /// The largest estimate; proven scores lie outside it.
    const ESTIMATE_MAX: i16 = 29_999;
    /// Estimates beyond it come from a table that knows the winner, but no sure way to the end.
    const TABLEBASE: i16 = 25_000;
    /// How far the two kinds of them extend to both sides.
    const TABLEBASE_HALF_BAND: i16 = (Self::ESTIMATE_MAX - Self::TABLEBASE) / 4;
    const WIN: i16 = 32_000;
    /// The plies in which a score can tell of a win or a loss.
    pub const MAX_PLIES: u16 = 2_000;

    /// A win whose last move is made `ply` moves from the root, [`Score::MAX_PLIES`] at most.
    #[must_use]
    pub const fn win(ply: Ply) -> Self {
        Self(Self::WIN - ply.moves() as i16)
    }

    /// A loss whose last move is made `ply` moves from the root.
    #[must_use]
    pub const fn loss(ply: Ply) -> Self {
        Self(ply.moves() as i16 - Self::WIN)
    }

    /// A static evaluation in the game's own unit. Values outside ±29,999 are cut to it; zero
    /// becomes one, so that an estimate is never mistaken for a draw by the rules.
    #[must_use]
    pub const fn estimate(value: i32) -> Self {
        let limit = Self::ESTIMATE_MAX as i32;
        let value = if value > limit {
            limit
        } else if value < -limit {
            -limit
        } else {
            value
        };
        Self(if value == 0 { 1 } else { value as i16 })
    }

    /// An estimate of what a table calls won: above all that no table vouches for. One that is so stays.
    #[must_use]
    pub fn tablebase_win(self) -> Self {
        if self.0 > Self::TABLEBASE { self } else { self.near(Self::TABLEBASE + Self::TABLEBASE_HALF_BAND) }
    }

    /// The same where progress was made: above [`Score::tablebase_win`] of all that no table vouches for.
    #[must_use]
    pub fn tablebase_win_converting(self) -> Self {
        self.near(Self::TABLEBASE + 3 * Self::TABLEBASE_HALF_BAND)
    }

    /// An estimate near another, ordered like the estimates themselves.
    fn near(self, middle: i16) -> Self {
        let most = Self::TABLEBASE_HALF_BAND - 1;
        Self(middle + (self.0 / 8).clamp(-most, most))
    }

    /// Whether it is an estimate of what a table calls won or lost.
    #[must_use]
    pub const fn is_tablebase(self) -> bool {
        self.0.abs() > Self::TABLEBASE && !self.is_decisive()
    }

    /// Whether this is a win or a loss: such a score comes from the end of the game, never from an
    /// evaluation.
    #[must_use]
    pub const fn is_decisive(self) -> bool {
        self.0 > Self::ESTIMATE_MAX || self.0 < -Self::ESTIMATE_MAX
    }

    /// Plies from the root to the last move of the game, for a win or a loss.
    #[must_use]
    pub const fn plies(self) -> Option<u16> {
        if self.is_decisive() { Some((Self::WIN - self.0.abs()) as u16) } else { None }
    }

    /// The same score counted from the node at `ply` instead of the root, as the table keeps it.
    #[must_use]
    pub const fn to_table(self, ply: Ply) -> Self {
        self.moved(ply.moves() as i16)
    }

    /// The inverse of [`Score::to_table`].
    #[must_use]
    pub const fn from_table(self, ply: Ply) -> Self {
        self.moved(-(ply.moves() as i16))
    }

    /// A decided score, `plies` closer to the end.
    const fn moved(self, plies: i16) -> Self {
        if self.0 > Self::ESTIMATE_MAX {
            Self(self.0 + plies)
        } else if self.0 < -Self::ESTIMATE_MAX {
            Self(self.0 - plies)
        } else {
            self
        }
    }

    /// The score `margin` units better; both ends saturate.
    #[must_use]
    pub const fn saturating_add(self, margin: i16) -> Self {
        let sum = self.0.saturating_add(margin);
        Self(if sum == i16::MIN { -i16::MAX } else { sum })
    }

    /// The number behind the score, for packing and for display of estimates.
    #[must_use]
    pub const fn units(self) -> i16 {
        self.0
    }

    /// The score with that number behind it: the inverse of [`Score::units`].
    #[must_use]
    pub const fn from_units(units: i16) -> Self {
        Self(units)
    }
}

impl Neg for Score {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// How a reported score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// Equal to it.
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// A score as people read it, from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Proven won. `plies` to the end of the game, the last move included; `None` where the
    /// proof does not know the distance.
    Win {
        /// Moves by either side until the game ends.
        plies: Option<u16>,
    },
    /// Proven lost.
    Loss {
        /// Moves by either side until the game ends.
        plies: Option<u16>,
    },
    /// Proven drawn.
    Draw,
    /// Not proven; in the game's unit of evaluation, unless [`Verdict::tablebase`] names a winner.
    Estimate(i16),
}

/// The winner by a tablebase, where the rules on repetition and progress may still make the game a draw: the
/// cursed win and the blessed loss of chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TablebaseVerdict {
    /// The side to move.
    Win,
    /// The other side.
    Loss,
}

impl Verdict {
    /// The verdict on a root score. A score of [`Score::DRAW`] is a proof only if the search left
    /// nothing to estimation, told by `is_exact`.
    #[must_use]
    pub const fn of(score: Score, is_exact: bool) -> Self {
        match score.plies() {
            plies @ Some(_) if score.units() > 0 => Self::Win { plies },
            plies @ Some(_) => Self::Loss { plies },
            None if score.units() == 0 && is_exact => Self::Draw,
            None => Self::Estimate(score.units()),
        }
    }

    /// The winner that a tablebase names at the end of the line, if that is no proof. The units of such an estimate
    /// only rank moves.
    #[must_use]
    pub const fn tablebase(self) -> Option<TablebaseVerdict> {
        match self {
            Self::Estimate(units) if Score::from_units(units).is_tablebase() => {
                Some(if units > 0 { TablebaseVerdict::Win } else { TablebaseVerdict::Loss })
            }
            _ => None,
        }
    }

    /// Whether the rules, not an evaluation, vouch for it.
    #[must_use]
    pub const fn is_proven(self) -> bool {
        !matches!(self, Self::Estimate(_))
    }
}
