//! The board: the discs of both sides and the side to move.

use super::Move;
use super::flips::{self, Squares, flips, members};
use crate::game::Side;

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// The discs of the side to move.
    pub(super) own: Squares,
    /// The discs of the other side.
    pub(super) other: Squares,
    to_move: Side,
}

impl Board {
    /// The start: black on e4 and d5, white on d4 and e5, black to move.
    pub const START: Self = Self { own: 1 << 28 | 1 << 35, other: 1 << 27 | 1 << 36, to_move: Side::First };

    /// The board with the discs of the side to move and of the other, a bit each, a1 the lowest; no square has both.
    #[must_use]
    pub const fn new(own: Squares, other: Squares, to_move: Side) -> Self {
        Self { own, other, to_move }
    }

    /// The side to move.
    #[must_use]
    pub const fn to_move(&self) -> Side {
        self.to_move
    }

    /// The discs of a side, a bit each, a1 the lowest.
    #[must_use]
    pub fn of(&self, side: Side) -> u64 {
        if side == self.to_move { self.own } else { self.other }
    }

    /// The number of discs.
    #[must_use]
    pub const fn discs(&self) -> u32 {
        (self.own | self.other).count_ones()
    }

    /// The squares without a disc.
    pub(super) const fn empty(&self) -> Squares {
        !(self.own | self.other)
    }

    /// The squares where the side to move may put a disc.
    pub(super) const fn mobility(&self) -> Squares {
        flips::moves(self.own, self.other)
    }

    /// Whether the other side could put a disc somewhere if it were to move.
    const fn other_can_move(&self) -> bool {
        flips::moves(self.other, self.own) != 0
    }

    /// The legal moves.
    pub(super) fn moves(&self) -> impl Iterator<Item = Move> + use<> {
        let squares = self.mobility();
        let pass = (squares == 0 && self.other_can_move()).then_some(Move::PASS);
        members(squares).filter_map(Move::on).chain(pass)
    }

    /// Whether neither side can put a disc anywhere.
    pub(super) const fn is_over(&self) -> bool {
        self.mobility() == 0 && !self.other_can_move()
    }

    /// The discs that a legal move flips.
    pub(super) fn flipped(&self, played: Move) -> Squares {
        played.square().map_or(0, |square| flips(self.own, self.other, square))
    }

    /// The board after a legal move.
    pub(super) fn after(&self, played: Move) -> Self {
        let to_move = !self.to_move;
        let Some(square) = played.square() else {
            return Self { own: self.other, other: self.own, to_move };
        };
        let flipped = flips(self.own, self.other, square);
        Self { own: self.other ^ flipped, other: self.own ^ flipped ^ 1 << square, to_move }
    }

    /// The difference in discs at the end of the game for the side to move, the empty squares counted for the
    /// winner.
    pub(super) const fn final_difference(&self) -> i16 {
        final_difference(self.own, self.other)
    }
}

/// See [`Board::final_difference`].
pub(super) const fn final_difference(own: Squares, other: Squares) -> i16 {
    let (own, other) = (own.count_ones() as i16, other.count_ones() as i16);
    if own > other {
        64 - 2 * other
    } else if own < other {
        2 * own - 64
    } else {
        0
    }
}
