//! Background reviews: the review of each move, as it is stored.

use super::{ACCEPTED, StoredProblem, TaskRunner, TaskSpec, no_answer, poisoned, unreadable};
use bestmove_jobs::{Claim, JobId, Outcome, Tally};
use bestmove_query::wire::json_text;
use bestmove_query::wire::problem::Problem;
use bestmove_query::wire::problems::ProblemKind;
use bestmove_query::wire::response::{PlyReview, PlyText};
use bestmove_query::{Comparison, GameSource, Priority, Registry, RequestedLimits, ReviewedGame};
use bestmove_scheduler::{EngineError, UsageMeter};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tracing::warn;

/// The game of a review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewSpec {
    /// The position before the first move.
    pub start: String,
    /// The moves.
    pub moves: Vec<String>,
    /// The time limit of each search, in milliseconds.
    pub search_ms: Option<u64>,
    /// The last iteration of each search, if limited.
    pub depth: Option<u64>,
}

impl TaskSpec {
    /// The game that is reviewed.
    ///
    /// # Errors
    ///
    /// If this is no review, or that of a game that is not served here.
    pub fn reviewed(&self, games: &Registry) -> Result<ReviewedGame, Problem> {
        let spec = self.review.as_ref().ok_or_else(unreadable)?;
        let game = Arc::clone(games.find(&self.game).ok_or_else(unreadable)?);
        let record = game.convert(GameSource::Moves(Some(&spec.start), &spec.moves))?;
        Ok(ReviewedGame { game, record })
    }
}

/// The review of a move in the store.
#[derive(Debug, Serialize, Deserialize)]
pub struct ReviewedPly {
    /// The move.
    pub ply: PlyText,
    /// Why it could not be reviewed.
    problem: Option<StoredProblem>,
}

impl ReviewedPly {
    /// Reads a stored review. `None` if a later release has written it.
    #[must_use]
    pub fn read(stored: &[u8]) -> Option<Self> {
        serde_json::from_slice(stored).ok()
    }

    /// Why the move could not be reviewed.
    #[must_use]
    pub fn problem(&self) -> Option<Problem> {
        self.problem.as_ref().map(Into::into)
    }
}

/// Reviews the move of a claim.
pub(super) async fn run(runner: &TaskRunner, claim: &Claim, spec: &TaskSpec) -> Outcome {
    let reviewed = match spec.reviewed(runner.engine.games()) {
        Ok(reviewed) => reviewed,
        Err(problem) => {
            warn!(task = %claim.lease.job, %problem, "a review can't be read");
            return if claim.lease.is_poisoned() { unread() } else { Outcome::Unreadable };
        }
    };
    let last = reviewed.record.moves.len().saturating_sub(1);
    let index = last.saturating_sub(claim.lease.first as usize);
    let limits = spec.review.as_ref().map_or_else(RequestedLimits::default, |review| RequestedLimits {
        time_ms: review.search_ms,
        depth: review.depth,
        ..RequestedLimits::default()
    });
    let mut spent = Duration::ZERO;
    let compared = if claim.lease.is_poisoned() {
        Err(poisoned())
    } else {
        match compare(runner, &claim.lease.job, &reviewed, index, limits, &mut spent).await {
            _ if runner.must_hand_back() => return Outcome::Stopped,
            Ok(Some(comparison)) => Ok(comparison),
            Ok(None) => Err(Problem::new(ProblemKind::Internal, "no search has found the move")),
            Err(error) => Err(no_answer(&error)),
        }
    };
    let problem = compared.as_ref().err().map(Into::into);
    let stored = ReviewedPly { ply: reviewed.ply_text(&Arc::new(PlyReview { index, compared })), problem };
    Outcome::Finished { result: json_text(&stored).into_bytes(), tally: spent.into() }
}

/// The end of a move that no worker could read.
fn unread() -> Outcome {
    Outcome::Finished { result: Vec::new(), tally: Tally::default() }
}

/// Compares the move with that index with the best one.
async fn compare(
    runner: &TaskRunner,
    task: &JobId,
    reviewed: &ReviewedGame,
    index: usize,
    limits: RequestedLimits,
    spent: &mut Duration,
) -> Result<Option<Comparison>, EngineError> {
    let mut review = reviewed.review(index, limits.search_time());
    while let Some(request) = review.next_search(limits, Priority::Background, Instant::now()) {
        let pending = runner.engine.answer(runner.engine.prepare_within(&request, &ACCEPTED)?);
        let meter = pending.usage_meter();
        runner.meter(task, meter.as_ref());
        let found = pending.finished_iteration().await;
        *spent += meter.as_ref().map_or(Duration::ZERO, UsageMeter::time);
        review.feed(found?);
    }
    Ok(review.finish())
}
