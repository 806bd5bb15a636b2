//! A valid query about a position of a game known by its type.

use super::selection::MAX_SELECTED;
use super::{FieldError, MoveSelection, QueryKey};
use bestmove_core::explanation::is_within_exchange;
use bestmove_core::game::{Invalid, Moves, Notation, Phrase, Side, phrases, play_text, quoted};
use bestmove_core::opponent::Opponent;
use bestmove_core::search::Path;
use std::borrow::Cow;
use std::iter;
use std::num::NonZeroUsize;
use std::sync::Arc;

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
        let replay = replay::<G>(position, moves)?;
        let (position, moves) = replay.notation();
        let path = replay.path;
        let legal = path.legal_moves();
        let candidates = candidate_moves::<G>(path.position(), &legal, selection)?;
        let print = |&played: &G::Move| G::print_move(path.position(), played);
        let only = (candidates.len() < legal.len()).then(|| candidates.iter().map(print).collect());
        let lines =
            NonZeroUsize::new(candidates.len()).map_or(NonZeroUsize::MIN, |all| all.min(selection.lines));
        let opponent = selection.opponent;
        let key = QueryKey { game: G::INFO.id, position, moves, lines: lines.get(), only, opponent };
        let may_use_book = selection.book;
        Ok(Self { path, knowledge, moves: candidates, lines, may_use_book, key })
    }

    pub(crate) const fn position(&self) -> &G::Position {
        self.path.position()
    }

    /// Whether the query is for the best of all legal moves, and nothing else.
    pub(crate) fn wants_single_best(&self) -> bool {
        self.is_at_full_strength() && self.key.only.is_none() && self.lines == NonZeroUsize::MIN
    }

    /// Whether the strongest engine chooses the move.
    pub(super) fn is_at_full_strength(&self) -> bool {
        self.key.opponent.is_none_or(|opponent| opponent.level.is_full_strength())
    }

    /// What draws one of several moves that are as good as the best.
    pub(super) fn seed(&self) -> Option<u64> {
        self.key.opponent.and_then(Opponent::full_strength_seed)
    }
}

/// A path, and what its shortest canonical notation needs.
pub(crate) struct Replay<G: Notation> {
    pub(crate) path: Path<G>,
    /// The path up to the last irreversible move, to a draw that nobody claimed, or to its start.
    origin: Path<G>,
    /// That irreversible move.
    irreversible: Option<G::Move>,
    /// The moves since then, each after its position.
    since: Vec<(G::Position, G::Move)>,
}

impl<G: Notation> Replay<G> {
    fn play(&mut self, before: &G::Position, played: G::Move) {
        if self.path.outcome().is_some() {
            self.path.go_on();
            self.begin(None);
        }
        self.path.play(played);
        if self.path.before().is_empty() {
            self.begin(Some(played));
        } else {
            self.since.push((*before, played));
        }
    }

    fn begin(&mut self, irreversible: Option<G::Move>) {
        (self.origin, self.irreversible) = (self.path.clone(), irreversible);
        self.since.clear();
    }

    /// The position and the moves of [`QueryKey`]. An irreversible move is left out, unless an exchange goes on after it.
    fn notation(&self) -> (String, Vec<String>) {
        let before = self.origin.previous().copied().filter(|_| is_within_exchange(&self.origin));
        let exchange = before.zip(self.irreversible);
        let origin = exchange.map_or_else(|| self.origin.clone(), |(before, _)| Path::from(before));
        let moves = exchange.iter().chain(&self.since).map(|(before, played)| G::print_move(before, *played));
        (G::print_with_plies(origin.position(), origin.no_progress_plies()), moves.collect())
    }
}

/// Replays `moves` from a position, the start position if `None`. Moves after a draw that had to be claimed show
/// that it was not: there the path begins anew.
pub(crate) fn replay<G: Notation>(position: Option<&str>, moves: &[String]) -> Result<Replay<G>, FieldError> {
    let start = parse_start::<G>(position)?;
    let first = *start.position();
    let mut replay = Replay { origin: start.clone(), path: start, irreversible: None, since: Vec::new() };
    play_all::<G>(&first, moves, |before, played| replay.play(before, played))?;
    Ok(replay)
}

