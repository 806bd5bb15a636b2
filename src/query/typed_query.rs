//! A valid query about a position of a game known by its type.

use super::selection::MAX_SELECTED;
use super::{FieldError, MoveSelection, QueryKey};
use crate::explanation::is_within_exchange;
use crate::game::{Invalid, Moves, Notation, quoted};
use crate::search::Path;
use std::num::NonZeroUsize;
use std::sync::Arc;

const GAME_OVER: &str = "no move, as the game is over";

/// A valid query.
pub(crate) struct Query<G: Notation> {
    pub(crate) path: Path<G>,
    pub(crate) knowledge: Arc<G::Knowledge>,
    /// The moves to choose from.
    pub(crate) moves: Moves<G::Move>,
    /// How many of them get a line.
    pub(crate) lines: NonZeroUsize,
    /// Whether an opening book of estimates may answer.
    pub(crate) may_use_book: bool,
    pub(crate) key: QueryKey,
}

impl<G: Notation> Query<G> {
    /// Parses the fields of a request.
    pub(crate) fn parse(
        knowledge: Arc<G::Knowledge>,
        position: Option<&str>,
        moves: &[String],
        selection: MoveSelection<'_>,
    ) -> Result<Self, FieldError> {
        let Replay { path, origin, since } = replay::<G>(position, moves)?;
        let legal = path.legal_moves();
        let candidates = candidate_moves::<G>(path.position(), &legal, selection)?;
        let print = |&played: &G::Move| G::print_move(path.position(), played);
        let only = (candidates.len() < legal.len()).then(|| candidates.iter().map(print).collect());
        let lines =
            NonZeroUsize::new(candidates.len()).map_or(NonZeroUsize::MIN, |all| all.min(selection.lines));
        let position = G::print(&origin);
        let opponent = selection.opponent.filter(|opponent| !opponent.level.is_full_strength());
        let key = QueryKey { game: G::INFO.id, position, moves: since, lines: lines.get(), only, opponent };
        let may_use_book = selection.book;
        Ok(Self { path, knowledge, moves: candidates, lines, may_use_book, key })
    }

    pub(crate) const fn position(&self) -> &G::Position {
        self.path.position()
    }

    /// Whether the query is for the best of all legal moves, and nothing else.
    pub(crate) fn wants_single_best(&self) -> bool {
        self.key.opponent.is_none() && self.key.only.is_none() && self.lines == NonZeroUsize::MIN
    }
}

/// A path, and its shortest canonical notation.
pub(crate) struct Replay<G: Notation> {
    pub(crate) path: Path<G>,
    /// The position of [`QueryKey::position`].
    origin: G::Position,
    /// The moves since then.
    since: Vec<String>,
}

/// Replays `moves` from a position, the start position if `None`.
pub(crate) fn replay<G: Notation>(position: Option<&str>, moves: &[String]) -> Result<Replay<G>, FieldError> {
    let start = parse_start::<G>(position)?;
    let mut replay = Replay { path: Path::from(start), origin: start, since: Vec::new() };
    for (index, text) in moves.iter().enumerate() {
        let Replay { path, origin, since } = &mut replay;
        let before = *path.position();
        let played = match path.outcome() {
            Some(_) => Err(Invalid::new("move", GAME_OVER, quoted(text))),
            None => parse_move::<G>(&before, text),
        };
        let played = played.map_err(FieldError::within(format!("moves[{index}]")))?;
        path.play(played);
        let (is_first, is_exchange) = (path.before().is_empty(), is_within_exchange(path));
        if is_first {
            *origin = if is_exchange { before } else { *path.position() };
            since.clear();
        }
        if is_exchange || !is_first {
            since.push(G::print_move(&before, played));
        }
    }
    Ok(replay)
}

/// Parses the field `position`, the start position if `None`.
pub(super) fn parse_start<G: Notation>(position: Option<&str>) -> Result<G::Position, FieldError> {
    position.map_or_else(|| Ok(G::start()), parse_position::<G>).map_err(FieldError::within("position"))
}

fn parse_position<G: Notation>(text: &str) -> Result<G::Position, Invalid> {
    G::parse(text).map_err(|invalid| invalid.suggesting_case(text, |other| G::parse(other).is_ok()))
}

pub(super) fn parse_move<G: Notation>(position: &G::Position, text: &str) -> Result<G::Move, Invalid> {
    let is_move = |other: &str| G::parse_move(position, other).is_ok();
    G::parse_move(position, text).map_err(|invalid| invalid.suggesting_case(text, is_move))
}

/// The legal moves that the selection admits.
fn candidate_moves<G: Notation>(
    position: &G::Position,
    legal: &Moves<G::Move>,
    selection: MoveSelection<'_>,
) -> Result<Moves<G::Move>, FieldError> {
    let parse = |field: &str, texts: &[String]| {
        if texts.len() > MAX_SELECTED {
            let expected = format!("at most {MAX_SELECTED} moves");
            return Err(FieldError::new(field, expected, texts.len().to_string()));
        }
        let parsed = texts.iter().enumerate().map(|(index, text)| {
            let played =
                parse_move::<G>(position, text).map_err(FieldError::within(format!("{field}[{index}]")))?;
            let is_legal = legal.contains(&played);
            is_legal.then_some(played).ok_or_else(|| {
                let over = Invalid::new("move", GAME_OVER, quoted(text));
                FieldError { field: format!("{field}[{index}]"), invalid: over }
            })
        });
        parsed.collect::<Result<Vec<_>, _>>()
    };
    let only = selection.only.map(|texts| parse("only", texts)).transpose()?;
    let avoid = parse("avoid", selection.avoid)?;
    let is_selected =
        |played: &G::Move| only.as_ref().is_none_or(|only| only.contains(played)) && !avoid.contains(played);
    let moves: Moves<G::Move> = legal.iter().copied().filter(is_selected).collect();
    if moves.is_empty() && !legal.is_empty() {
        let field = if avoid.is_empty() { "only" } else { "avoid" };
        return Err(FieldError::new(field, "a legal move left to choose", "none"));
    }
    Ok(moves)
}
