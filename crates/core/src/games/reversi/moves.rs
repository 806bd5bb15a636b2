//! Moves: a square, or the pass of a side that has no other move.

use std::fmt::{self, Debug, Display, Formatter};

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u8);

impl Move {
    /// The pass.
    pub const PASS: Self = Self(64);
    /// The number of moves.
    pub(super) const COUNT: usize = 65;

    /// The move on a square by its number: 0 for a1, 1 for b1, 8 for a2, 63 for h8.
    #[must_use]
    pub const fn on(square: u8) -> Option<Self> {
        if square < 64 { Some(Self(square)) } else { None }
    }

    /// The number of the square; `None` for a pass.
    #[must_use]
    pub const fn square(self) -> Option<u8> {
        if self.is_pass() { None } else { Some(self.0) }
    }

    /// Whether this is the pass.
    #[must_use]
    pub const fn is_pass(self) -> bool {
        self.0 == Self::PASS.0
    }

    /// The move mirrored on the diagonal from a1 to h8.
    pub(super) fn mirrored(self) -> Self {
        self.square().map_or(self, |square| Self(square % 8 * 8 + square / 8))
    }

    /// The move on the board turned by half a turn.
    pub(super) fn turned(self) -> Self {
        self.square().map_or(self, |square| Self(63 - square))
    }

    /// The number of the square, or 64 for a pass.
    pub(super) const fn number(self) -> u8 {
        self.0
    }
}

/// The name of a square: `d3`.
pub(super) fn square_name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1)
}

impl Display for Move {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self.square() {
            Some(square) => out.write_str(&square_name(square)),
            None => out.write_str("pass"),
        }
    }
}

impl Debug for Move {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, out)
    }
}
