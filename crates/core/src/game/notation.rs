//! Positions, moves and game records as text, and the board as data.

use super::{
    BoardCell, Coordinates, Display, Game, ImportedRecord, Invalid, Layout, Moves, Parameter, Phrase, Piece,
    PieceKind, Record, Side, phrases, quoted,
};
use std::iter;

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

    /// The kinds of pieces; none if there is no board to draw: then the page leaves the game out.
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

    /// Indices of [`Notation::cells`] that are corners, where a piece stays for good while others may change hands:
    /// reasons in words name moves there.
    const CORNERS: &'static [usize] = &[];

    /// The endings of the names of files with records of the game, without the dot.
    const FILE_EXTENSIONS: &'static [&'static str] = &[];
    /// Whether the last of [`Notation::record_texts`] has the comments of a record.
    const KEEPS_COMMENTS: bool = false;

    /// Parses a position.
    ///
    /// # Errors
    ///
    /// If the text is malformed, or the position can't occur by the numbers of pieces and the turn.
    fn parse(text: &str) -> Result<Self::Position, Invalid>;

    /// Parses a position where the side to move may be said beside the text.
    ///
    /// # Errors
    ///
    /// As [`Notation::parse`], or if the position has the other side to move.
    fn parse_with(text: &str, to_move: Option<Side>) -> Result<Self::Position, Invalid> {
        let position = Self::parse(text)?;
        let due = Self::to_move(&position);
        match to_move.filter(|given| *given != due) {
            None => Ok(position),
            Some(given) => {
                let expected = phrases::side_of_position(Self::INFO.side(due));
                Err(Invalid::new(phrases::to_move(), expected, quoted(Self::INFO.side(given))))
            }
        }
    }

    /// Formats a position in canonical form: equal positions have equal texts. It has no white space, unless
    /// the game has a [`Notation::record`] of its own: the default takes the first word for the position.
    fn print(position: &Self::Position) -> String;

    /// The plies without progress before a position, where its text says so; 0 by default.
    fn no_progress_plies(_text: &str) -> u16 {
        0
    }

    /// Formats a position after plies without progress, as [`Notation::no_progress_plies`] reads them.
    fn print_with_plies(position: &Self::Position, _no_progress_plies: u16) -> String {
        Self::print(position)
    }

    /// Every notation of a legal move, the canonical one first; never empty.
    fn move_texts(position: &Self::Position, played: Self::Move) -> Vec<MoveText>;

    /// Whether `next` goes on with the move that `text` begins, as each jump of a multiple capture may be
    /// written apart.
    fn continues_move(_text: &str, _next: &str) -> bool {
        false
    }

    /// A move that a record leaves out before the move with that text, such as a pass that is forced.
    fn implied_move(_: &Self::Position, _text: &str) -> Option<Self::Move> {
        None
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
        let is_text = |own: &MoveText| own.text == text.trim();
        let is_meant = |&played: &Self::Move| Self::move_texts(position, played).iter().any(is_text);
        moves.iter().copied().find(is_meant).ok_or_else(|| Self::illegal_move(position, text))
    }

    /// The move with that index in a game, as people count: "move 3". The first player of the game's notation
    /// need not be to move at the start.
    fn move_label(_start: &Self::Position, index: usize) -> Phrase {
        phrases::numbered_move(index + 1)
    }

    /// The error of a text that names no legal move.
    fn illegal_move(position: &Self::Position, text: &str) -> Invalid {
        let mut moves = Moves::new();
        Self::moves(position, &mut moves);
        let names = moves.iter().map(|&played| Self::print_move(position, played));
        let expected = match moves[..] {
            [] => phrases::no_move_after_end(),
            _ => phrases::one_of_moves(names.collect::<Parameter>()),
        };
        Invalid::new(phrases::moved(), expected, quoted(text))
    }

    /// The game record that a text is: by default a position, of as many words as its example, and the moves played
    /// from it, separated by white space.
    ///
    /// # Errors
    ///
    /// If the position is invalid.
    fn record(text: &str) -> Result<ImportedRecord<Self>, Invalid> {
        let text = text.trim();
        let words: Vec<_> = text.split_whitespace().collect();
        let of_position = Self::INFO.position_example.split_whitespace().count();
        let (position, moves) = words.split_at(of_position.min(words.len()));
        Ok(played_record(Self::parse(&position.join(" "))?, moves.iter().copied(), text.len()))
    }

    /// The game records in a text, one after the other, from the byte on where an earlier one has
    /// [ended](ImportedRecord::end). By default a text is one [record](Notation::record).
    ///
    /// # Errors
    ///
    /// If the text is no record.
    fn records(text: &str, from: usize) -> impl Iterator<Item = Result<ImportedRecord<Self>, Invalid>> {
        iter::once_with(|| Self::record(text)).take(usize::from(from == 0))
    }

    /// The games of a binary file as a text of [records](Notation::records); `None` if it is no such file.
    fn decode_records(_file: &[u8]) -> Option<String> {
        None
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

/// Plays the move that a text names, after one that the text implies. Calls `play` with each and the position before.
///
/// # Errors
///
/// If the text names no legal move; the implied one is played all the same.
pub fn play_text<G: Notation>(
    position: &mut G::Position,
    text: &str,
    mut play: impl FnMut(&G::Position, G::Move),
) -> Result<(), Invalid> {
    if let Some(implied) = G::implied_move(position, text) {
        play(position, implied);
        *position = G::play(position, implied);
    }
    let played = G::parse_move(position, text)?;
    play(position, played);
    *position = G::play(position, played);
    Ok(())
}

/// The record of moves played from a position, up to the first that is illegal there.
pub fn played_record<'a, G: Notation>(
    start: G::Position,
    moves: impl Iterator<Item = &'a str>,
    end: usize,
) -> ImportedRecord<G> {
    let (mut record, mut position) = (Record::from(start), start);
    let play = |text| play_text::<G>(&mut position, text, |_, played| record.moves.push(played));
    let illegal = moves.map(play).find_map(Result::err);
    let fault = illegal.map(|illegal| {
        let part = G::move_label(&start, record.moves.len());
        Invalid { part, ..illegal }
    });
    ImportedRecord { record, fault, has_start: true, warnings: Vec::new(), end }
}

/// The final position as `board`, and the start position with the moves as `record`.
#[must_use]
pub fn plain_texts<G: Notation>(record: &Record<G>, moves: &[String]) -> Vec<(&'static str, String)> {
    let words = iter::once(G::print(&record.start)).chain(moves.iter().cloned());
    vec![("board", G::print(&record.end())), ("record", words.collect::<Vec<_>>().join(" "))]
}
