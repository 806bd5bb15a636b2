//! Conversion between notations.

use super::placement::place;
use super::report_builder::game_result;
use super::typed_query::{parse_move, parse_start};
use super::{FieldError, PlacedPiece, PositionInfo};
use crate::game::{Comment, Invalid, Notation, Record, RecordedResult, Tag};
use crate::search::Path;

/// The most games in a text.
const MAX_GAMES: usize = 100;
/// The most moves in all games of a text.
const MAX_MOVES: usize = 2000;

/// What to convert.
#[derive(Clone, Debug)]
pub enum GameSource<'a> {
    /// A position or games, in any notation of the game.
    Text(&'a str),
    /// The first game of a text. What comes after it may be anything.
    FirstGame(&'a str),
    /// A position, the start position if `None`, and the moves played from it.
    Moves(Option<&'a str>, &'a [String]),
    /// Pieces on a board, and the name of the side to move; `None` where it follows from the pieces.
    Pieces(Vec<PlacedPiece>, Option<&'a str>),
}

/// A game in every notation.
#[derive(Clone, Debug)]
pub struct ConvertedGame {
    /// What is recorded about the game.
    pub tags: Vec<Tag>,
    /// The position before the first move, in canonical notation.
    pub start: String,
    /// The moves in canonical notation.
    pub moves: Vec<String>,
    /// Remarks on the game, in the order of their plies.
    pub comments: Vec<Comment>,
    /// The side that plays each move.
    pub movers: Vec<&'static str>,
    /// The position after them.
    pub position_info: PositionInfo,
    /// The result by the record; by the rules, if the record has none.
    pub result: RecordedResult,
    /// The winner, if there is one.
    pub winner: Option<&'static str>,
    /// The text in each notation, by its name.
    pub texts: Vec<(&'static str, String)>,
}

/// Converts games. Draws by repetition or by the no-progress rule do not end them.
pub(super) fn convert<G: Notation>(source: GameSource<'_>) -> Result<Vec<ConvertedGame>, FieldError> {
    let records = match source {
        GameSource::Text(text) => parse_text::<G>(text, usize::MAX).map_err(FieldError::within("text"))?,
        GameSource::FirstGame(text) => parse_text::<G>(text, 1).map_err(FieldError::within("text"))?,
        GameSource::Moves(position, moves) => vec![parse_moves::<G>(position, moves)?],
        GameSource::Pieces(pieces, to_move) => vec![Record::from(place::<G>(&pieces, to_move)?)],
    };
    Ok(records.into_iter().map(convert_record).collect())
}

/// The games of a text, up to the number that is wanted.
fn parse_text<G: Notation>(text: &str, wanted: usize) -> Result<Vec<Record<G>>, Invalid> {
    let (mut records, mut moves) = (Vec::new(), 0);
    let is_valid = |other: &str| G::records(other).take(wanted).all(|record| record.is_ok());
    for record in G::records(text).take(wanted) {
        let record = record.map_err(|invalid| invalid.suggesting_case(text, is_valid))?;
        if records.len() == MAX_GAMES {
            return Err(Invalid::new("games", format!("at most {MAX_GAMES}"), "more"));
        }
        moves += record.moves.len();
        check_count(moves)?;
        records.push(record);
    }
    Ok(records)
}

fn parse_moves<G: Notation>(position: Option<&str>, moves: &[String]) -> Result<Record<G>, FieldError> {
    check_count(moves.len()).map_err(FieldError::within("moves"))?;
    let mut record = Record::from(parse_start::<G>(position)?);
    let mut position = record.start;
    for (index, text) in moves.iter().enumerate() {
        let played =
            parse_move::<G>(&position, text).map_err(FieldError::within(format!("moves[{index}]")))?;
        position = G::play(&position, played);
        record.moves.push(played);
    }
    Ok(record)
}

fn check_count(moves: usize) -> Result<(), Invalid> {
    if moves <= MAX_MOVES {
        return Ok(());
    }
    Err(Invalid::new("moves", format!("at most {MAX_MOVES}"), "more"))
}

fn convert_record<G: Notation>(mut record: Record<G>) -> ConvertedGame {
    let mut path = Path::<G>::from(record.start);
    let play = |&played| {
        let mover = G::INFO.side(G::to_move(path.position()));
        path.play(played);
        mover
    };
    let movers = record.moves.iter().map(play).collect();
    let outcome = path.outcome();
    if let (RecordedResult::Unfinished, Some(outcome)) = (record.result, outcome) {
        record.result = RecordedResult::of(outcome.winner);
    }
    let moves = G::print_moves(&record);
    ConvertedGame {
        start: G::print(&record.start),
        position_info: PositionInfo {
            game: G::INFO.id,
            position: G::print(path.position()),
            to_move: G::INFO.side(G::to_move(path.position())),
            outcome: game_result(&path),
        },
        result: record.result,
        winner: record.result.winner().map(|side| G::INFO.side(side)),
        texts: G::record_texts(&record, &moves),
        tags: record.tags,
        comments: record.comments,
        moves,
        movers,
    }
}
