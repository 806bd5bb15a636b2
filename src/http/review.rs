//! `/v1/{game}/review`: how good the moves of a game were.

use super::context::Context;
use super::convert::MAX_TIME;
use super::document::json;
use super::error::{Problem, ProblemTypes};
use super::extract::{GamePath, Json};
use super::fair_use::{ClientAccess, Reservation};
use super::request_id::RequestId;
use super::routes;
use super::state::AppState;
use axum::Extension;
use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use bestmove_query::wire::parse::refuse_game;
use bestmove_query::wire::request::ReviewBody;
use bestmove_query::wire::response::PlyReview;
use bestmove_query::{
    Analysis, AnyGame, Comparison, LimitPolicy, Priority, Request, RequestedLimits, ReviewTime, ReviewedGame,
};
use bestmove_scheduler::quota::ByteLease;
use bestmove_scheduler::{Engine, EngineConfig, EngineError};
use futures_util::stream::iter;
use futures_util::{Stream, StreamExt};
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::time::sleep;

/// How many times in a row the searches of a review are tried again after a refusal.
const RETRIES: u32 = 10;
/// What each search may take, however many there are.
const MIN_TIME: Duration = Duration::from_millis(1);

pub(super) fn routes() -> Router<AppState> {
    routes::json(Router::new().route("/v1/{game}/review", post(post_review)))
}

/// The reviews of all moves, from the last to the first; the problem of one, if none can be reviewed.
pub(super) async fn review(
    Context { engine, access, .. }: Context,
    game: Arc<dyn AnyGame>,
    (body, lease): (&ReviewBody, ByteLease),
) -> Result<(Arc<ReviewedGame>, Vec<Arc<PlyReview>>), Problem> {
    refuse_game(body.game.as_ref())?;
    let accepted = AcceptedReview::new(&engine, game, &access, body, Priority::Batch).await?;
    let review = Arc::new(GameReview::new(&engine, access, accepted, lease));
    let plies: Vec<_> = review.plies().collect().await;
    match PlyReview::failure(&plies) {
        Some(problem) => Err(problem.clone().into()),
        None => Ok((Arc::clone(review.game()), plies)),
    }
}

/// `POST /v1/{game}/review`.
async fn post_review(
    State(engine): State<Arc<Engine>>,
    GamePath(game): GamePath,
    Extension(access): Extension<ClientAccess>,
    Extension(id): Extension<RequestId>,
    Json(body, lease): Json<ReviewBody>,
) -> Result<Response, Problem> {
    let (game, plies) = review(Context::new(&engine, access), game, (&body, lease)).await?;
    Ok((Extension(ProblemTypes::of(&plies)), json(&game.answer(&plies, Some(&id)))).into_response())
}

/// A review that may begin.
pub(super) struct AcceptedReview {
    pub(super) game: ReviewedGame,
    /// The limits of each search.
    pub(super) limits: RequestedLimits,
    /// The time of all searches.
    pub(super) time: ReviewTime,
    /// The same, reserved.
    pub(super) reserved: Option<Reservation>,
}

impl AcceptedReview {
    /// Validates the body, and reserves time for all searches.
    pub(super) async fn new(
        engine: &Engine,
        game: Arc<dyn AnyGame>,
        access: &ClientAccess,
        body: &ReviewBody,
        priority: Priority,
    ) -> Result<Self, Problem> {
        let record = access.charged(MAX_TIME, || body.record(game.as_ref()))??;
        let game = ReviewedGame { game, record };
        let limits = body.limits(&search_policy(engine.config(), priority, game.moves()))?;
        if !engine.accepts_work() {
            return Err(Problem::shutting_down());
        }
        let (time, reserved) =
            (game.time(&limits), access.reserve_each(limits.search_time(), game.moves()).await?);
        Ok(Self { game, limits, time, reserved })
    }
}

