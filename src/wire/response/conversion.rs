//! Converted games in answers.

use super::best_move::OutcomeBody;
use crate::game::{Comment, Tag};
use crate::query::{ConvertedGame, PositionInfo};
use serde::Serialize;
use std::collections::BTreeMap;

/// The answer to `POST /v1/{game}/convert`.
#[derive(Serialize)]
pub(crate) struct ConversionAnswer<'a> {
    game: &'static str,
    games: Vec<ConvertedGameBody<'a>>,
}

impl<'a> ConversionAnswer<'a> {
    pub(crate) fn new(game: &'static str, games: &'a [ConvertedGame]) -> Self {
        Self { game, games: games.iter().map(Into::into).collect() }
    }
}

#[derive(Serialize)]
struct ConvertedGameBody<'a> {
    tags: Vec<TagBody<'a>>,
    start: &'a str,
    moves: &'a [String],
    comments: Vec<CommentBody<'a>>,
    position: &'a str,
    to_move: &'static str,
    outcome: Option<OutcomeBody<'a>>,
    result: &'static str,
    winner: Option<&'static str>,
    texts: BTreeMap<&'static str, &'a str>,
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

impl<'a> From<&'a ConvertedGame> for ConvertedGameBody<'a> {
    fn from(converted: &'a ConvertedGame) -> Self {
        let PositionInfo { position, to_move, outcome, .. } = &converted.position_info;
        let tags = converted.tags.iter().map(|Tag { name, value }| TagBody { name, value });
        let comments = converted.comments.iter().map(|Comment { ply, text }| CommentBody { ply: *ply, text });
        Self {
            tags: tags.collect(),
            start: &converted.start,
            moves: &converted.moves,
            comments: comments.collect(),
            position,
            to_move,
            outcome: outcome.as_ref().map(Into::into),
            result: converted.result.code(),
            winner: converted.winner,
            texts: converted.texts.iter().map(|(name, text)| (*name, &**text)).collect(),
        }
    }
}
