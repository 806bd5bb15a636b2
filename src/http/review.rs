//! `/v1/{game}/review`: how good the moves of a game were.

use super::convert::MAX_TIME;
use super::document::json;
use super::error::{Problem, ProblemTypes};
use super::extract::{GamePath, Json};
use super::fair_use::{ClientAccess, Reservation};
use super::request_id::RequestId;
use crate::engine::{
    AnalysisLine, AnyGame, Engine, EngineConfig, EngineError, LimitPolicy, MoveSelection, PreparedQuery,
    Priority, Request, RequestedLimits,
};
use crate::wire::comparison::{Comparison, lines_of, policy_of_comparisons};
use crate::wire::parse::refuse_game;
use crate::wire::request::ReviewBody;
use crate::wire::response::{PlyReview, ReviewedGame};
use axum::Extension;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use futures_util::stream::iter;
use futures_util::{Stream, StreamExt};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::time::sleep;

/// How many times in a row the searches of a review are tried again after a refusal.
const RETRIES: u32 = 10;
/// What each search may take, however many there are.
const MIN_TIME: Duration = Duration::from_millis(1);

/// `POST /v1/{game}/review`. If no move can be reviewed, the answer is the problem of one.
pub(super) async fn review(
    State(engine): State<Arc<Engine>>,
    GamePath(game): GamePath,
    Extension(access): Extension<ClientAccess>,
    Extension(id): Extension<RequestId>,
    Json(body, _lease): Json<ReviewBody>,
) -> Result<Response, Problem> {
    refuse_game(body.game.as_ref())?;
    let review = Arc::new(GameReview::new(engine, game, access, &body, Priority::Batch)?);
    let plies: Vec<_> = review.plies().collect().await;
    if let Some(problem) = PlyReview::failure(&plies) {
        return Err(problem.clone());
    }
    let problems = plies.iter().filter_map(|ply| ply.problem());
    let types = ProblemTypes(problems.map(Problem::slug).collect());
    Ok((Extension(types), json(&review.game().answer(&plies, &id))).into_response())
}

/// A review of a game, in progress.
pub(super) struct GameReview {
    engine: Arc<Engine>,
    access: ClientAccess,
    priority: Priority,
    game: Arc<ReviewedGame>,
    /// The limits of each search.
    limits: RequestedLimits,
    /// The time of all searches.
    time: Duration,
    /// The time reserved for the searches to come.
    reserved: Mutex<Option<Reservation>>,
    /// How many searches in a row were refused.
    refusals: AtomicU32,
}

impl GameReview {
    /// Validates the body, and reserves time for all searches.
    pub(super) fn new(
        engine: Arc<Engine>,
        game: Arc<dyn AnyGame>,
        access: ClientAccess,
        body: &ReviewBody,
        priority: Priority,
    ) -> Result<Self, Problem> {
        let record = access.charged(MAX_TIME, || body.record(game.as_ref()))??;
        let searches_per_move = if game.scores_all_moves() { 1 } else { 2 };
        let searches = searches_per_move * record.moves.len() as u32;
        let limits = body.limits(&search_policy(engine.config(), priority, searches))?;
        let each = time_of(&limits);
        if !engine.accepts_work() {
            return Err(Problem::shutting_down());
        }
        let reserved = Mutex::new(access.reserve_each(each, searches)?);
        let game = Arc::new(ReviewedGame { game, record });
        let (time, refusals) = (each * searches, AtomicU32::new(0));
        Ok(Self { engine, access, priority, game, limits, time, reserved, refusals })
    }

    /// The game.
    pub(super) const fn game(&self) -> &Arc<ReviewedGame> {
        &self.game
    }

    /// The time that all searches together may take.
    pub(super) const fn time(&self) -> Duration {
        self.time
    }

    /// The reviews of all moves, from the last to the first: what a search finds out about the end of the
    /// game helps those before. They take at most half of the workers at a time, one in the background.
    pub(super) fn plies(self: &Arc<Self>) -> impl Stream<Item = Arc<PlyReview>> + Send + use<> {
        let share = match self.priority {
            Priority::Background => 1,
            Priority::Interactive | Priority::Batch => self.engine.config().workers.get().div_ceil(2),
        };
        let (review, share) = (Arc::clone(self), Arc::new(Semaphore::new(share)));
        let count = self.game.record.moves.len();
        let plies = (0..count).rev().map(move |index| {
            let (review, share) = (Arc::clone(&review), Arc::clone(&share));
            async move {
                let _worker = share.acquire().await;
                Arc::new(PlyReview { index, compared: review.compare(index).await })
            }
        });
        iter(plies).buffered(count)
    }

    /// Compares the move with that index with the best one.
    async fn compare(&self, index: usize) -> Result<Comparison, Problem> {
        let ReviewedGame { game, record } = self.game.as_ref();
        let played = &record.moves[index];
        let mut lines = self.analyse(index, Comparison::first_selection(game.as_ref())).await?;
        if let Some(moves) = Comparison::moves_to_compare(&lines, played) {
            lines = self.analyse(index, Comparison::second_selection(&moves)).await?;
        }
        Comparison::of(played, lines).ok_or_else(Problem::internal)
    }

    /// The lines of the position before the move with that index, best first. A refused search is tried
    /// again after its `Retry-After`, unless too many were refused in a row.
    async fn analyse(
        &self,
        index: usize,
        selection: MoveSelection<'_>,
    ) -> Result<Vec<AnalysisLine>, Problem> {
        let mut reserved = self.reservation();
        loop {
            let pending = self.engine.answer(self.prepare(index, selection)?);
            reserved = reserved.map(|reserved| reserved.charged_by(&pending));
            match pending.finished_iteration().await {
                Ok(analysis) => {
                    self.refusals.store(0, Ordering::Relaxed);
                    return Ok(lines_of(analysis));
                }
                Err(EngineError::Full { retry_after, .. })
                    if self.refusals.fetch_add(1, Ordering::Relaxed) < RETRIES =>
                {
                    sleep(retry_after).await;
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn prepare(&self, index: usize, selection: MoveSelection<'_>) -> Result<PreparedQuery, Problem> {
        let ReviewedGame { game, record } = self.game.as_ref();
        let request = Request {
            game: game.as_ref(),
            position: Some(&record.start),
            moves: &record.moves[..index],
            priority: self.priority,
            selection,
            requested: self.limits,
            arrival: Instant::now(),
        };
        Ok(self.engine.prepare(&request)?.for_client(self.access.client()))
    }

    /// The time reserved for one search.
    fn reservation(&self) -> Option<Reservation> {
        let mut reserved = self.reserved.lock().unwrap_or_else(PoisonError::into_inner);
        reserved.as_mut().map(|reserved| reserved.split_off(time_of(&self.limits)))
    }
}

/// The bounds on each search of a review. In the background, all of them together have those of an analysis.
fn search_policy(config: &EngineConfig, priority: Priority, searches: u32) -> LimitPolicy {
    let policy = *config.limit_policy_of(priority);
    if priority != Priority::Background {
        return policy_of_comparisons(policy);
    }
    let [default_time, max_time] =
        [policy.default_time, policy.max_time].map(|time| (time / searches).max(MIN_TIME));
    LimitPolicy { default_time, max_time, ..policy }
}

/// The time of a search.
fn time_of(limits: &RequestedLimits) -> Duration {
    Duration::from_millis(limits.time_ms.unwrap_or_default())
}
