//! The contract between a game and people: positions and moves as text.

use super::{BoardCell, Game, Layout, Moves, Piece, PieceKind, Side};
use thiserror::Error;

/// A text that is no valid position or move, and why.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{part}: expected {expected}, got {got}{}", suggestion(.meant.as_deref()))]
pub struct Invalid {
    /// The part of the input that is to blame, in words: "turn", "square 33", "row 2".
    pub part: String,
    /// What could have stood there.
    pub expected: String,
    /// What stood there.
    pub got: String,
    /// The whole text as it was probably meant.
    pub meant: Option<String>,
}

impl Invalid {
    /// Blames `part`, where `expected` was wanted and `got` came.
    pub fn new(part: impl Into<String>, expected: impl Into<String>, got: impl Into<String>) -> Self {
        Self { part: part.into(), expected: expected.into(), got: got.into(), meant: None }
    }

    /// Suggests `text` in other letters, capital or small, if it can be read so.
    #[must_use]
    pub fn suggesting_letters(self, text: &str, is_valid: impl Fn(&str) -> bool) -> Self {
        if text.len() > MOST_SUGGESTED {
            return self;
        }
        let letters = [text.to_ascii_uppercase(), text.to_ascii_lowercase()];
        Self { meant: letters.into_iter().find(|other| other != text && is_valid(other)), ..self }
    }
}

/// Bytes of the longest text that is worth suggesting: any position of the games fits.
const MOST_SUGGESTED: usize = 200;

fn suggestion(meant: Option<&str>) -> String {
    meant.map_or_else(String::new, |meant| format!("; did you mean {meant:?}?"))
}

/// Input quoted for an error message, cut to 40 characters.
#[must_use]
pub fn quoted(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// What a frontend needs to know of a game before the first move.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The game's name in URLs: [`Game::ID`].
    pub id: &'static str,
    /// The game's name for people.
    pub title: &'static str,
    /// Width of the board in cells.
    pub columns: u8,
    /// Height of the board in cells.
    pub rows: u8,
    /// The sides, first mover first, as answers name them.
    pub sides: [&'static str; 2],
    /// How a position is written, in a sentence.
    pub position_notation: &'static str,
    /// A position in the middle of a game.
    pub position_example: &'static str,
    /// How a move is written, in a sentence.
    pub move_notation: &'static str,
    /// A move that is legal in `position_example`.
    pub move_example: &'static str,
    /// What an estimated score of 100 means.
    pub estimate_unit: &'static str,
    /// Positions, with depths in plies, on which the search is measured.
    pub bench: &'static [(&'static str, u8)],
}

impl Info {
    /// The name of `side`.
    #[must_use]
    pub const fn side(&self, side: Side) -> &'static str {
        match side {
            Side::First => self.sides[0],
            Side::Second => self.sides[1],
        }
    }
}

/// One or more places on a board, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A single place.
    One(u8),
    /// Several, in order.
    Many(Vec<u8>),
}

/// Places with the names they go by in JSON: `from`, `to`, `captured`, `cell`, `column`, `row`.
pub type Places = Vec<(&'static str, Place)>;

/// One way to write and show a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wording {
    /// The move in the game's notation.
    pub text: String,
    /// What it touches on the board.
    pub places: Places,
}

/// Reading and writing of positions and moves.
pub trait Notation: Game {
    /// What a frontend needs to know of the game.
    const INFO: Info;

    /// The pieces that can occur; none where there is no board to draw.
    const PIECES: &'static [PieceKind] = &[];

    /// The cells that pieces can stand on; none where there is no board to draw.
    fn cells() -> Vec<BoardCell> {
        Vec::new()
    }

    /// The piece on each of [`Notation::cells`], in their order.
    fn pieces(_: &Self::Position) -> Vec<Option<Piece>> {
        vec![None; Self::cells().len()]
    }

    /// The board as data.
    #[must_use]
    fn layout() -> Layout {
        Layout { cells: Self::cells(), pieces: Self::PIECES }
    }

    /// Reads a position.
    ///
    /// # Errors
    ///
    /// If the text is malformed, or tells a position that no game can reach as far as the rules
    /// of counting and turn can see.
    fn parse(text: &str) -> Result<Self::Position, Invalid>;

    /// Writes a position in canonical form: equal positions, equal texts.
    fn print(position: &Self::Position) -> String;

    /// Every way to write a legal move, the canonical one first; never empty.
    fn wordings(position: &Self::Position, played: Self::Move) -> Vec<Wording>;

    /// Whether `text` could be a way to write the move, as far as is known without writing it.
    fn may_be_written(_played: Self::Move, _text: &str) -> bool {
        true
    }

    /// Whether `text` is a way to write the move, beyond its [`Notation::wordings`].
    fn is_shorthand(_position: &Self::Position, _played: Self::Move, _text: &str) -> bool {
        false
    }

    /// The cells that won the game, if a line did.
    fn winning_line(_: &Self::Position) -> Vec<Places> {
        Vec::new()
    }

    /// Writes a legal move in canonical form.
    fn print_move(position: &Self::Position, played: Self::Move) -> String {
        Self::wordings(position, played).swap_remove(0).text
    }

    /// Reads a move that is legal in `position`.
    ///
    /// # Errors
    ///
    /// If no legal move is written so, or more than one is.
    fn parse_move(position: &Self::Position, text: &str) -> Result<Self::Move, Invalid> {
        let mut moves = Moves::new();
        Self::moves(position, &mut moves);
        let likely = || moves.iter().copied().filter(|&played| Self::may_be_written(played, text));
        let worded = |played| Self::wordings(position, played).iter().any(|wording| wording.text == text);
        if let Some(played) = likely().find(|&played| worded(played)) {
            return Ok(played);
        }
        let mut short = likely().filter(|&played| Self::is_shorthand(position, played, text));
        match (short.next(), short.next()) {
            (Some(played), None) => Ok(played),
            (Some(_), Some(_)) => {
                Err(Invalid::new("move", "the full path, as more than one move is written so", quoted(text)))
            }
            (None, _) => Err(Invalid::new("move", Self::listed(position, &moves), quoted(text))),
        }
    }

    /// The legal moves as an error message lists them.
    fn listed(position: &Self::Position, moves: &[Self::Move]) -> String {
        if moves.is_empty() {
            return "no move, as the game is over".to_owned();
        }
        let names: Vec<_> = moves.iter().map(|&played| Self::print_move(position, played)).collect();
        format!("one of {}", names.join(", "))
    }
}
