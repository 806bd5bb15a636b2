//! Conversion between notations.

use super::analysis_builder::game_result;
use super::placement::place;
use super::typed_query::{parse_start, play_all};
use super::{FieldError, PlacedPiece, PositionInfo, phrases};
use bestmove_core::game::{
    Comment, Ending, ImportedRecord, Invalid, Notation, Parameter, Record, RecordedResult, Tag,
    phrases as core_phrases, quoted,
};
use bestmove_core::search::Path;

/// The most games in a text.
pub const MAX_GAMES: usize = 10_000;
/// The most moves in a game.
const MAX_MOVES: usize = 2000;

/// A game, other than as a text.
#[derive(Clone, Debug)]
pub enum GameSource<'a> {
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
    /// Moves that were played although a draw could have been claimed before them.
    unclaimed: Vec<UnclaimedDraw>,
}

/// A draw that could have been claimed before a move.
#[derive(Clone, Debug)]
struct UnclaimedDraw {
    index: usize,
    position: String,
    ending: Ending,
}

impl ConvertedGame {
    /// The position before the move with that index: one earlier in the game, and the moves from there. The
    /// moves begin after the last draw that nobody claimed.
    #[must_use]
    pub fn before(&self, index: usize) -> (&str, &[String]) {
        let last = self.unclaimed.iter().rfind(|draw| draw.index <= index);
        let (position, from) = last.map_or((&self.start, 0), |draw| (&draw.position, draw.index));
        (position, &self.moves[from..index])
    }
}

/// A game of a text.
#[derive(Clone, Debug)]
pub struct ImportedGame {
    /// Its number in the text, from 1.
    pub number: usize,
    /// The game: all of it, or up to the fault.
    pub game: ConvertedGame,
    /// Why the rest could not be read; its part begins with the number of the game.
    pub fault: Option<Invalid>,
    /// Whether the start position is known: not where that is the fault.
    pub has_start: bool,
    /// Oddities that were understood, or skipped.
    pub warnings: Vec<Invalid>,
}

impl From<ConvertedGame> for ImportedGame {
    /// The only game.
    fn from(game: ConvertedGame) -> Self {
        Self { number: 1, game, fault: None, has_start: true, warnings: Vec::new() }
    }
}

/// A place between the games of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImportPlace {
    /// Bytes of the text before it.
    pub byte: usize,
    /// Games before it.
    pub games: usize,
}

/// Where an import goes on after a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportStep {
    /// With the next game at once.
    Continue,
    /// With the next game, later.
    StopAfter,
    /// With the same game, later.
    StopBefore,
}

/// Converts a game. Draws by repetition or by the no-progress rule do not end it.
pub(super) fn convert<G: Notation>(source: GameSource<'_>) -> Result<ConvertedGame, FieldError> {
    let record = match source {
        GameSource::Moves(position, moves) => parse_moves::<G>(position, moves)?,
        GameSource::Pieces(pieces, to_move) => Record::from(place::<G>(&pieces, to_move)?),
    };
    Ok(convert_record(record))
}

/// Converts the games of a text from a place on, until `take` stops. Returns the place to go on from.
pub(super) fn import<G: Notation>(
    text: &str,
    from: ImportPlace,
    take: &mut dyn FnMut(ImportedGame) -> ImportStep,
) -> Result<Option<ImportPlace>, FieldError> {
    if let Some(invalid) = no_records::<G>(text).filter(|_| from == ImportPlace::default()) {
        return Err(FieldError { field: "text".to_owned(), invalid });
    }
    let mut place = from;
    for read in G::records(text, from.byte) {
        let read = read.map_err(FieldError::within("text"))?;
        if place.games == MAX_GAMES && place != from {
            return Ok(Some(place));
        }
        if place.games == MAX_GAMES {
            return Err(FieldError {
                field: "text".to_owned(),
                invalid: Invalid::new(
                    core_phrases::games(),
                    core_phrases::at_most(MAX_GAMES),
                    core_phrases::more(),
                ),
            });
        }
        let after = ImportPlace { byte: read.end, games: place.games + 1 };
        match take(import_record(after.games, read)) {
            ImportStep::Continue => place = after,
            ImportStep::StopAfter => return Ok(Some(after).filter(|after| after.byte < text.len())),
            ImportStep::StopBefore => return Ok(Some(place)),
        }
    }
    Ok(None)
}

