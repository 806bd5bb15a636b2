//! Reviews of games in answers.

use super::best_move::{OutcomeBody, ScoredBody, bound_name};
use super::conversion::problem_of;
use super::reason::ReasonBody;
use crate::wire::json_text;
use crate::wire::problem::{Problem, ProblemBody};
use crate::{Comparison, ImportedGame, PositionInfo, ReviewedGame};
use bestmove_core::review::{Label, MoveReview, MoveScore, SideReview};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What the review says about a move of the game.
pub struct PlyReview {
    /// The index of the move.
    pub index: usize,
    /// The comparison, or why there is none.
    pub compared: Result<Comparison, Problem>,
}

impl PlyReview {
    /// Why the move could not be reviewed.
    pub fn problem(&self) -> Option<&Problem> {
        self.compared.as_ref().err()
    }

    /// The problem of the first of `plies`, if none of them could be reviewed.
    pub fn failure(plies: &[Arc<Self>]) -> Option<&Problem> {
        let problems: Option<Vec<_>> = plies.iter().map(|ply| ply.problem()).collect();
        problems?.first().copied()
    }
}

/// A reviewed move as JSON, and its part in the numbers of its side: enough for an answer, also after it was stored.
#[derive(Debug, Serialize, Deserialize)]
pub struct PlyText {
    /// The index of the move.
    index: usize,
    /// The move as it is answered.
    pub text: Box<RawValue>,
    /// The name of its label and its accuracy, if it was reviewed.
    reviewed: Option<(String, f64)>,
}

impl PlyText {
    /// Whether the move was reviewed.
    #[must_use]
    pub const fn is_reviewed(&self) -> bool {
        self.reviewed.is_some()
    }
}

/// A move of a game, as far as it counts for its side.
pub trait CountedPly {
    /// The index of the move.
    fn index(&self) -> usize;
    /// Its label and its accuracy, if it was reviewed.
    fn counted(&self) -> Option<(Label, f64)>;
}

impl CountedPly for Arc<PlyReview> {
    fn index(&self) -> usize {
        self.index
    }

    fn counted(&self) -> Option<(Label, f64)> {
        let Comparison { review, .. } = self.compared.as_ref().ok()?;
        Some((review.label, review.accuracy()))
    }
}

impl CountedPly for PlyText {
    fn index(&self) -> usize {
        self.index
    }

    fn counted(&self) -> Option<(Label, f64)> {
        let (name, accuracy) = self.reviewed.as_ref()?;
        let label = Label::ALL.into_iter().find(|label| label_name(*label) == name)?;
        Some((label, *accuracy))
    }
}

impl ReviewedGame {
    /// The answer with all moves reviewed so far, from the last to the first.
    pub fn answer<'a>(&'a self, plies: &'a [Arc<PlyReview>], id: Option<&'a str>) -> ReviewAnswer<'a> {
        let listed = plies.iter().rev().map(|ply| self.ply(ply, id)).collect();
        ReviewAnswer { plies: Some(listed), ..self.summary_with(plies) }
    }

    /// The same for moves that are texts.
    pub fn answer_of_texts<'a>(&'a self, plies: &'a [PlyText]) -> ReviewAnswer<'a, &'a RawValue> {
        let listed = plies.iter().rev().map(|ply| ply.text.as_ref()).collect();
        ReviewAnswer { plies: Some(listed), ..self.summary_with(plies) }
    }

    /// The answer without the moves.
    pub fn summary(&self, plies: &[impl CountedPly]) -> ReviewAnswer<'_> {
        self.summary_with(plies)
    }

    fn summary_with<P>(&self, plies: &[impl CountedPly]) -> ReviewAnswer<'_, P> {
        let PositionInfo { position, outcome, .. } = &self.record.position_info;
        let info = self.game.info();
        ReviewAnswer {
            game: info.id,
            start: &self.record.start,
            position,
            outcome: outcome.as_ref().map(Into::into),
            plies: None,
            sides: info.sides.map(|side| self.side(side, &self.side_review(side, plies))),
        }
    }

    /// A move as it is answered outside of a request.
    ///
    /// # Panics
    ///
    /// Never: all of it is JSON.
    pub fn ply_text(&self, ply: &Arc<PlyReview>) -> PlyText {
        let text = to_raw_value(&self.ply(ply, None)).expect("a move is JSON");
        let reviewed = ply.counted().map(|(label, accuracy)| (label_name(label).to_owned(), accuracy));
        PlyText { index: ply.index, text, reviewed }
    }

    /// A move in an answer.
    pub fn ply<'a>(&'a self, ply: &'a PlyReview, id: Option<&'a str>) -> PlyBody<'a> {
        let PlyReview { index, compared } = ply;
        PlyBody {
            ply: index + 1,
            to_move: self.record.movers[*index],
            played: &self.record.moves[*index],
            compared: match compared {
                Ok(comparison) => ComparedBody::Reviewed(Box::new(comparison.into())),
                Err(problem) => ComparedBody::Failed { problem: problem.body(id) },
            },
        }
    }

    /// The game's name, and the position after the last move.
    pub fn end(&self) -> (&'static str, &str) {
        (self.game.info().id, &self.record.position_info.position)
    }

    /// The moves of a side in numbers.
    pub fn side_review(&self, side: &str, plies: &[impl CountedPly]) -> SideReview {
        let mut review = SideReview::default();
        let own = plies.iter().filter(|ply| self.record.movers.get(ply.index()) == Some(&side));
        own.filter_map(CountedPly::counted).for_each(|(label, accuracy)| review.add(label, accuracy));
        review
    }

    fn side(&self, side: &'static str, review: &SideReview) -> SideBody {
        SideBody {
            side,
            moves: self.record.movers.iter().filter(|&&mover| mover == side).count(),
            reviewed: review.reviewed(),
            accuracy: review.accuracy().map(|accuracy| rounded(accuracy, 10.0)),
            labels: Label::ALL.into_iter().map(|label| (label_name(label), review.count(label))).collect(),
        }
    }
}

