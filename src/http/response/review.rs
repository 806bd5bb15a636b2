//! Reviews of games in answers.

use super::best_move::{OutcomeBody, ScoredBody, bound_name};
use super::reason::ReasonBody;
use crate::engine::{ConvertedGame, PositionInfo};
use crate::explanation::Reason;
use crate::review::{Label, MoveReview, MoveScore, SideReview};
use serde::Serialize;
use std::collections::BTreeMap;

/// The answer to `POST /v1/{game}/review`.
#[derive(Serialize)]
pub(in crate::http) struct ReviewAnswer<'a> {
    game: &'static str,
    start: &'a str,
    position: &'a str,
    outcome: Option<OutcomeBody<'a>>,
    /// `None` in a stream, which has a message for each.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<Vec<PlyBody<'a>>>,
    sides: [SideBody; 2],
}

impl<'a> ReviewAnswer<'a> {
    /// The answer without the moves.
    pub(in crate::http) fn new(
        game: &'static str,
        record: &'a ConvertedGame,
        sides: [(&'static str, SideReview); 2],
    ) -> Self {
        let PositionInfo { position, outcome, .. } = &record.position_info;
        let sides = sides.map(|(side, review)| SideBody::new(side, &review));
        Self {
            game,
            start: &record.start,
            position,
            outcome: outcome.as_ref().map(Into::into),
            plies: None,
            sides,
        }
    }

    /// The answer with all moves.
    pub(in crate::http) fn with_plies(self, plies: &'a [PlyReview]) -> Self {
        Self { plies: Some(plies.iter().map(Into::into).collect()), ..self }
    }
}

/// A move of the game with what the review says about it.
pub(in crate::http) struct PlyReview {
    /// The number of the move, from 1.
    pub(in crate::http) ply: usize,
    /// The side that moved, by its name.
    pub(in crate::http) to_move: &'static str,
    pub(in crate::http) played: String,
    /// Best play by both sides, from the best move on.
    pub(in crate::http) best_line: Vec<String>,
    /// Why the best move is good or bad.
    pub(in crate::http) reason: Option<Reason>,
    pub(in crate::http) review: MoveReview,
}

/// A move in an answer.
#[derive(Serialize)]
pub(in crate::http) struct PlyBody<'a> {
    ply: usize,
    to_move: &'static str,
    #[serde(rename = "move")]
    played: &'a str,
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

impl<'a> From<&'a PlyReview> for PlyBody<'a> {
    fn from(reviewed: &'a PlyReview) -> Self {
        let PlyReview { ply, to_move, played, best_line, reason, review } = reviewed;
        let MoveReview { best, played: score, label, expected_points_lost, .. } = *review;
        let body = |score: MoveScore| ScoredBody::new(score.verdict, score.expectation);
        Self {
            ply: *ply,
            to_move,
            played,
            label: label_name(label),
            expected_points_lost: rounded(expected_points_lost, 1000.0),
            is_estimate: review.is_estimate,
            missed_win: review.missed_win,
            missed_draw: review.missed_draw,
            before: body(best),
            before_bound: bound_name(best.bound),
            after: body(score),
            after_bound: bound_name(score.bound),
            best_move: best_line.first().map(String::as_str),
            principal_variation: best_line,
            reason: reason.as_ref().map(Into::into),
        }
    }
}

/// The moves of a side in numbers.
#[derive(Serialize)]
struct SideBody {
    side: &'static str,
    moves: u32,
    accuracy: Option<f64>,
    labels: BTreeMap<&'static str, u32>,
}

impl SideBody {
    fn new(side: &'static str, review: &SideReview) -> Self {
        Self {
            side,
            moves: review.moves(),
            accuracy: review.accuracy().map(|accuracy| rounded(accuracy, 10.0)),
            labels: Label::ALL.into_iter().map(|label| (label_name(label), review.count(label))).collect(),
        }
    }
}

fn rounded(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts
}

const fn label_name(label: Label) -> &'static str {
    match label {
        Label::Best => "best",
        Label::OnlyMove => "only_move",
        Label::Good => "good",
        Label::Inaccuracy => "inaccuracy",
        Label::Mistake => "mistake",
        Label::Blunder => "blunder",
    }
}
