//! `/v1/reviews`: background reviews.

use super::super::error::Problem;
use super::super::extract::game_from_body;
use super::super::fair_use::ClientAccess;
use super::super::request_id::RequestId;
use super::super::review::GameReview;
use super::super::review_stream::stream;
use super::super::state::AppState;
use super::super::stream::StreamContext;
use super::{TaskKind, TaskState, Tasks};
use axum::response::Response;
use bestmove_query::Priority;
use bestmove_query::ReviewedGame;
use bestmove_query::wire::request::ReviewBody;
use bestmove_query::wire::response::PlyReview;
use bestmove_scheduler::BackgroundTask;
use bestmove_scheduler::quota::ByteLease;
use futures_util::stream::unfold;
use futures_util::{Stream, StreamExt};
use serde::Serialize;
use std::pin::pin;
use std::sync::Arc;
use tokio::sync::watch;

/// A background review.
type BackgroundReview = BackgroundTask<ReviewWork>;

/// A game under review, and the results so far.
pub(in crate::http) struct ReviewWork {
    game: Arc<ReviewedGame>,
    progress: watch::Sender<Progress>,
}

#[derive(Clone, Default)]
pub(in crate::http) struct Progress {
    /// The moves reviewed so far, from the last to the first.
    plies: Vec<Arc<PlyReview>>,
    is_over: bool,
}

impl TaskKind for ReviewWork {
    type Body = ReviewBody;
    type Progress = Progress;
    const NAME: &'static str = "review";
    const PLURAL: &'static str = "reviews";

    fn tasks(state: &AppState) -> &Tasks<Self> {
        &state.reviews
    }

    fn start(
        state: &AppState,
        access: ClientAccess,
        (body, lease): (ReviewBody, ByteLease),
    ) -> Result<Arc<BackgroundReview>, Problem> {
        let engine = Arc::clone(&state.engine);
        let (client, game) = (access.client(), game_from_body(engine.games(), body.game.as_ref())?);
        let review = Arc::new(GameReview::new(engine, game, access, (&body, lease), Priority::Background)?);
        let work = Self { game: Arc::clone(review.game()), progress: watch::Sender::default() };
        Ok(state.reviews.start(client, review.time(), work, |task| publish(task, review))?)
    }

    fn subject(&self) -> (&'static str, &str) {
        self.game.end()
    }

    fn progress(&self) -> Progress {
        self.progress.borrow().clone()
    }

    fn state(progress: &Progress) -> TaskState {
        let Progress { plies, is_over } = progress;
        match PlyReview::failure(plies) {
            Some(problem) if *is_over => TaskState::Failed(problem.clone().into()),
            _ if *is_over => TaskState::Finished,
            _ if plies.is_empty() => TaskState::Waiting,
            _ => TaskState::Running,
        }
    }

    fn results<'a>(&'a self, progress: &'a Progress, request: &'a RequestId) -> Option<impl Serialize + 'a> {
        let has_results =
            !progress.plies.is_empty() && !matches!(Self::state(progress), TaskState::Failed(_));
        has_results.then(|| self.game.answer(&progress.plies, Some(request)))
    }

    async fn follow(review: Arc<BackgroundReview>, context: StreamContext) -> Result<Response, Problem> {
        let game = Arc::clone(&review.work().game);
        let plies = plies(review.work().progress.subscribe());
        drop(review);
        stream(game, plies, context).await
    }
}

/// Publishes the review of each move.
async fn publish(task: Arc<BackgroundReview>, review: Arc<GameReview>) {
    let (life, progress) = (task.life(), &task.work().progress);
    let mut plies = pin!(review.plies());
    while let Some(ply) = plies.next().await {
        life.mark_first_result();
        progress.send_modify(|so_far| so_far.plies.push(ply));
    }
    progress.send_modify(|so_far| {
        so_far.is_over = true;
        life.end();
    });
}

/// The moves reviewed so far and those to come; a problem, if the review is deleted.
fn plies(progress: watch::Receiver<Progress>) -> impl Stream<Item = Result<Arc<PlyReview>, Problem>> {
    unfold(Some((progress, 0)), async |state| {
        let (mut progress, sent) = state?;
        loop {
            {
                let so_far = progress.borrow_and_update();
                if let Some(ply) = so_far.plies.get(sent).cloned() {
                    drop(so_far);
                    return Some((Ok(ply), Some((progress, sent + 1))));
                }
                if so_far.is_over {
                    return None;
                }
            }
            if progress.changed().await.is_err() {
                return Some((Err(Problem::unknown_task(ReviewWork::NAME)), None));
            }
        }
    })
}
