//! Requests on the wire. A field that is `null` counts as absent.

use super::position::{MoveTexts, PositionText, Turn, position_of};
use super::raw_field::RawField;
use crate::phrases;
use crate::{
    AnyGame, AnyQuery, ConvertedGame, FieldError, GameSource, ImportPlace, ImportStep, LimitKind,
    LimitPolicy, MoveSelection, Priority, Request, RequestedLimits,
};
use bestmove_core::game::Level;
use bestmove_core::opponent::Opponent;
use serde::{Deserialize, Serialize};
use std::num::NonZeroUsize;
use std::time::Instant;

/// The largest request body, in bytes, except that of a batch.
pub const BODY_LIMIT: usize = 16 * 1024;

/// The body of a request for the best move.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BestMoveBody {
    position: Option<PositionText>,
    to_move: Option<Turn>,
    moves: Option<MoveTexts>,
    time_ms: Option<RawField>,
    depth: Option<RawField>,
    nodes: Option<RawField>,
    fresh: Option<bool>,
    book: Option<bool>,
    level: Option<RawField>,
    seed: Option<RawField>,
}

impl BestMoveBody {
    /// The body as that of an analysis with one line, which the opening book may answer.
    pub fn analysis(self) -> AnalysisBody {
        let Self { position, to_move, moves, time_ms, depth, nodes, fresh, book, level, seed } = self;
        let (book, rest) = (book.unwrap_or(true), AnalysisBody::default());
        AnalysisBody { position, to_move, moves, time_ms, depth, nodes, fresh, book, level, seed, ..rest }
    }
}

/// A list of positions of any game, each parsed on its own.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BatchBody {
    /// The positions, each with the fields of a request for the best move.
    pub positions: Option<RawField>,
}

/// The body names the game where the path does not.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct AnalysisBody {
    /// The game, where the path does not name it.
    pub game: Option<RawField>,
    position: Option<PositionText>,
    to_move: Option<Turn>,
    moves: Option<MoveTexts>,
    lines: Option<RawField>,
    only: Option<MoveTexts>,
    avoid: Option<MoveTexts>,
    time_ms: Option<RawField>,
    depth: Option<RawField>,
    nodes: Option<RawField>,
    fresh: Option<bool>,
    /// No field of a body: analyses are searches.
    #[serde(skip)]
    pub book: bool,
    level: Option<RawField>,
    seed: Option<RawField>,
}

