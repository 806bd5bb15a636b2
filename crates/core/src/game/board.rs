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
    /// Its name for people, as in error messages: "square 11". The last word is its name in moves, which the
    /// terminal shows.
    pub label: String,
}

/// A piece on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The side it belongs to.
    pub owner: Side,
    /// One of the kinds in [`Notation::PIECES`](super::Notation::PIECES). The page draws `mark`, `disc`,
    /// `man` and `king`; a disc of a side `black` or `white` has that colour. Any other kind is a disc
    /// with its initial.
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

/// How a frontend shows a game for which it has no code of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Display {
    /// How the board looks and takes moves.
    pub board: BoardStyle,
    /// The names of the sides for people, first mover first.
    pub sides: [&'static str; 2],
    /// The name of a winning line, as in "wins with four in a row"; empty if no game is won by one.
    pub winning_line: &'static str,
    /// The unit in which people read estimates.
    pub estimate: DisplayUnit,
    /// The level at which newcomers begin: `docs/levels.md` tells how it is found.
    pub first_level: u8,
}

impl Display {
    /// A grid, sides named in words, estimates in points, and newcomers who begin at level 2.
    #[must_use]
    pub const fn grid(sides: [&'static str; 2]) -> Self {
        Self {
            board: BoardStyle::Grid,
            sides,
            winning_line: "",
            estimate: DisplayUnit::POINTS,
            first_level: 2,
        }
    }
}

/// How a board looks and takes moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardStyle {
    /// A grid of cells; a move is a click on one of them, that whose coordinates it has, by any names. A move
    /// without a cell, such as a pass, is a button beside the board; so it is on every board.
    Grid,
    /// Columns that fill from the bottom; a move is a click on one of them. Moves and cells have the
    /// coordinates `column` and `row`.
    Columns,
    /// A chequered board of which the cells are the dark squares; a move follows a path of squares.
    ///
    /// Cells have the coordinate `square`, counted from 1 in the order of the list. Moves have `from`,
    /// `to`, `path` (all squares, both ends included) and `captured` (may be empty). The first side
    /// starts at the top; the page turns the board for it. No line is drawn between dark squares side by
    /// side.
    Chequered,
    /// Squares of one colour with lines between them; a move follows a path of squares. Coordinates, sides
    /// and turning are those of [`Chequered`](Self::Chequered).
    Squares,
    /// A board ruled into squares of one colour; a move is a click on one. Moves and cells have the
    /// coordinate `cell`; a move has the cells of the pieces that it turns in `flipped`. Labels of cells
    /// are a letter and a number, such as `a1`. The number of pieces of each side is shown.
    Ruled,
}

impl BoardStyle {
    /// Whether a move follows a path of squares.
    #[must_use]
    pub const fn has_paths(self) -> bool {
        matches!(self, Self::Chequered | Self::Squares)
    }
}

/// A unit for estimated scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DisplayUnit {
    /// How much of a score is one unit.
    pub size: u16,
    /// The name of several units.
    pub name: &'static str,
}

impl DisplayUnit {
    /// The score itself.
    pub const POINTS: Self = Self { size: 1, name: "points" };
}

/// What a frontend needs to draw the board of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The cells that pieces can stand on.
    pub cells: Vec<BoardCell>,
    /// The pieces that can occur.
    pub pieces: &'static [PieceKind],
}
