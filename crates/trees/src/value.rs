//! Values of nodes, the two players, and windows.

use std::ops::{Neg, Not};

/// The value of a node for Max.
pub type Value = i32;

/// Below every value of a tree.
pub const MINUS_INFINITY: Value = -PLUS_INFINITY;
/// Above every value of a tree.
pub const PLUS_INFINITY: Value = Value::MAX;
/// The largest magnitude of a value in a tree.
pub const MAX_VALUE: Value = 1_000_000_000;

/// The player to move at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Wants the largest value.
    Max,
    /// Wants the smallest value.
    Min,
}

impl Player {
    /// Both players with their names.
    pub const ALL: &[(&str, Self)] = &[("max", Self::Max), ("min", Self::Min)];

    /// The score of a node before any of its children is searched.
    #[must_use]
    pub const fn worst(self) -> Value {
        match self {
            Self::Max => MINUS_INFINITY,
            Self::Min => PLUS_INFINITY,
        }
    }

    /// Whether the player likes `score` more than `other`.
    #[must_use]
    pub const fn prefers(self, score: Value, other: Value) -> bool {
        // The complement reverses the order.
        let mask = -(self as Value);
        score ^ mask > other ^ mask
    }

    /// A score for Max from this player's view, or the other way round: what is good for the player is positive.
    #[must_use]
    pub fn view<V: Neg<Output = V>>(self, score: V) -> V {
        match self {
            Self::Max => score,
            Self::Min => -score,
        }
    }

    /// The better of two scores.
    #[must_use]
    pub const fn best(self, score: Value, other: Value) -> Value {
        if self.prefers(score, other) { score } else { other }
    }
}

/// Something of each player.
#[derive(Clone, Debug, Default)]
pub(crate) struct PerPlayer<T> {
    pub(crate) max: T,
    pub(crate) min: T,
}

impl<T> PerPlayer<T> {
    /// That of a player.
    pub(crate) const fn of(&mut self, player: Player) -> &mut T {
        match player {
            Player::Max => &mut self.max,
            Player::Min => &mut self.min,
        }
    }
}

impl Not for Player {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::Max => Self::Min,
            Self::Min => Self::Max,
        }
    }
}

/// What Max (`alpha`) and Min (`beta`) are sure of. A value between the two matters exactly; of others only
/// the side matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window<V = Value> {
    /// Max is sure of at least this.
    pub alpha: V,
    /// Min is sure of at most this.
    pub beta: V,
}

impl Window {
    /// Contains every value.
    pub const FULL: Self = Self { alpha: MINUS_INFINITY, beta: PLUS_INFINITY };

    /// The null window that asks whether a value is at least `gamma`.
    #[must_use]
    pub const fn at_least(gamma: Value) -> Self {
        Self { alpha: gamma - 1, beta: gamma }
    }

    /// The null window inside this one that asks whether a value is better for a player than the player's own bound.
    #[must_use]
    pub const fn null(self, player: Player) -> Self {
        match player {
            Player::Max => Self { beta: self.alpha + 1, ..self },
            Player::Min => Self { alpha: self.beta - 1, ..self },
        }
    }

    /// The window after a player has got a score: it raises Max's bound or lowers Min's.
    #[must_use]
    pub fn narrowed(self, player: Player, score: Value) -> Self {
        match player {
            Player::Max => Self { alpha: self.alpha.max(score), ..self },
            Player::Min => Self { beta: self.beta.min(score), ..self },
        }
    }

    /// Whether no value is left inside: the rest of a node's children is cut.
    #[must_use]
    pub const fn is_closed(self, ties: Ties) -> bool {
        // Infinities have room for one more.
        self.alpha - (ties as Value) >= self.beta
    }

    /// Whether there is a value strictly inside.
    #[must_use]
    pub const fn contains(self, score: Value) -> bool {
        self.alpha < score && score < self.beta
    }

    /// The nearest value that is not outside.
    #[must_use]
    pub fn clamp(self, score: Value) -> Value {
        score.clamp(self.alpha, self.beta)
    }

    /// Whether a player may rely on a score that a search returned for this window: it is not a
    /// bound [beyond](Bound::beyond) which the value may be worse.
    pub(crate) const fn is_sure(self, player: Player, score: Value) -> bool {
        let fails_low = score <= self.alpha && self.alpha != MINUS_INFINITY;
        match player {
            Player::Max => !fails_low,
            Player::Min => fails_low || score < self.beta || self.beta == PLUS_INFINITY,
        }
    }

    /// What a score that a search returned for this window says of the value.
    #[must_use]
    pub const fn bound(self, score: Value) -> Bound {
        if score <= self.alpha && self.alpha != MINUS_INFINITY {
            Bound::Upper
        } else if score >= self.beta && self.beta != PLUS_INFINITY {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }
}

impl<V: Copy + Neg<Output = V>> Window<V> {
    /// The bound that a player is sure of.
    #[must_use]
    pub const fn bound_of(self, player: Player) -> V {
        match player {
            Player::Max => self.alpha,
            Player::Min => self.beta,
        }
    }

    /// The same window for values from the other player's view.
    #[must_use]
    pub fn negated(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// A window for Max from a player's view, or the other way round.
    #[must_use]
    pub fn seen_by(self, player: Player) -> Self {
        match player {
            Player::Max => self,
            Player::Min => self.negated(),
        }
    }
}

/// The mean of values with their chances.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Mean {
    sum: f64,
    weight: f64,
}

impl Mean {
    /// Takes a value whose chance is `weight`, in proportion to those of the others.
    pub(crate) fn add(&mut self, weight: u32, value: f64) {
        self.sum += f64::from(weight) * value;
        self.weight += f64::from(weight);
    }

    /// The mean of the values so far.
    pub(crate) fn value(self) -> f64 {
        self.sum / self.weight
    }
}

/// The nearest integer, half a unit away from zero.
pub(crate) fn nearest(value: f64) -> Value {
    value.round() as Value
}

/// What to do where the bounds meet. The literature disagrees; on trees without equal leaves both are the
/// same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// Cut where the bounds meet.
    #[default]
    Cut,
    /// Cut only where the bounds have crossed.
    Search,
}

impl Ties {
    /// Both rules with their names.
    pub const ALL: &[(&str, Self)] = &[("cut", Self::Cut), ("search", Self::Search)];
}

/// What a score says of the value of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value.
    Exact,
    /// The value is at least the score: the search failed high.
    Lower,
    /// The value is at most the score: the search failed low.
    Upper,
}

impl Bound {
    /// What it says of the negated value.
    #[must_use]
    pub const fn negated(self) -> Self {
        match self {
            Self::Exact => Self::Exact,
            Self::Lower => Self::Upper,
            Self::Upper => Self::Lower,
        }
    }

    /// The bound that tells a player nothing to rely on: the value may be worse than the score.
    #[must_use]
    pub const fn beyond(player: Player) -> Self {
        match player {
            Player::Max => Self::Upper,
            Player::Min => Self::Lower,
        }
    }
}