impl AnalysisBody {
    /// The body as a request to the engine.
    pub fn request<'a>(
        &'a self,
        game: &'a dyn AnyGame,
        priority: Priority,
        arrival: Instant,
        limit_policy: &LimitPolicy,
    ) -> Result<Request<'a>, FieldError> {
        let number = |kind, raw: &Option<RawField>| limit(limit_policy, kind, raw.as_ref());
        Ok(Request {
            game,
            position: position_of(game, self.position.as_ref(), self.to_move.as_ref())?,
            moves: texts(self.moves.as_ref()),
            priority,
            selection: MoveSelection {
                lines: self.lines.as_ref().map_or(Ok(NonZeroUsize::MIN), lines)?,
                only: self.only.as_ref().map(MoveTexts::texts),
                avoid: texts(self.avoid.as_ref()),
                opponent: self.opponent()?,
                book: self.book,
            },
            requested: RequestedLimits {
                time_ms: number(LimitKind::Time, &self.time_ms)?,
                depth: number(LimitKind::Depth, &self.depth)?,
                nodes: number(LimitKind::Nodes, &self.nodes)?,
                fresh: self.fresh.unwrap_or_default(),
            },
            arrival,
        })
    }

    /// Whether equal requests may get different moves, as the service chooses the seed.
    pub const fn has_random_seed(&self) -> bool {
        self.level.is_some() && self.seed.is_none()
    }

    /// Who chooses the best move, if the request has a level or a seed: with a seed alone, full strength.
    fn opponent(&self) -> Result<Option<Opponent>, FieldError> {
        let level = self.level.as_ref().map(level).transpose()?;
        let name = match (level, &self.seed) {
            (None, None) => return Ok(None),
            (None, Some(_)) => "seed",
            (Some(_), _) => "level",
        };
        self.refuse_beside(name)?;
        let seed = self.seed.as_ref().map_or_else(random_seed, seed)?;
        Ok(Some(Opponent { level: level.unwrap_or(Level::FULL_STRENGTH), seed }))
    }

    /// Refuses fields that a level or a seed does not go with: both choose among all moves, and a level has a depth
    /// of its own.
    fn refuse_beside(&self, name: &str) -> Result<(), FieldError> {
        let has_level = self.level.is_some();
        let given = [
            ("lines", self.lines.is_some()),
            ("only", self.only.is_some()),
            ("avoid", self.avoid.is_some()),
            ("depth", has_level && self.depth.is_some()),
            ("nodes", has_level && self.nodes.is_some()),
            ("fresh", has_level && self.fresh == Some(true)),
        ];
        match given.into_iter().find(|(_, is_given)| *is_given) {
            Some((field, _)) => {
                Err(FieldError::new(field, format!("no such field beside a {name}"), field.to_owned()))
            }
            None => Ok(()),
        }
    }

    /// Refuses limits, where they are the same for many requests.
    pub fn refuse_limits(&self) -> Result<(), FieldError> {
        refuse_limits([("time_ms", &self.time_ms), ("depth", &self.depth), ("nodes", &self.nodes)])
    }

    /// Refuses what only a search needs.
    pub fn refuse_search(&self) -> Result<(), FieldError> {
        let given = [("time_ms", &self.time_ms), ("nodes", &self.nodes)];
        let given = given.into_iter().find_map(|(field, raw)| Some((field, raw.as_ref()?.quoted())));
        let fresh = self.fresh.map(|fresh| ("fresh", fresh.to_string()));
        given.or(fresh).map_or(Ok(()), |(field, got)| {
            Err(FieldError::new(field, "no such field, as nothing is searched", got))
        })
    }

    /// Refuses a level and a seed, where all moves are asked for.
    pub fn refuse_level(&self) -> Result<(), FieldError> {
        let refuse = |field: &str, raw: &RawField| {
            let expected = format!("a {field} with best-move or in a batch only");
            Err(FieldError::new(field, expected, raw.quoted()))
        };
        match (&self.level, &self.seed) {
            (Some(level), _) => refuse("level", level),
            (None, Some(seed)) => refuse("seed", seed),
            (None, None) => Ok(()),
        }
    }
}

pub(super) fn texts(moves: Option<&MoveTexts>) -> &[String] {
    moves.map(MoveTexts::texts).unwrap_or_default()
}

/// The largest seed: the largest whole number that every JSON reader keeps exact.
pub(super) const MAX_SEED: u64 = (1 << 53) - 1;

fn level(raw: &RawField) -> Result<Level, FieldError> {
    let number = raw.whole_number().and_then(|number| Level::new(u8::try_from(number).ok()?));
    number.ok_or_else(|| {
        let most = Level::FULL_STRENGTH.number();
        FieldError::new("level", phrases::whole_number_between(1, most), raw.verbatim())
    })
}

fn seed(raw: &RawField) -> Result<u64, FieldError> {
    let number = raw.whole_number().filter(|&number| number <= MAX_SEED);
    let expected = || phrases::whole_number_between(0, MAX_SEED);
    number.ok_or_else(|| FieldError::new("seed", expected(), raw.verbatim()))
}

/// A seed for a request without one.
fn random_seed() -> Result<u64, FieldError> {
    let unavailable =
        |_| FieldError::new("seed", "a seed, as the system has no random numbers", "none".to_owned());
    Ok(getrandom::u64().map_err(unavailable)? & MAX_SEED)
}

fn refuse_limits<const N: usize>(limits: [(&str, &Option<RawField>); N]) -> Result<(), FieldError> {
    let given = limits.into_iter().find_map(|(field, raw)| Some((field, raw.as_ref()?)));
    given.map_or(Ok(()), |(field, raw)| {
        Err(FieldError::new(
            field,
            "no limit of a line: those of a job are in its query string",
            raw.quoted(),
        ))
    })
}