/// The error of what is no text of records: nothing, a page of a website, such as one that says that there is no file,
/// or a binary file.
fn no_records<G: Notation>(text: &str) -> Option<Invalid> {
    let content = text.trim_start_matches('\u{feff}').trim();
    let begins = |tag: &&str| content.get(..tag.len()).is_some_and(|own| own.eq_ignore_ascii_case(tag));
    let expected = || phrases::records_of_game(G::INFO.title);
    if content.is_empty() {
        return Some(Invalid::new(core_phrases::text(), expected(), core_phrases::nothing()));
    }
    if ["<!doctype", "<html", "<head", "<body", "<?xml"].iter().any(begins) {
        return Some(Invalid::new(core_phrases::text(), expected(), core_phrases::verbatim("HTML")));
    }
    let extensions = G::FILE_EXTENSIONS.iter().map(|extension| format!(".{extension}"));
    let expected = match G::FILE_EXTENSIONS {
        [] => expected(),
        _ => phrases::records_or_files_of_game(G::INFO.title, extensions.collect::<Parameter>()),
    };
    content.contains('\0').then(|| Invalid::new(core_phrases::text(), expected, phrases::binary_file()))
}

fn import_record<G: Notation>(number: usize, read: ImportedRecord<G>) -> ImportedGame {
    let ImportedRecord { mut record, mut fault, has_start, mut warnings, .. } = read;
    if record.moves.len() > MAX_MOVES {
        record.moves.truncate(MAX_MOVES);
        record.comments.retain(|comment| comment.ply <= MAX_MOVES);
        fault = Some(too_many_moves());
    }
    let start = record.start;
    let game = convert_record(record);
    warnings.extend(game.unclaimed.iter().map(|draw| {
        let expected = match draw.ending {
            Ending::REPETITION => phrases::no_move_after_repetition(),
            _ => phrases::no_move_without_progress(),
        };
        Invalid::new(G::move_label(&start, draw.index), expected, quoted(&game.moves[draw.index]))
    }));
    let fault = fault.map(|invalid| invalid.within(core_phrases::game(number)));
    ImportedGame { number, game, fault, has_start, warnings }
}

fn parse_moves<G: Notation>(position: Option<&str>, moves: &[String]) -> Result<Record<G>, FieldError> {
    if moves.len() > MAX_MOVES {
        return Err(FieldError { field: "moves".to_owned(), invalid: too_many_moves() });
    }
    let path = parse_start::<G>(position)?;
    let no_progress_plies = path.no_progress_plies();
    let mut record = Record { no_progress_plies, ..Record::from(*path.position()) };
    let start = record.start;
    play_all::<G>(&start, moves, |_, played| record.moves.push(played))?;
    Ok(record)
}

/// A converted game in the notation of whole games, with other comments: below it, where it has no room for them.
pub(super) fn annotate<G: Notation>(
    game: &ConvertedGame,
    comments: &[Comment],
) -> Result<String, FieldError> {
    let mut record = parse_moves::<G>(Some(&game.start), &game.moves)?;
    (record.tags, record.result) = (game.tags.clone(), game.result);
    record.comments = comments.to_vec();
    let text = G::record_texts(&record, &game.moves).pop().map(|(_, text)| text).unwrap_or_default();
    if G::KEEPS_COMMENTS {
        return Ok(text);
    }
    let line = |Comment { ply, text }: &Comment| match ply.checked_sub(1) {
        Some(index) => format!("{}, {}: {text}\n", G::move_label(&record.start, index), game.moves[index]),
        None => format!("{text}\n"),
    };
    Ok(format!("{text}\n{}\n", comments.iter().map(line).collect::<String>()))
}

fn too_many_moves() -> Invalid {
    Invalid::new(core_phrases::moves(), core_phrases::at_most(MAX_MOVES), core_phrases::more())
}

fn convert_record<G: Notation>(mut record: Record<G>) -> ConvertedGame {
    let mut path = Path::<G>::after_plies_without_progress(record.start, record.no_progress_plies);
    let (mut movers, mut unclaimed) = (Vec::with_capacity(record.moves.len()), Vec::new());
    for (index, &played) in record.moves.iter().enumerate() {
        if let Some(outcome) = path.outcome() {
            let position = G::print(path.position());
            unclaimed.push(UnclaimedDraw { index, position, ending: outcome.ending });
            path.go_on();
        }
        movers.push(G::INFO.side(G::to_move(path.position())));
        path.play(played);
    }
    if let (RecordedResult::Unfinished, Some(outcome)) = (record.result, path.outcome()) {
        record.result = RecordedResult::of(outcome.winner);
    }
    let moves = G::print_moves(&record);
    let mut texts = G::record_texts(&record, &moves);
    if let Some((_, end)) = texts.first_mut() {
        *end = G::print_with_plies(path.position(), path.no_progress_plies());
    }
    ConvertedGame {
        start: G::print_with_plies(&record.start, record.no_progress_plies),
        position_info: PositionInfo {
            game: G::INFO.id,
            position: G::print(path.position()),
            to_move: G::INFO.side(G::to_move(path.position())),
            outcome: game_result(&path),
        },
        result: record.result,
        winner: record.result.winner().map(|side| G::INFO.side(side)),
        texts,
        tags: record.tags,
        comments: record.comments,
        moves,
        movers,
        unclaimed,
    }
}
