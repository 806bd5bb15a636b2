//! Requests on the wire. A field that is `null` counts as absent.

use super::raw_field::RawField;
use crate::engine::{
    AnyGame, AnyQuery, EngineConfig, FieldError, GameSource, LimitKind, MoveSelection, Priority, Request,
    RequestedLimits,
};
use crate::game::{Invalid, Level};
use crate::opponent::Opponent;
use serde::Deserialize;
use std::num::NonZeroUsize;
use std::time::Instant;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BestMoveBody {
    position: Option<String>,
    moves: Option<Vec<String>>,
    time_ms: Option<RawField>,
    depth: Option<RawField>,
    nodes: Option<RawField>,
    fresh: Option<bool>,
    level: Option<RawField>,
    seed: Option<RawField>,
}

impl BestMoveBody {
    /// The body as that of an analysis with one line.
    pub(super) fn analysis(self) -> AnalysisBody {
        let Self { position, moves, time_ms, depth, nodes, fresh, level, seed } = self;
        let rest = AnalysisBody::default();
        AnalysisBody { position, moves, time_ms, depth, nodes, fresh, level, seed, ..rest }
    }
}

/// A list of positions of any game, each parsed on its own.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BatchBody {
    pub(super) positions: Option<RawField>,
}

/// The body names the game where the path does not.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnalysisBody {
    pub(super) game: Option<RawField>,
    position: Option<String>,
    moves: Option<Vec<String>>,
    lines: Option<RawField>,
    only: Option<Vec<String>>,
    avoid: Option<Vec<String>>,
    time_ms: Option<RawField>,
    depth: Option<RawField>,
    nodes: Option<RawField>,
    fresh: Option<bool>,
    level: Option<RawField>,
    seed: Option<RawField>,
}

impl AnalysisBody {
    /// The body as a request to the engine.
    pub(super) fn request<'a>(
        &'a self,
        game: &'a dyn AnyGame,
        priority: Priority,
        arrival: Instant,
        config: &EngineConfig,
    ) -> Result<Request<'a>, FieldError> {
        let limit_policy = config.limit_policy_of(priority);
        let number = |limit, raw: &Option<RawField>| {
            let allowed = |raw: &RawField| {
                let number = raw.whole_number().filter(|&number| limit_policy.allows(limit, number));
                number.ok_or_else(|| limit_policy.limit_error(limit, raw.quoted()))
            };
            raw.as_ref().map(allowed).transpose()
        };
        Ok(Request {
            game,
            position: self.position.as_deref(),
            moves: self.moves.as_deref().unwrap_or_default(),
            priority,
            selection: MoveSelection {
                lines: self.lines.as_ref().map_or(Ok(NonZeroUsize::MIN), lines)?,
                only: self.only.as_deref(),
                avoid: self.avoid.as_deref().unwrap_or_default(),
                opponent: self.opponent()?,
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
    pub(super) const fn has_random_seed(&self) -> bool {
        self.level.is_some() && self.seed.is_none()
    }

    /// Who chooses the best move, if the request has a level.
    fn opponent(&self) -> Result<Option<Opponent>, FieldError> {
        let Some(level) = &self.level else { return self.without_level() };
        let number = level.whole_number().and_then(|number| Level::new(u8::try_from(number).ok()?));
        let level = number.ok_or_else(|| {
            let most = Level::FULL_STRENGTH.number();
            field_error("level", format!("a whole number from 1 to {most}"), level.quoted())
        })?;
        self.refuse_beside_level()?;
        let seed = self.seed.as_ref().map_or_else(random_seed, |seed| {
            let number = seed.whole_number().filter(|&number| number <= MAX_SEED);
            let expected = || format!("a whole number from 0 to {MAX_SEED}");
            number.ok_or_else(|| field_error("seed", expected(), seed.quoted()))
        })?;
        Ok(Some(Opponent { level, seed }))
    }

    fn without_level(&self) -> Result<Option<Opponent>, FieldError> {
        let error = |seed: &RawField| field_error("seed", "a seed beside a level only", seed.quoted());
        self.seed.as_ref().map_or(Ok(None), |seed| Err(error(seed)))
    }

    /// Refuses fields that a level does not go with: it has a depth of its own, and chooses among all moves.
    fn refuse_beside_level(&self) -> Result<(), FieldError> {
        let list = |moves: &Option<Vec<String>>| moves.is_some();
        let given = [
            ("lines", self.lines.is_some()),
            ("only", list(&self.only)),
            ("avoid", list(&self.avoid)),
            ("depth", self.depth.is_some()),
            ("nodes", self.nodes.is_some()),
            ("fresh", self.fresh == Some(true)),
        ];
        match given.into_iter().find(|(_, is_given)| *is_given) {
            Some((field, _)) => Err(field_error(field, "no such field beside a level", field.to_owned())),
            None => Ok(()),
        }
    }

    /// Refuses a level, where all moves are asked for.
    pub(super) fn refuse_level(&self) -> Result<(), FieldError> {
        let refuse = |field: &str, raw: &RawField| {
            Err(field_error(field, "a level with best-move or in a batch only", raw.quoted()))
        };
        match (&self.level, &self.seed) {
            (Some(level), _) => refuse("level", level),
            (None, Some(seed)) => refuse("seed", seed),
            (None, None) => Ok(()),
        }
    }
}

/// The largest seed: the largest whole number that every JSON reader keeps exact.
const MAX_SEED: u64 = (1 << 53) - 1;

/// A seed for a request without one.
fn random_seed() -> Result<u64, FieldError> {
    let unavailable =
        |_| field_error("seed", "a seed, as the system has no random numbers", "none".to_owned());
    Ok(getrandom::u64().map_err(unavailable)? & MAX_SEED)
}

fn field_error(field: &str, expected: impl Into<String>, got: String) -> FieldError {
    FieldError { field: field.to_owned(), invalid: Invalid::new(field, expected, got) }
}

/// The number of lines; "all" is more than there are moves.
fn lines(raw: &RawField) -> Result<NonZeroUsize, FieldError> {
    let number = || NonZeroUsize::new(usize::try_from(raw.whole_number()?).unwrap_or(usize::MAX));
    let lines = if raw.string().as_deref() == Some("all") { Some(NonZeroUsize::MAX) } else { number() };
    lines.ok_or_else(|| field_error("lines", "a whole number from 1, or \"all\"", raw.quoted()))
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LegalMovesBody {
    position: Option<String>,
    moves: Option<Vec<String>>,
}

impl LegalMovesBody {
    pub(super) fn query(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyQuery>, FieldError> {
        game.prepare(
            self.position.as_deref(),
            self.moves.as_deref().unwrap_or_default(),
            MoveSelection::default(),
        )
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ConversionBody {
    text: Option<String>,
    position: Option<String>,
    moves: Option<Vec<String>>,
}

impl ConversionBody {
    pub(super) fn source(&self) -> Result<GameSource<'_>, FieldError> {
        let Self { text, position, moves } = self;
        let Some(text) = text else {
            return Ok(GameSource::Moves(position.as_deref(), moves.as_deref().unwrap_or_default()));
        };
        let Some(other) = position.as_ref().map(|_| "position").or(moves.as_ref().map(|_| "moves")) else {
            return Ok(GameSource::Text(text));
        };
        let invalid = Invalid::new(other, "either text, or position and moves", "both");
        Err(FieldError { field: other.to_owned(), invalid })
    }
}
