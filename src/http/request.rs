//! Requests on the wire. A field that is `null` counts as absent.

use super::raw_field::RawField;
use crate::engine::{
    AnyGame, AnyQuery, EngineConfig, FieldError, GameSource, LimitKind, MoveSelection, Priority, Request,
    RequestedLimits,
};
use crate::game::Invalid;
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
}

impl BestMoveBody {
    /// The body as that of an analysis with one line.
    pub(super) fn analysis(self) -> AnalysisBody {
        let Self { position, moves, time_ms, depth, nodes, fresh } = self;
        AnalysisBody { position, moves, time_ms, depth, nodes, fresh, ..AnalysisBody::default() }
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
}

/// The number of lines; "all" is more than there are moves.
fn lines(raw: &RawField) -> Result<NonZeroUsize, FieldError> {
    let number = || NonZeroUsize::new(usize::try_from(raw.whole_number()?).unwrap_or(usize::MAX));
    let lines = if raw.string().as_deref() == Some("all") { Some(NonZeroUsize::MAX) } else { number() };
    lines.ok_or_else(|| {
        let invalid = Invalid::new("lines", "a whole number from 1, or \"all\"", raw.quoted());
        FieldError { field: "lines".to_owned(), invalid }
    })
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