/// A review of a game, in progress.
pub(super) struct GameReview {
    engine: Arc<Engine>,
    access: ClientAccess,
    game: Arc<ReviewedGame>,
    /// The limits of each search.
    limits: RequestedLimits,
    /// The time reserved for the searches to come.
    reserved: Mutex<Option<Reservation>>,
    /// The time of the searches to come.
    time: Mutex<ReviewTime>,
    /// How many searches in a row were refused.
    refusals: AtomicU32,
    /// The lease on the memory of the body, from which the game was read.
    _lease: ByteLease,
}

impl GameReview {
    /// Begins a review.
    pub(super) fn new(
        engine: &Arc<Engine>,
        access: ClientAccess,
        accepted: AcceptedReview,
        lease: ByteLease,
    ) -> Self {
        let AcceptedReview { game, limits, time, reserved } = accepted;
        Self {
            engine: Arc::clone(engine),
            access,
            game: Arc::new(game),
            limits,
            reserved: Mutex::new(reserved),
            time: Mutex::new(time),
            refusals: AtomicU32::new(0),
            _lease: lease,
        }
    }

    /// The game.
    pub(super) const fn game(&self) -> &Arc<ReviewedGame> {
        &self.game
    }

    /// The reviews of all moves, from the last to the first: what a search finds out about the end of the
    /// game helps those before. They take at most half of the workers at a time.
    pub(super) fn plies(self: &Arc<Self>) -> impl Stream<Item = Arc<PlyReview>> + Send + use<> {
        let share = self.engine.config().workers.get().div_ceil(2);
        let (review, share) = (Arc::clone(self), Arc::new(Semaphore::new(share)));
        let count = self.game.record.moves.len();
        let plies = (0..count).rev().map(move |index| {
            let (review, share) = (Arc::clone(&review), Arc::clone(&share));
            async move {
                let _worker = share.acquire().await;
                Arc::new(PlyReview { index, compared: review.compare(index).await.map_err(Problem::into) })
            }
        });
        iter(plies).buffered(count)
    }

    /// Compares the move with that index with the best one.
    async fn compare(&self, index: usize) -> Result<Comparison, Problem> {
        let mut review = self.game.review(index, self.time.lock().take_share());
        while let Some(request) = review.next_search(self.limits, Priority::Batch, Instant::now()) {
            let found = self.analyse(request).await?;
            review.feed(found);
        }
        self.time.lock().give_back(review.left());
        review.finish().ok_or_else(Problem::internal)
    }

    /// The result of a search. If it is refused, it is tried again after its `Retry-After`, unless too many were
    /// refused in a row.
    async fn analyse(&self, request: Request<'_>) -> Result<Analysis, Problem> {
        let mut reserved = self.reservation(request.requested.search_time());
        loop {
            let request = Request { arrival: Instant::now(), ..request };
            let prepared = self.engine.prepare(&request)?.for_client(self.access.client());
            let pending = self.engine.answer(prepared);
            reserved = reserved.map(|reserved| reserved.charged_by(&pending));
            match pending.finished_iteration().await {
                Ok(analysis) => {
                    self.refusals.store(0, Ordering::Relaxed);
                    return Ok(analysis);
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

    /// The time reserved for one search.
    fn reservation(&self, time: Duration) -> Option<Reservation> {
        let mut reserved = self.reserved.lock();
        reserved.as_mut().map(|reserved| reserved.split_off(time))
    }
}

/// The bounds on the searches for a move of a review. In the background, all of them together have those of an
/// analysis.
fn search_policy(config: &EngineConfig, priority: Priority, moves: u32) -> LimitPolicy {
    let policy = *config.limit_policy_of(priority);
    if priority != Priority::Background {
        return ReviewedGame::search_policy(policy);
    }
    let [default_time, max_time] =
        [policy.default_time, policy.max_time].map(|time| (time / moves).max(MIN_TIME));
    LimitPolicy { default_time, max_time, ..policy }
}