/// A game of a text with its review.
#[derive(Serialize)]
struct ImportedReview<'a> {
    number: usize,
    #[serde(flatten)]
    review: ReviewAnswer<'a>,
    /// Why the rest of the game could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<ProblemBody<'a>>,
}

/// A game of a text with its review, as JSON.
pub fn imported_review_text(imported: &ImportedGame, review: ReviewAnswer<'_>, id: &str) -> String {
    let problem = problem_of(imported);
    let problem = problem.as_ref().map(|problem| problem.body(Some(id)));
    json_text(&ImportedReview { number: imported.number, review, problem })
}

/// The answer to `POST /v1/{game}/review`.
#[derive(Serialize)]
pub struct ReviewAnswer<'a, P = PlyBody<'a>> {
    game: &'static str,
    start: &'a str,
    position: &'a str,
    outcome: Option<OutcomeBody<'a>>,
    /// `None` in a stream, which has a message for each.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<Vec<P>>,
    sides: [SideBody; 2],
}

/// A move in an answer.
#[derive(Serialize)]
pub struct PlyBody<'a> {
    ply: usize,
    to_move: &'static str,
    #[serde(rename = "move")]
    played: &'a str,
    #[serde(flatten)]
    compared: ComparedBody<'a>,
}

/// What the review says about a move, or why it says nothing.
#[derive(Serialize)]
#[serde(untagged)]
enum ComparedBody<'a> {
    Reviewed(Box<ComparisonBody<'a>>),
    Failed { problem: ProblemBody<'a> },
}

#[derive(Serialize)]
struct ComparisonBody<'a> {
    label: &'static str,
    expected_points_lost: f64,
    is_estimate: bool,
    missed_win: bool,
    missed_draw: bool,
    before: ScoredBody,
    before_bound: &'static str,
    after: ScoredBody,
    after_bound: &'static str,
    best_move: Option<&'a str>,
    principal_variation: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<ReasonBody<'a>>,
}

impl<'a> From<&'a Comparison> for ComparisonBody<'a> {
    fn from(Comparison { best_line, reason, review }: &'a Comparison) -> Self {
        let MoveReview { best, played, label, expected_points_lost, .. } = *review;
        let body = |score: MoveScore| ScoredBody::new(score.verdict, score.expectation);
        Self {
            label: label_name(label),
            expected_points_lost: rounded(expected_points_lost, 1000.0),
            is_estimate: review.is_estimate,
            missed_win: review.missed_win,
            missed_draw: review.missed_draw,
            before: body(best),
            before_bound: bound_name(best.bound),
            after: body(played),
            after_bound: bound_name(played.bound),
            best_move: best_line.first().map(String::as_str),
            principal_variation: best_line,
            reason: reason.as_ref().map(Into::into),
        }
    }
}

/// The moves of a side in numbers. Accuracy and labels are those of the reviewed moves.
#[derive(Serialize)]
struct SideBody {
    side: &'static str,
    moves: usize,
    reviewed: u32,
    accuracy: Option<f64>,
    labels: BTreeMap<&'static str, u32>,
}

fn rounded(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts
}

/// The name of a label.
pub const fn label_name(label: Label) -> &'static str {
    match label {
        Label::Best => "best",
        Label::OnlyMove => "only_move",
        Label::Good => "good",
        Label::Inaccuracy => "inaccuracy",
        Label::Mistake => "mistake",
        Label::Blunder => "blunder",
    }
}
