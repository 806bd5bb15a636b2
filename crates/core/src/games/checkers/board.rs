//! The pieces and the side to move.

use super::moves::Move;
use super::square::{Direction, Square, Squares};
use crate::game::Side;
use crate::types::Key;

/// A state of play. Black is [`Side::First`], White [`Side::Second`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    pieces: [Squares; 2],
    kings: Squares,
    to_move: Side,
}

impl Board {
    /// Twelve men a side, Black to move.
    pub(super) const START: Self = Self {
        pieces: [Squares::rows(&[0, 1, 2]), Squares::rows(&[5, 6, 7])],
        kings: Squares::EMPTY,
        to_move: Side::First,
    };

    /// An empty board.
    pub(super) fn cleared(to_move: Side) -> Self {
        Self { pieces: [Squares::EMPTY; 2], kings: Squares::EMPTY, to_move }
    }

    /// Black's and White's pieces, and which of them are kings.
    pub(super) const fn new(pieces: [Squares; 2], kings: Squares, to_move: Side) -> Self {
        Self { pieces, kings, to_move }
    }

    /// Puts a piece on a square, free or not.
    pub(super) fn put(&mut self, side: Side, is_king: bool, square: Square) {
        let square = Squares::only(square);
        self.pieces[side as usize] |= square;
        if is_king {
            self.kings |= square;
        }
    }

    pub(super) const fn to_move(self) -> Side {
        self.to_move
    }

    /// The men and kings of `side`.
    pub(super) const fn of(&self, side: Side) -> Squares {
        self.pieces[side as usize]
    }

    /// The men and kings of the side to move.
    pub(super) const fn own(&self) -> Squares {
        self.of(self.to_move)
    }

    /// The men and kings of the opponent.
    pub(super) fn theirs(&self) -> Squares {
        self.of(!self.to_move)
    }

    /// The kings of both sides.
    pub(super) const fn kings(&self) -> Squares {
        self.kings
    }

    pub(super) fn free(&self) -> Squares {
        !(self.pieces[0] | self.pieces[1])
    }

    /// The pieces of the side to move that may step in a direction: all forward, kings also
    /// backward.
    pub(super) fn movers(&self, direction: Direction) -> Squares {
        if direction.is_forward(self.to_move) { self.own() } else { self.own() & self.kings }
    }

    /// The row where the men of `side` are crowned.
    pub(super) const fn king_row(side: Side) -> Squares {
        const KING_ROWS: [Squares; 2] = [Squares::rows(&[7]), Squares::rows(&[0])];
        KING_ROWS[side as usize]
    }

    /// Whether the move crowns a man.
    pub(super) fn crowns(&self, played: Move) -> bool {
        !self.kings.has(played.from) && Self::king_row(self.to_move).has(played.to)
    }

    /// The board after a legal move.
    pub(super) fn after(&self, played: Move) -> Self {
        let [from, to] = [played.from, played.to].map(Squares::only);
        let stay = !(from | played.captured);
        let mut next = *self;
        next.pieces[self.to_move as usize] &= stay;
        next.pieces[self.to_move as usize] |= to;
        next.pieces[!self.to_move as usize] &= stay;
        next.kings &= stay;
        if self.kings.has(played.from) || Self::king_row(self.to_move).has(played.to) {
            next.kings |= to;
        }
        next.to_move = !self.to_move;
        next
    }

    /// The same position with the other side to move.
    pub(super) fn passed(&self) -> Self {
        Self { to_move: !self.to_move, ..*self }
    }

    /// The position with the side to move as Black.
    #[must_use]
    pub fn seen_by_mover(&self) -> Self {
        match self.to_move {
            Side::First => *self,
            Side::Second => self.turned(),
        }
    }

    /// Pieces of both sides.
    #[must_use]
    pub fn count(&self) -> u32 {
        (self.pieces[0] | self.pieces[1]).len()
    }

    /// A position with Black to move in 96 bits: black pieces, white pieces, kings; bit `n - 1` for
    /// square `n`.
    #[must_use]
    pub fn packed(&self) -> [u32; 3] {
        [self.of(Side::First), self.of(Side::Second), self.kings].map(Squares::packed)
    }

    /// The inverse of [`Board::packed`].
    #[must_use]
    pub fn unpacked(words: [u32; 3]) -> Self {
        let [black, white, kings] = words.map(Squares::unpacked);
        Self { pieces: [black, white], kings, to_move: Side::First }
    }

    /// The position with colours exchanged and the board rotated by 180 degrees.
    pub(super) fn turned(&self) -> Self {
        let [black, white] = self.pieces.map(Squares::turned);
        Self { pieces: [white, black], kings: self.kings.turned(), to_move: !self.to_move }
    }

    pub(super) fn key(&self) -> Key {
        let [black, white] = self.pieces.map(Squares::bits);
        Key::hashed([[black, white], [self.kings.bits(), self.to_move as u64]])
    }
}
