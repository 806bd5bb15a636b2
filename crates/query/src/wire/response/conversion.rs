//! Converted games in answers.

use super::best_move::OutcomeBody;
use crate::wire::codes::Codes;
use crate::wire::json_text;
use crate::wire::problem::{Problem, ProblemBody};
use crate::{FieldError, ImportedGame, PositionInfo};
use bestmove_core::game::{Comment, Invalid, Tag};
use serde::Serialize;
use std::collections::BTreeMap;

/// The start of the answer to `POST /v1/{game}/convert`, before its games.
pub fn conversion_start(game: &str) -> String {
    format!("{{\"game\":{},\"games\":[", json_text(&game))
}

/// The end of the answer, after its games; with a problem if the rest of the text could not be converted.
pub fn conversion_end(problem: Option<&ProblemBody<'_>>) -> String {
    problem.map_or_else(|| "]}".to_owned(), |problem| format!("],\"problem\":{}}}", json_text(problem)))
}

/// A game of a text in an answer.
pub fn game_text(imported: &ImportedGame, id: &str) -> String {
    let problem = problem_of(imported);
    json_text(&ImportedGameBody::new(imported, problem.as_ref().map(|problem| problem.body(Some(id)))))
}

/// The whole answer.
pub fn conversion_text(game: &str, games: &[ImportedGame], id: &str) -> String {
    let games: Vec<_> = games.iter().map(|imported| game_text(imported, id)).collect();
    conversion_start(game) + &games.join(",") + &conversion_end(None)
}

/// What a stream of games says at its end.
#[derive(Serialize)]
pub struct ConversionSummary {
    /// The ID of the game.
    pub game: &'static str,
    /// How many games the text has.
    pub games: usize,
    /// How many of them have a problem.
    pub problems: usize,
}

/// A converted game of a text, or why it could not be read to its end.
#[derive(Serialize)]
pub struct ImportedGameBody<'a> {
    number: usize,
    tags: Vec<TagBody<'a>>,
    start: Option<&'a str>,
    moves: &'a [String],
    comments: Vec<CommentBody<'a>>,
    position: Option<&'a str>,
    to_move: Option<&'static str>,
    outcome: Option<OutcomeBody<'a>>,
    result: &'static str,
    winner: Option<&'static str>,
    texts: BTreeMap<&'static str, &'a str>,
    warnings: Vec<WarningBody<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<ProblemBody<'a>>,
}

#[derive(Serialize)]
struct TagBody<'a> {
    name: &'a str,
    value: &'a str,
}

/// A remark after that many moves.
#[derive(Serialize)]
struct CommentBody<'a> {
    ply: usize,
    text: &'a str,
}

/// An oddity of the text: what was expected in a part of the game, and what stood there.
#[derive(Serialize)]
struct WarningBody<'a> {
    part: String,
    expected: String,
    got: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    codes: Option<Codes<'a>>,
}

impl<'a> From<&'a Invalid> for WarningBody<'a> {
    fn from(invalid: &'a Invalid) -> Self {
        let [part, expected, got] = [&invalid.part, &invalid.expected, &invalid.got].map(ToString::to_string);
        Self { part, expected, got, codes: Codes::of(invalid, true) }
    }
}

impl<'a> ImportedGameBody<'a> {
    /// A game with the problem that [`problem_of`] has found.
    pub fn new(imported: &'a ImportedGame, problem: Option<ProblemBody<'a>>) -> Self {
        let ImportedGame { number, ref game, has_start, ref warnings, .. } = *imported;
        let PositionInfo { position, to_move, outcome, .. } = &game.position_info;
        let comments = game.comments.iter().map(|Comment { ply, text }| CommentBody { ply: *ply, text });
        let texts = game.texts.iter().filter(|_| has_start).map(|(name, text)| (*name, &**text));
        Self {
            number,
            tags: game.tags.iter().map(|Tag { name, value }| TagBody { name, value }).collect(),
            start: has_start.then_some(&*game.start),
            moves: &game.moves,
            comments: comments.collect(),
            position: has_start.then_some(&**position),
            to_move: has_start.then_some(*to_move),
            outcome: outcome.as_ref().map(Into::into),
            result: game.result.code(),
            winner: game.winner,
            texts: texts.collect(),
            warnings: warnings.iter().map(Into::into).collect(),
            problem,
        }
    }
}

/// Why a game could not be read to its end.
pub fn problem_of(imported: &ImportedGame) -> Option<Problem> {
    let invalid = imported.fault.clone()?;
    Some(FieldError { field: "text".to_owned(), invalid }.into())
}
