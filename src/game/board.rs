//! The board as data, so that a frontend can draw it without parsing the game's notation.

use super::{Coordinates, Side};

/// A cell of the board that pieces can stand on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardCell {
    /// The coordinates by which moves and winning lines refer to it.
    pub coordinates: Coordinates,
    /// Its column on the screen, from 1 at the left.
    pub x: u8,
    /// Its row on the screen, from 1 at the top.
    pub y: u8,
    /// Its name for people, as in error messages: "square 11".
    pub label: String,
}

/// A piece on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The side it belongs to.
    pub owner: Side,
    /// One of the kinds in [`Notation::PIECES`](super::Notation::PIECES).
    pub kind: &'static str,
}

/// A kind of piece, with its name for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceKind {
    /// The piece.
    pub piece: Piece,
    /// Its name: "black king".
    pub label: &'static str,
}

impl PieceKind {
    /// A kind of piece of `owner`.
    #[must_use]
    pub const fn new(owner: Side, kind: &'static str, label: &'static str) -> Self {
        Self { piece: Piece { owner, kind }, label }
    }
}

/// What a frontend needs to draw the board of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The cells that pieces can stand on.
    pub cells: Vec<BoardCell>,
    /// The pieces that can occur.
    pub pieces: &'static [PieceKind],
}
