//! Scores of positions for the side to move.

use super::Ply;
use std::ops::Neg;

/// The score of a position for the side to move, as the search computes with it.
///
/// From worst to best: losses (sooner is worse), estimates, wins (sooner is better).
/// [`Score::DRAW`] is in the middle and differs from every estimate, so that a draw by the rules
/// differs from a position that merely looks level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i16);

impl Score {
    /// A draw by the rules.
    pub const DRAW: Self = Self(0);
    /// Above every score.
    pub const INFINITE: Self = Self(i16::MAX);
    /// The largest estimate; wins and losses lie beyond it.
    const ESTIMATE_MAX: i16 = 29_999;
    /// Estimates beyond it are wins or losses by a tablebase that may not fit the rules.
    const TABLEBASE: i16 = 25_000;
    /// Half the width of each of the two bands of such estimates.
    const TABLEBASE_HALF_BAND: i16 = (Self::ESTIMATE_MAX - Self::TABLEBASE) / 4;
    /// The largest final margin: beyond it are estimates of tablebase wins.
    pub const MAX_MARGIN: i16 = Self::TABLEBASE;
    const WIN: i16 = 32_000;
    /// The largest distance of a win or a loss, in plies.
    pub const MAX_PLIES: u16 = 2_000;

    /// A win whose last move is `ply` moves from the root, at most [`Score::MAX_PLIES`].
    #[must_use]
    pub const fn win(ply: Ply) -> Self {
        Self(Self::WIN - ply.moves() as i16)
    }

    /// A loss whose last move is `ply` moves from the root.
    #[must_use]
    pub const fn loss(ply: Ply) -> Self {
        Self(ply.moves() as i16 - Self::WIN)
    }

    /// A static evaluation in the game's unit. Values beyond ±25,000 are clamped; zero becomes one,
    /// so that no estimate equals [`Score::DRAW`].
    #[must_use]
    pub const fn estimate(value: i32) -> Self {
        let limit = Self::TABLEBASE as i32;
        let value = if value > limit {
            limit
        } else if value < -limit {
            -limit
        } else {
            value
        };
        Self(if value == 0 { 1 } else { value as i16 })
    }

    /// The score of a game that has ended with a margin in the game's unit, zero for a draw. It differs
    /// from an equal estimate only in that no evaluation took part in it.
    #[must_use]
    pub const fn margin(value: i16) -> Self {
        if value == 0 { Self::DRAW } else { Self::estimate(value as i32) }
    }

    /// The estimate of a tablebase win: above all other estimates. One that is in the band already
    /// stays.
    #[must_use]
    pub fn tablebase_win(self) -> Self {
        if self.0 > Self::TABLEBASE { self } else { self.near(Self::TABLEBASE + Self::TABLEBASE_HALF_BAND) }
    }

    /// The estimate of a tablebase win after progress: above [`Score::tablebase_win`] of all other
    /// estimates.
    #[must_use]
    pub fn tablebase_win_converting(self) -> Self {
        self.near(Self::TABLEBASE + 3 * Self::TABLEBASE_HALF_BAND)
    }

    /// An estimate near `middle`, ordered like the estimates themselves.
    fn near(self, middle: i16) -> Self {
        let most = Self::TABLEBASE_HALF_BAND - 1;
        Self(middle + (self.0 / 8).clamp(-most, most))
    }

    /// Whether this is the estimate of a tablebase win or loss.
    #[must_use]
    pub const fn is_tablebase(self) -> bool {
        self.0.abs() > Self::TABLEBASE && !self.is_decisive()
    }

    /// Whether this is a win or a loss, which comes from the end of the game and never from an
    /// evaluation.
    #[must_use]
    pub const fn is_decisive(self) -> bool {
        self.0 > Self::ESTIMATE_MAX || self.0 < -Self::ESTIMATE_MAX
    }

    /// The distance of a win or a loss: plies from the root to the last move of the game.
    #[must_use]
    pub const fn plies(self) -> Option<u16> {
        if self.is_decisive() { Some((Self::WIN - self.0.abs()) as u16) } else { None }
    }

    /// The score relative to the node at `ply`, as the transposition table stores it.
    #[must_use]
    pub const fn to_table(self, ply: Ply) -> Self {
        self.moved(ply.moves() as i16)
    }

    /// The inverse of [`Score::to_table`].
    #[must_use]
    pub const fn from_table(self, ply: Ply) -> Self {
        self.moved(-(ply.moves() as i16))
    }

    /// A win or loss `plies` closer to the end; other scores stay.
    const fn moved(self, plies: i16) -> Self {
        if self.0 > Self::ESTIMATE_MAX {
            Self(self.0 + plies)
        } else if self.0 < -Self::ESTIMATE_MAX {
            Self(self.0 - plies)
        } else {
            self
        }
    }

    /// The score `margin` units better, saturating.
    #[must_use]
    pub const fn saturating_add(self, margin: i16) -> Self {
        let sum = self.0.saturating_add(margin);
        Self(if sum == i16::MIN { -i16::MAX } else { sum })
    }

    /// The score as a number, for packing and for showing estimates.
    #[must_use]
    pub const fn units(self) -> i16 {
        self.0
    }

    /// The score with that number; the inverse of [`Score::units`].
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
    /// Equal to it; an estimate is equal to the score of the depth searched, which proves nothing.
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// A score as reported, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Proven won, in `plies` to the end of the game, the last move included; `None` if the
    /// distance is unknown.
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
    /// Proven, in games where the margin counts: the final margin in the game's unit, positive for a win.
    Margin(i16),
    /// Not proven: an evaluation in the game's unit, unless [`Verdict::tablebase`] has a winner.
    Estimate(i16),
}

/// The winner by a tablebase, where repetition or the no-progress rule may still make the game a
/// draw: the cursed win and the blessed loss of chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TablebaseVerdict {
    /// The side to move.
    Win,
    /// The other side.
    Loss,
}

impl Verdict {
    /// The verdict of a root score. A draw or a margin is proven only if no evaluation took part in it
    /// (`is_exact`).
    #[must_use]
    pub const fn of(score: Score, is_exact: bool) -> Self {
        match score.plies() {
            plies @ Some(_) if score.units() > 0 => Self::Win { plies },
            plies @ Some(_) => Self::Loss { plies },
            None if score.units() == 0 && is_exact => Self::Draw,
            None if is_exact => Self::Margin(score.units()),
            None => Self::Estimate(score.units()),
        }
    }

    /// The winner by a tablebase at the end of the line, if that is no proof. The units of such an
    /// estimate only rank moves.
    #[must_use]
    pub const fn tablebase(self) -> Option<TablebaseVerdict> {
        match self {
            Self::Estimate(units) if Score::from_units(units).is_tablebase() => {
                Some(if units > 0 { TablebaseVerdict::Win } else { TablebaseVerdict::Loss })
            }
            _ => None,
        }
    }

    /// Whether this is proven.
    #[must_use]
    pub const fn is_proven(self) -> bool {
        !matches!(self, Self::Estimate(_))
    }
}
