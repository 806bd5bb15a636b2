//! Analyses in answers: several moves, each with its score and line (MultiPV).

use super::best_move::{Cost, OpponentBody, OutcomeBody, ScoredBody, bound_name, stopped_by_name};
use super::reason::ReasonBody;
use crate::{Analysis, AnalysisLine, PositionInfo};
use serde::Serialize;

/// The answer of `/v1/{game}/analysis`.
#[derive(Debug, Serialize)]
pub struct AnalysisAnswer<'a> {
    game: &'static str,
    position: &'a str,
    to_move: &'static str,
    lines: Vec<LineBody<'a>>,
    depth: u8,
    selective_depth: u16,
    #[serde(flatten)]
    cost: Option<Cost>,
    stopped_by: Option<&'static str>,
    outcome: Option<OutcomeBody<'a>>,
    #[serde(flatten)]
    opponent: Option<OpponentBody>,
}

#[derive(Debug, Serialize)]
struct LineBody<'a> {
    #[serde(rename = "move")]
    played: &'a str,
    score: ScoredBody,
    bound: &'static str,
    principal_variation: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<ReasonBody<'a>>,
}

impl<'a> LineBody<'a> {
    /// `None` for a line without a move.
    fn new(AnalysisLine { line, verdict, expectation, bound, reason }: &'a AnalysisLine) -> Option<Self> {
        Some(Self {
            played: line.first()?,
            score: ScoredBody::new(*verdict, *expectation),
            bound: bound_name(*bound),
            principal_variation: line,
            reason: reason.as_ref().map(Into::into),
        })
    }
}

impl<'a> From<&'a Analysis> for AnalysisAnswer<'a> {
    fn from(analysis: &'a Analysis) -> Self {
        let PositionInfo { game, position, to_move, outcome } = &analysis.position_info;
        Self {
            game,
            position,
            to_move,
            lines: analysis.lines.iter().filter_map(LineBody::new).collect(),
            depth: analysis.depth,
            selective_depth: analysis.selective_depth,
            cost: Some(analysis.into()),
            stopped_by: Some(stopped_by_name(analysis.stopped_by)),
            outcome: outcome.as_ref().map(Into::into),
            opponent: analysis.opponent.map(Into::into),
        }
    }
}

impl<'a> AnalysisAnswer<'a> {
    /// The answer of a search that still runs.
    pub fn so_far(analysis: &'a Analysis) -> Self {
        Self { stopped_by: None, ..analysis.into() }
    }

    /// The answer with that cost, `None` if it may be cached.
    pub fn with_cost(analysis: &'a Analysis, cost: Option<Cost>) -> Self {
        Self { cost, ..analysis.into() }
    }
}