/// A limit that the policy allows.
pub(super) fn limit(
    policy: &LimitPolicy,
    kind: LimitKind,
    raw: Option<&RawField>,
) -> Result<Option<u64>, FieldError> {
    let allowed = |raw: &RawField| {
        let number = raw.whole_number().filter(|&number| policy.allows(kind, number));
        number.ok_or_else(|| policy.limit_error(kind, raw.verbatim()))
    };
    raw.map(allowed).transpose()
}

/// The number of lines; "all" is more than there are moves.
fn lines(raw: &RawField) -> Result<NonZeroUsize, FieldError> {
    let number = || NonZeroUsize::new(usize::try_from(raw.whole_number()?).unwrap_or(usize::MAX));
    let lines = if raw.string().as_deref() == Some("all") { Some(NonZeroUsize::MAX) } else { number() };
    lines.ok_or_else(|| FieldError::new("lines", "a whole number from 1, or \"all\"", raw.quoted()))
}

/// The body of a request for the legal moves.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LegalMovesBody {
    position: Option<PositionText>,
    to_move: Option<Turn>,
    moves: Option<MoveTexts>,
}

impl LegalMovesBody {
    /// The query.
    ///
    /// # Errors
    ///
    /// If a field is invalid.
    pub fn query(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyQuery>, FieldError> {
        let position = position_of(game, self.position.as_ref(), self.to_move.as_ref())?;
        game.prepare(position, texts(self.moves.as_ref()), MoveSelection::default())
    }
}

/// A game to review. The body names the game where the path does not.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewBody {
    /// The game, where the path does not name it.
    pub game: Option<RawField>,
    text: Option<String>,
    position: Option<PositionText>,
    to_move: Option<Turn>,
    moves: Option<MoveTexts>,
    time_ms: Option<RawField>,
    depth: Option<RawField>,
}

impl ReviewBody {
    /// The most moves in a game.
    const MAX_MOVES: usize = 400;

    /// The game, parsed: of a text, the first.
    pub fn record(&self, game: &dyn AnyGame) -> Result<ConvertedGame, FieldError> {
        let (field, record) = match &self.text {
            Some(text) => ("text", self.first_game(game, text)?),
            None => {
                let moves = texts(self.moves.as_ref());
                Self::check_moves("moves", moves.len())?;
                let position = position_of(game, self.position.as_ref(), self.to_move.as_ref())?;
                ("moves", game.convert(GameSource::Moves(position, moves))?)
            }
        };
        Self::check_moves(field, record.moves.len())?;
        Ok(record)
    }

    fn first_game(&self, game: &dyn AnyGame, text: &str) -> Result<ConvertedGame, FieldError> {
        let others = [
            ("position", self.position.is_some()),
            ("to_move", self.to_move.is_some()),
            ("moves", self.moves.is_some()),
        ];
        if let Some((other, _)) = others.into_iter().find(|(_, is_given)| *is_given) {
            return Err(FieldError::new(other, "no such field beside text", other));
        }
        let mut first = None;
        game.import(text, ImportPlace::default(), &mut |imported| {
            first = Some(imported);
            ImportStep::StopAfter
        })?;
        let first = first.ok_or_else(|| FieldError::new("text", "a game", "none"))?;
        match first.fault {
            None => Ok(first.game),
            Some(invalid) => Err(FieldError { field: "text".to_owned(), invalid }),
        }
    }

    fn check_moves(field: &str, count: usize) -> Result<(), FieldError> {
        let expected = || format!("from 1 to {} moves", Self::MAX_MOVES);
        let is_valid = (1..=Self::MAX_MOVES).contains(&count);
        is_valid.then_some(()).ok_or_else(|| FieldError::new(field, expected(), count.to_string()))
    }

    /// Refuses limits, where they are the same for many requests.
    pub fn refuse_limits(&self) -> Result<(), FieldError> {
        refuse_limits([("time_ms", &self.time_ms), ("depth", &self.depth)])
    }

    /// The limits of each search.
    pub fn limits(&self, policy: &LimitPolicy) -> Result<RequestedLimits, FieldError> {
        let default = policy.default_time.as_millis() as u64;
        Ok(RequestedLimits {
            time_ms: limit(policy, LimitKind::Time, self.time_ms.as_ref())?.or(Some(default)),
            depth: limit(policy, LimitKind::Depth, self.depth.as_ref())?,
            ..RequestedLimits::default()
        })
    }
}
