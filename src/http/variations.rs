//! What an analysis looks like on the wire: several moves, each with its score and line.

use super::response::{Cost, OutcomeBody, ScoreBody, bound_name, stopped_by_name};
use crate::engine::{Report, Subject};
use crate::types::{Bound, Verdict};
use serde::Serialize;

/// The answer of `/v1/{game}/analysis`.
#[derive(Debug, Serialize)]
pub(super) struct Analysis<'a> {
    game: &'static str,
    position: &'a str,
    to_move: &'static str,
    lines: Vec<VariationBody<'a>>,
    depth: u8,
    selective_depth: u16,
    #[serde(flatten)]
    cost: Option<Cost>,
    stopped_by: Option<&'static str>,
    outcome: Option<OutcomeBody<'a>>,
}

#[derive(Debug, Serialize)]
struct VariationBody<'a> {
    #[serde(rename = "move")]
    played: &'a str,
    score: ScoreBody,
    bound: &'static str,
    principal_variation: &'a [String],
}

impl<'a> VariationBody<'a> {
    /// `None` without a move.
    fn new(line: &'a [String], verdict: Verdict, bound: Bound) -> Option<Self> {
        let played = line.first()?;
        Some(Self { played, score: verdict.into(), bound: bound_name(bound), principal_variation: line })
    }
}

impl<'a> From<&'a Report> for Analysis<'a> {
    fn from(report: &'a Report) -> Self {
        let Subject { game, position, to_move, outcome } = &report.subject;
        let best = VariationBody::new(&report.principal_variation, report.verdict, report.bound);
        let others = &report.alternatives;
        let others = others.iter().filter_map(|one| VariationBody::new(&one.line, one.verdict, one.bound));
        Self {
            game,
            position,
            to_move,
            lines: best.into_iter().chain(others).collect(),
            depth: report.depth,
            selective_depth: report.selective_depth,
            cost: Some(report.into()),
            stopped_by: Some(stopped_by_name(report.stopped_by)),
            outcome: outcome.as_ref().map(Into::into),
        }
    }
}

impl<'a> Analysis<'a> {
    /// Of a search that goes on.
    pub(super) fn so_far(report: &'a Report) -> Self {
        Self { stopped_by: None, ..report.into() }
    }

    /// Without what it cost this time, if it may be kept.
    pub(super) fn kept(report: &'a Report) -> Self {
        Self { cost: Cost::unless_kept(report), ..report.into() }
    }
}
