//! Positions, moves and game records as text, and the board as data.

use super::{BoardCell, Coordinates, Display, Game, Layout, Moves, Piece, PieceKind, Record, Side};
use std::iter;
use thiserror::Error;

/// Why a text is no valid position, move or file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{part}: expected {expected}, got {got}{}", suggestion(.meant.as_deref()))]
pub struct Invalid {
    /// The part of the input at fault, in words: "turn", "square 33", "row 2".
    pub part: String,
    /// What was expected there.
    pub expected: String,
    /// What was there.
    pub got: String,
    /// The whole text as it was probably meant, if there is such a guess.
    pub meant: Option<String>,
}

impl Invalid {
    /// An error in `part`, where `got` stood instead of `expected`.
    pub fn new(part: impl Into<String>, expected: impl Into<String>, got: impl Into<String>) -> Self {
        Self { part: part.into(), expected: expected.into(), got: got.into(), meant: None }
    }

    /// Suggests `text` in upper or lower case, if that is valid.
    #[must_use]
    pub fn suggesting_case(self, text: &str, is_valid: impl Fn(&str) -> bool) -> Self {
        if text.len() > MAX_SUGGESTED_BYTES {
            return self;
        }
        let cases = [text.to_ascii_uppercase(), text.to_ascii_lowercase()];
        Self { meant: cases.into_iter().find(|other| other != text && is_valid(other)), ..self }
    }
}

/// The longest text to suggest: longer than any position of the games.
const MAX_SUGGESTED_BYTES: usize = 200;

fn suggestion(meant: Option<&str>) -> String {
    meant.map_or_else(String::new, |meant| format!("; did you mean {meant:?}?"))
}

