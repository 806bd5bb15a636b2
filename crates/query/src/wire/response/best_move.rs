//! The best move in answers, and what it shares with other answers: cost, score, outcome.

use super::coordinates::CoordinatesBody;
use super::reason::ReasonBody;
use crate::{Analysis, GameResult, PositionInfo, Source};
use bestmove_core::opponent::Opponent;
use bestmove_core::search::StoppedBy;
use bestmove_core::types::{Bound, Expectation, TablebaseVerdict, Verdict};
use serde::Serialize;

/// The answer to `POST /v1/{game}/best-move`.
#[derive(Debug, Serialize)]
pub struct BestMove<'a> {
    game: &'static str,
    position: &'a str,
    to_move: &'static str,
    best_move: Option<&'a str>,
    principal_variation: &'a [String],
    score: ScoredBody,
    bound: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<ReasonBody<'a>>,
    depth: u8,
    selective_depth: u16,
    #[serde(flatten)]
    cost: Option<Cost>,
    stopped_by: &'static str,
    outcome: Option<OutcomeBody<'a>>,
    #[serde(flatten)]
    opponent: Option<OpponentBody>,
}

/// What an answer cost this time; left out of answers that may be cached.
#[derive(Debug, Serialize)]
pub struct Cost {
    nodes: u64,
    elapsed_ms: f64,
    budget_ms: u64,
    degraded: bool,
    source: &'static str,
}

impl From<&Analysis> for Cost {
    fn from(analysis: &Analysis) -> Self {
        Self {
            nodes: analysis.nodes,
            elapsed_ms: analysis.timing.elapsed.as_micros() as f64 / 1000.0,
            budget_ms: analysis.timing.budget.as_millis() as u64,
            degraded: analysis.degraded,
            source: source_name(analysis.source),
        }
    }
}

impl<'a> From<&'a Analysis> for BestMove<'a> {
    fn from(analysis: &'a Analysis) -> Self {
        let PositionInfo { game, position, to_move, outcome } = &analysis.position_info;
        let best = analysis.best();
        Self {
            game,
            position,
            to_move,
            best_move: analysis.best_move(),
            principal_variation: &best.line,
            score: ScoredBody::new(best.verdict, best.expectation),
            bound: bound_name(best.bound),
            reason: best.reason.as_ref().map(Into::into),
            depth: analysis.depth,
            selective_depth: analysis.selective_depth,
            cost: Some(analysis.into()),
            stopped_by: stopped_by_name(analysis.stopped_by),
            outcome: outcome.as_ref().map(Into::into),
            opponent: analysis.opponent.map(Into::into),
        }
    }
}

impl<'a> BestMove<'a> {
    /// The answer with that cost, `None` if it may be cached.
    pub fn with_cost(analysis: &'a Analysis, cost: Option<Cost>) -> Self {
        Self { cost, ..analysis.into() }
    }
}

/// Who chose the move.
#[derive(Debug, Serialize)]
pub(super) struct OpponentBody {
    level: u8,
    seed: u64,
}

impl From<Opponent> for OpponentBody {
    fn from(Opponent { level, seed }: Opponent) -> Self {
        Self { level: level.number(), seed }
    }
}

/// A score with the chances that go with it.
#[derive(Debug, Serialize)]
pub(super) struct ScoredBody {
    #[serde(flatten)]
    score: ScoreBody,
    expected_points: f64,
    #[serde(flatten)]
    chances: Option<ChancesBody>,
}

/// The chances of an estimate.
#[derive(Debug, Serialize)]
struct ChancesBody {
    win: f64,
    draw: f64,
    loss: f64,
}

impl ScoredBody {
    pub(super) fn new(verdict: Verdict, expectation: Expectation) -> Self {
        let rounded = |chance: f64| (chance * 1000.0).round() / 1000.0;
        let (win, loss) = (rounded(expectation.win), rounded(expectation.loss));
        let draw = rounded(1.0 - win - loss);
        let chances = (!verdict.is_proven()).then_some(ChancesBody { win, draw, loss });
        Self { score: verdict.into(), expected_points: rounded(win + draw / 2.0), chances }
    }
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum ScoreBody {
    Win {
        plies: Option<u16>,
        #[serde(skip_serializing_if = "Option::is_none")]
        margin: Option<u16>,
    },
    Loss {
        plies: Option<u16>,
        #[serde(skip_serializing_if = "Option::is_none")]
        margin: Option<u16>,
    },
    Draw,
    Estimate {
        value: i16,
        #[serde(skip_serializing_if = "Option::is_none")]
        tablebase: Option<&'static str>,
    },
}

impl From<Verdict> for ScoreBody {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Win { plies } => Self::Win { plies, margin: None },
            Verdict::Loss { plies } => Self::Loss { plies, margin: None },
            Verdict::Draw => Self::Draw,
            Verdict::Margin(units @ 1..) => Self::Win { plies: None, margin: Some(units.unsigned_abs()) },
            Verdict::Margin(units) => Self::Loss { plies: None, margin: Some(units.unsigned_abs()) },
            Verdict::Estimate(value) => {
                Self::Estimate { value, tablebase: verdict.tablebase().map(tablebase_name) }
            }
        }
    }
}

#[derive(Debug, Serialize)]
pub(super) struct OutcomeBody<'a> {
    result: &'static str,
    winner: Option<&'static str>,
    reason: &'static str,
    line: Vec<CoordinatesBody<'a>>,
}

impl<'a> From<&'a GameResult> for OutcomeBody<'a> {
    fn from(result: &'a GameResult) -> Self {
        Self {
            result: if result.winner.is_some() { "win" } else { "draw" },
            winner: result.winner,
            reason: result.ending.id,
            line: result.line.iter().map(CoordinatesBody).collect(),
        }
    }
}

pub(super) const fn bound_name(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    }
}

const fn tablebase_name(verdict: TablebaseVerdict) -> &'static str {
    match verdict {
        TablebaseVerdict::Win => "win",
        TablebaseVerdict::Loss => "loss",
    }
}

/// The name of a source.
pub const fn source_name(source: Source) -> &'static str {
    match source {
        Source::Search => "search",
        Source::Book => "book",
        Source::Endgame => "endgame",
        Source::Cache => "cache",
        Source::Rules => "rules",
    }
}

/// The name of what stopped a search.
pub const fn stopped_by_name(stopped_by: StoppedBy) -> &'static str {
    match stopped_by {
        StoppedBy::Proven => "proven",
        StoppedBy::Depth => "depth",
        StoppedBy::Nodes => "nodes",
        StoppedBy::Time => "time",
        StoppedBy::Cancelled => "cancelled",
        StoppedBy::GameOver => "game_over",
    }
}
