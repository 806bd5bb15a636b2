//! The questions that known results answer, and the work behind an answer.

use crate::jobs::JobKind;
use bestmove_core::search::StoppedBy;
use bestmove_jobs::{Digest, KnownResult};
use bestmove_query::wire::json_text;
use bestmove_query::{Analysis, QueryKey, ReviewedGame};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

/// A question that a search answers: equal ones have equal answers, but for the work that is in them.
#[derive(Debug, Serialize)]
pub struct Question<'a> {
    kind: JobKind,
    game: &'a str,
    /// In canonical notation, before the moves.
    position: &'a str,
    moves: &'a [String],
    /// How many moves get a line.
    lines: usize,
    /// The moves to choose from, unless they are all legal ones.
    only: Option<&'a [String]>,
    /// The last iteration, if limited: such a search is full-width, so that its answer is another one.
    depth: Option<u64>,
}

impl<'a> Question<'a> {
    /// What an analysis asks.
    #[must_use]
    pub fn of_analysis(key: &'a QueryKey, depth: Option<u64>) -> Self {
        Self {
            kind: JobKind::Analysis,
            game: key.game,
            position: &key.position,
            moves: &key.moves,
            lines: key.lines,
            only: key.only.as_deref(),
            depth,
        }
    }

    /// What a review asks.
    pub(in crate::jobs) fn of_review(reviewed: &'a ReviewedGame, depth: Option<u64>) -> Self {
        let ReviewedGame { game, record } = reviewed;
        let (position, moves) = (&record.start, &record.moves);
        Self { kind: JobKind::Review, game: game.info().id, position, moves, lines: 1, only: None, depth }
    }

    /// A digest of the question to that release: rules and searches of another one may answer it otherwise.
    pub(super) fn digest(&self, release: &str) -> Digest {
        Sha256::digest(json_text(&(release, self))).into()
    }
}

/// The work in a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::jobs) struct Work {
    /// By which results are compared: the nodes that a search may visit, or [`FINAL`](Self::FINAL).
    pub(in crate::jobs) effort: u64,
    /// Nodes visited, or about as many.
    nodes: u64,
    is_proven: bool,
}

impl Work {
    /// The effort of a result that no node more would change.
    pub(in crate::jobs) const FINAL: u64 = KnownResult::MAX_EFFORT;

    /// That of an analysis by a search with these limits.
    pub(in crate::jobs) fn of_analysis(found: &Analysis, nodes: Option<u64>, depth: Option<u64>) -> Self {
        let is_proven = found.stopped_by == StoppedBy::Proven;
        let is_complete = depth.is_some_and(|depth| u64::from(found.depth) >= depth);
        if is_proven || is_complete {
            return Self { effort: Self::FINAL, nodes: found.nodes, is_proven };
        }
        // An analysis has the nodes of its last finished iteration.
        let effort = nodes.filter(|_| found.stopped_by != StoppedBy::Time).unwrap_or(found.nodes);
        Self { effort, nodes: effort, is_proven }
    }

    /// That of a review whose searches had these limits. Without any, the game's solver has answered.
    pub(in crate::jobs) const fn of_review(nodes: Option<u64>, depth: Option<u64>) -> Self {
        match (nodes, depth) {
            (Some(nodes), _) => Self { effort: nodes, nodes, is_proven: false },
            (None, depth) => Self { effort: Self::FINAL, nodes: 0, is_proven: depth.is_none() },
        }
    }

    pub(super) const fn is_worth_keeping(&self, min_nodes: u64) -> bool {
        self.is_proven || self.nodes >= min_nodes
    }
}