/// Input quoted for an error message, truncated to 40 characters.
#[must_use]
pub fn quoted(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// What a frontend needs to know about a game before the first move.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The game's name in URLs: [`Rules::ID`](super::Rules::ID).
    pub id: &'static str,
    /// The game's name for people.
    pub title: &'static str,
    /// Width of the board in cells.
    pub columns: u8,
    /// Height of the board in cells.
    pub rows: u8,
    /// The names of the sides in answers, first mover first.
    pub sides: [&'static str; 2],
    /// The notation of positions, in a sentence.
    pub position_notation: &'static str,
    /// A position in the middle of a game.
    pub position_example: &'static str,
    /// The notation of moves, in a sentence.
    pub move_notation: &'static str,
    /// A move that is legal in `position_example`.
    pub move_example: &'static str,
    /// The meaning of an estimated score of 100.
    pub estimate_unit: &'static str,
    /// How the page shows the game.
    pub display: Display,
    /// Positions of the benchmark, with depths in plies.
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

/// A move as text and coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    /// The move in the game's notation.
    pub text: String,
    /// The cells it touches.
    pub coordinates: Coordinates,
}

/// Parses and formats positions, moves and game records.
pub trait Notation: Game {
    /// What a frontend needs to know about the game.
    const INFO: Info;

    /// The kinds of pieces; none if there is no board to draw.
    const PIECES: &'static [PieceKind] = &[];

    /// The cells that pieces can stand on; none if there is no board to draw.
    fn cells() -> Vec<BoardCell> {
        Vec::new()
    }

    /// The piece on each of [`Notation::cells`], in their order.
    fn pieces(_: &Self::Position) -> Vec<Option<Piece>> {
        vec![None; Self::cells().len()]
    }

    /// The text of [`Notation::parse`] for pieces on [`Notation::cells`], in their order, and a side to move;
    /// `None` if the game is not set up by pieces. The pieces need not be a position.
    fn print_pieces(_pieces: &[Option<Piece>], _to_move: Side) -> Option<String> {
        None
    }

    /// The board as data.
    #[must_use]
    fn layout() -> Layout {
        Layout { cells: Self::cells(), pieces: Self::PIECES }
    }

    /// Whether pieces move, capture others by noisy moves, and count by their kind: then reasons in words
    /// say what a line wins and loses.
    const HAS_MATERIAL: bool = false;

    /// Parses a position.
    ///
    /// # Errors
    ///
    /// If the text is malformed, or the position can't occur by the numbers of pieces and the turn.
    fn parse(text: &str) -> Result<Self::Position, Invalid>;

    /// Formats a position in canonical form: equal positions have equal texts.
    fn print(position: &Self::Position) -> String;

    /// Every notation of a legal move, the canonical one first; never empty.
    fn move_texts(position: &Self::Position, played: Self::Move) -> Vec<MoveText>;

    /// Whether `text` could be a notation of the move, by a quick check.
    fn could_match(_played: Self::Move, _text: &str) -> bool {
        true
    }

    /// Whether `text` abbreviates the move, besides its [`Notation::move_texts`].
    fn accepts_abbreviation(_position: &Self::Position, _played: Self::Move, _text: &str) -> bool {
        false
    }

    /// The cells of the winning line, if the game was won by one.
    fn winning_line(_: &Self::Position) -> Vec<Coordinates> {
        Vec::new()
    }

    /// Formats a legal move in canonical form.
    fn print_move(position: &Self::Position, played: Self::Move) -> String {
        Self::move_texts(position, played).swap_remove(0).text
    }

    /// Parses a move that is legal in `position`.
    ///
    /// # Errors
    ///
    /// If no legal move has this notation, or several have.
    fn parse_move(position: &Self::Position, text: &str) -> Result<Self::Move, Invalid> {
        let mut moves = Moves::new();
        Self::moves(position, &mut moves);
        let likely = || moves.iter().copied().filter(|&played| Self::could_match(played, text));
        let has_text = |played| Self::move_texts(position, played).iter().any(|own| own.text == text);
        if let Some(played) = likely().find(|&played| has_text(played)) {
            return Ok(played);
        }
        let mut abbreviated = likely().filter(|&played| Self::accepts_abbreviation(position, played, text));
        match (abbreviated.next(), abbreviated.next()) {
            (Some(played), None) => Ok(played),
            (Some(_), Some(_)) => {
                Err(Invalid::new("move", "the full path, as more than one move is written so", quoted(text)))
            }
            (None, _) => Err(Invalid::new("move", Self::legal_moves_text(position, &moves), quoted(text))),
        }
    }

    /// The legal moves, for an error message.
    fn legal_moves_text(position: &Self::Position, moves: &[Self::Move]) -> String {
        if moves.is_empty() {
            return "no move, as the game is over".to_owned();
        }
        let names: Vec<_> = moves.iter().map(|&played| Self::print_move(position, played)).collect();
        format!("one of {}", names.join(", "))
    }

    /// The game records in a text, one after the other. By default a text is one record: a position and
    /// the moves played from it, separated by white space.
    fn records(text: &str) -> impl Iterator<Item = Result<Record<Self>, Invalid>> {
        iter::once_with(|| plain_record(text))
    }

    /// The canonical notation of each move of a line from a position.
    fn print_line(mut position: Self::Position, line: &[Self::Move]) -> Vec<String> {
        let print = |&played: &Self::Move| {
            let text = Self::print_move(&position, played);
            position = Self::play(&position, played);
            text
        };
        line.iter().map(print).collect()
    }

    /// The canonical notation of each move of a record.
    fn print_moves(record: &Record<Self>) -> Vec<String> {
        Self::print_line(record.start, &record.moves)
    }

    /// A record in each notation of the game, by its name: the final position first, then the whole game
    /// in every form that [`Notation::records`] parses. `moves` are those of [`Notation::print_moves`].
    fn record_texts(record: &Record<Self>, moves: &[String]) -> Vec<(&'static str, String)> {
        plain_texts(record, moves)
    }
}

/// A record as a position and the moves played from it, separated by white space.
///
/// # Errors
///
/// If the position is invalid or a move illegal; the error names the move's number.
pub fn plain_record<G: Notation>(text: &str) -> Result<Record<G>, Invalid> {
    let mut words = text.split_whitespace();
    let mut record = Record::from(G::parse(words.next().unwrap_or_default())?);
    let mut position = record.start;
    for (word, number) in words.zip(1..) {
        let numbered = |invalid| Invalid { part: format!("move {number}"), ..invalid };
        let played = G::parse_move(&position, word).map_err(numbered)?;
        position = G::play(&position, played);
        record.moves.push(played);
    }
    Ok(record)
}

/// The final position as `board`, and the text of [`plain_record`] as `record`.
#[must_use]
pub fn plain_texts<G: Notation>(record: &Record<G>, moves: &[String]) -> Vec<(&'static str, String)> {
    let words = iter::once(G::print(&record.start)).chain(moves.iter().cloned());
    vec![("board", G::print(&record.end())), ("record", words.collect::<Vec<_>>().join(" "))]
}
