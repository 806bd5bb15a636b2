//! `/v1/reviews`: background reviews.

use super::super::error::Problem;
use super::super::extract::game_from_body;
use super::super::fair_use::ClientAccess;
use super::super::follow::News;
use super::super::review::AcceptedReview;
use super::super::state::AppState;
use super::{Accepted, TaskKind};
use crate::jobs::{Jobs, REVIEW_TASK, ReviewSpec, ReviewedPly, TaskSpec};
use bestmove_jobs::{JobStatus, NewChunk, StoreError};
use bestmove_query::wire::request::ReviewBody;
use bestmove_query::wire::response::PlyText;
use bestmove_query::{Priority, Registry, ReviewedGame};
use serde::Serialize;
use serde_json::value::to_raw_value;
use std::time::Duration;

/// Background reviews: the game of one and its moves reviewed so far, from the last to the first.
pub(in crate::http) struct Reviews {
    game: Option<ReviewedGame>,
    plies: Vec<PlyText>,
    /// The problem of the first of them, if none could be reviewed.
    failure: Option<Problem>,
}

impl TaskKind for Reviews {
    type Body = ReviewBody;
    /// How many moves were sent.
    type Sent = usize;
    const STORED: &'static str = REVIEW_TASK;
    const NAME: &'static str = "review";
    const PLURAL: &'static str = "reviews";

    async fn accept(state: &AppState, access: &ClientAccess, body: &ReviewBody) -> Result<Accepted, Problem> {
        let game = game_from_body(state.engine.games(), body.game.as_ref())?;
        let accepted = AcceptedReview::new(&state.engine, game, access, body, Priority::Background).await?;
        let AcceptedReview { game, limits, time, reserved } = accepted;
        let (id, position) = game.end();
        let moves = game.record.moves.clone();
        let chunk = |first| NewChunk { first, items: 1, cost: limits.search_time(), input: Vec::new() };
        Ok(Accepted {
            chunks: (0..moves.len() as u64).map(chunk).collect(),
            spec: TaskSpec {
                game: id.to_owned(),
                position: position.to_owned(),
                time_ms: time.left().as_millis() as u64,
                review: Some(ReviewSpec {
                    start: game.record.start.clone(),
                    moves,
                    search_ms: limits.time_ms,
                    depth: limits.depth,
                }),
            },
            reserved,
        })
    }

    async fn read(
        jobs: &Jobs,
        games: &Registry,
        status: &JobStatus,
        spec: &TaskSpec,
    ) -> Result<Self, StoreError> {
        let game = spec.reviewed(games).ok();
        let results = jobs.store.results(&status.id, 0, status.items as usize).await?;
        let plies: Vec<_> = results.iter().filter_map(|chunk| ReviewedPly::read(&chunk.result)).collect();
        let is_failed = plies.iter().all(|ply| !ply.ply.is_reviewed());
        let failure = plies.first().filter(|_| is_failed).and_then(ReviewedPly::problem).map(Into::into);
        Ok(Self { game, plies: plies.into_iter().map(|ply| ply.ply).collect(), failure })
    }

    fn problem(&self) -> Option<Problem> {
        self.failure.clone()
    }

    fn results(&self) -> Option<impl Serialize> {
        let game = self.game.as_ref().filter(|_| !self.plies.is_empty())?;
        Some(game.answer_of_texts(&self.plies))
    }

    async fn spent(_: &Jobs, status: &JobStatus) -> Result<Duration, StoreError> {
        Ok(status.spent)
    }

    fn sent_up_to(last_event_id: &str) -> usize {
        last_event_id.parse().unwrap_or_default()
    }

    fn news(&self, sent: &mut usize, is_over: bool) -> Vec<News> {
        let new = self.plies.iter().enumerate().skip(*sent);
        let message = |(index, ply): (usize, &PlyText)| {
            let (id, content) = (Some((index + 1).to_string()), ply.text.clone());
            News { event: "ply", name: "ply", id, content }
        };
        let mut news: Vec<_> = new.map(message).collect();
        *sent = self.plies.len();
        let summary = self.game.as_ref().filter(|_| is_over).map(|game| game.summary(&self.plies));
        let content = summary.and_then(|summary| to_raw_value(&summary).ok());
        news.extend(content.map(|content| News { event: "final", name: Self::NAME, id: None, content }));
        news
    }
}