/// Plays moves from a position, and those that the list leaves out, each with the position before it.
pub(super) fn play_all<G: Notation>(
    start: &G::Position,
    moves: &[String],
    mut play: impl FnMut(&G::Position, G::Move),
) -> Result<(), FieldError> {
    let (mut position, mut ply) = (*start, 0);
    for (index, text) in whole_moves::<G>(moves) {
        let played = play_text::<G>(&mut position, &text, |before, played| {
            play(before, played);
            ply += 1;
        });
        let suggesting = |invalid| suggesting_case::<G>(&position, &text, invalid);
        played.map_err(suggesting).map_err(at_move::<G>(start, ply, index))?;
    }
    Ok(())
}

/// The moves with their indices; squares or jumps of one move that are written apart are one.
fn whole_moves<G: Notation>(moves: &[String]) -> impl Iterator<Item = (usize, Cow<'_, str>)> {
    let mut texts = moves.iter().enumerate().peekable();
    iter::from_fn(move || {
        let (index, text) = texts.next()?;
        let mut whole = Cow::Borrowed(text.as_str());
        while let Some((_, next)) = texts.next_if(|(_, next)| G::continues_move(&whole, next)) {
            whole = format!("{whole} {next}").into();
        }
        Some((index, whole))
    })
}

/// Makes the error of a move after so many others, whose text begins at that index, from 0 as in lists.
fn at_move<G: Notation>(
    start: &G::Position,
    ply: usize,
    index: usize,
) -> impl FnOnce(Invalid) -> FieldError + use<'_, G> {
    move |invalid| {
        let part = G::move_label(start, ply);
        FieldError { field: format!("moves[{index}]"), invalid: Invalid { part, ..invalid } }
    }
}

/// Parses the field `position`, the start position if `None`.
pub(super) fn parse_start<G: Notation>(position: Option<&str>) -> Result<Path<G>, FieldError> {
    let Some(text) = position else { return Ok(Path::from(G::start())) };
    let parsed =
        G::parse(text).map_err(|invalid| invalid.suggesting_case(text, |other| G::parse(other).is_ok()));
    let position = parsed.map_err(FieldError::within("position"))?;
    Ok(Path::after_plies_without_progress(position, G::no_progress_plies(text)))
}

/// A position in canonical notation that says whose turn it is, the start position if `None`.
pub(super) fn position_to_move<G: Notation>(
    position: Option<&str>,
    to_move: &str,
) -> Result<String, FieldError> {
    let side = side::<G>("to_move", to_move).map_err(FieldError::within("to_move"))?;
    let text = position.map_or_else(|| G::print(&G::start()), str::to_owned);
    let parsed = G::parse_with(&text, Some(side)).map_err(|invalid| {
        let field = if invalid.part == "to_move" { "to_move" } else { "position" };
        FieldError { field: field.to_owned(), invalid }
    })?;
    Ok(G::print_with_plies(&parsed, G::no_progress_plies(&text)))
}

/// The side with that name, or the first letter of one.
pub(super) fn side<G: Notation>(part: &str, name: &str) -> Result<Side, Invalid> {
    let display = [Side::First, Side::Second].into_iter().zip(G::INFO.display.sides);
    let names = display.flat_map(|(side, shown)| [(side, G::INFO.side(side)), (side, shown)]);
    let whole = names.clone().find(|(_, own)| own.eq_ignore_ascii_case(name)).map(|(side, _)| side);
    let is_initial = |own: &str| own.get(..1).is_some_and(|initial| initial.eq_ignore_ascii_case(name));
    let mut initials = names.filter(|(_, own)| is_initial(own)).map(|(side, _)| side);
    let first = initials.next();
    let named = whole.or_else(|| first.filter(|side| initials.all(|other| other == *side)));
    named.ok_or_else(|| Invalid::new(part, sides::<G>(), quoted(name)))
}

/// The names of both sides.
pub(super) fn sides<G: Notation>() -> Phrase {
    let [first, second] = G::INFO.sides;
    phrases::either(phrases::side(first), phrases::side(second))
}

fn parse_move<G: Notation>(position: &G::Position, text: &str) -> Result<G::Move, Invalid> {
    G::parse_move(position, text).map_err(|invalid| suggesting_case::<G>(position, text, invalid))
}

/// The error of a move, with the suggestion of the same text in another case.
fn suggesting_case<G: Notation>(position: &G::Position, text: &str, invalid: Invalid) -> Invalid {
    invalid.suggesting_case(text, |other| G::parse_move(position, other).is_ok())
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
                let over = Invalid::new(phrases::moved(), phrases::no_move_after_end(), quoted(text));
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
