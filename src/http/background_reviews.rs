//! `/v1/reviews`: background reviews, which go on after their request is answered.

use super::background_tasks::{PositionSubject, Summary, TaskWork, accepted, find};
use super::document::json;
use super::error::{Problem, ProblemBody};
use super::extract::{Json, PathSegment, game_from_body};
use super::fair_use::ClientAccess;
use super::negotiation::MediaType;
use super::request_id::RequestId;
use super::review::GameReview;
use super::review_stream::stream;
use super::stream::{is_resumed_after_end, no_content};
use crate::engine::{BackgroundTask, BackgroundTasks, Engine, Priority};
use crate::wire::request::ReviewBody;
use crate::wire::response::{PlyReview, ReviewAnswer, ReviewedGame};
use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::stream::unfold;
use futures_util::{Stream, StreamExt};
use serde::Serialize;
use std::pin::pin;
use std::sync::Arc;
use tokio::sync::watch;

/// The background reviews.
pub(super) type Reviews = Arc<BackgroundTasks<ReviewWork>>;

/// A background review.
type BackgroundReview = BackgroundTask<ReviewWork>;

/// A game under review, and the results so far.
pub(super) struct ReviewWork {
    game: Arc<ReviewedGame>,
    progress: watch::Sender<Progress>,
}

#[derive(Default)]
struct Progress {
    /// The moves reviewed so far, from the last to the first.
    plies: Vec<Arc<PlyReview>>,
    is_over: bool,
}

/// `POST /v1/reviews`.
pub(super) async fn start(
    State(engine): State<Arc<Engine>>,
    Extension(reviews): Extension<Reviews>,
    Extension(request): Extension<RequestId>,
    Extension(access): Extension<ClientAccess>,
    Json(body, _lease): Json<ReviewBody>,
) -> Result<Response, Problem> {
    let (client, game) = (access.client(), game_from_body(engine.games(), body.game.as_ref())?);
    let review = Arc::new(GameReview::new(engine, game, access, &body, Priority::Background)?);
    let work = ReviewWork { game: Arc::clone(review.game()), progress: watch::Sender::default() };
    let started = reviews.start(client, review.time(), work, |task| publish(task, review))?;
    Ok(accepted(&started, &request))
}

/// `GET /v1/reviews/{id}/events`.
pub(super) async fn events(
    Extension(reviews): Extension<Reviews>,
    Extension(request): Extension<RequestId>,
    Extension(access): Extension<ClientAccess>,
    headers: HeaderMap,
    PathSegment(id): PathSegment,
) -> Result<Response, Problem> {
    let media_type = MediaType::negotiate(&headers, MediaType::STREAMS)?;
    let review = find(&reviews, &id, &access)?;
    if is_resumed_after_end(&headers, media_type) {
        return Ok(no_content());
    }
    let game = Arc::clone(&review.work().game);
    let plies = follow(review.work().progress.subscribe());
    // Followers do not keep a deleted review.
    drop(review);
    stream(game, plies, media_type, request).await
}

/// Publishes the review of each move.
async fn publish(task: Arc<BackgroundReview>, review: Arc<GameReview>) {
    let (life, progress) = (task.life(), &task.work().progress);
    let mut plies = pin!(review.plies());
    while let Some(ply) = plies.next().await {
        life.mark_first_result();
        progress.send_modify(|so_far| so_far.plies.push(ply));
    }
    life.end();
    progress.send_modify(|so_far| so_far.is_over = true);
}

/// The moves reviewed so far and those to come; a problem, if the review is deleted.
fn follow(progress: watch::Receiver<Progress>) -> impl Stream<Item = Result<Arc<PlyReview>, Problem>> {
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
                return Some((Err(Problem::unknown_review()), None));
            }
        }
    })
}

impl TaskWork for ReviewWork {
    const KIND: &'static str = "reviews";

    fn unknown() -> Problem {
        Problem::unknown_review()
    }

    fn summary(review: &BackgroundReview) -> impl Serialize {
        summary(review, &review.work().progress.borrow())
    }

    fn status(review: &BackgroundReview, request: &RequestId) -> Response {
        let progress = review.work().progress.borrow();
        let problem = failure(&progress);
        let has_results = !progress.plies.is_empty() && problem.is_none();
        json(&ReviewStatus {
            summary: summary(review, &progress),
            review: has_results.then(|| review.work().game.answer(&progress.plies, request)),
            problem: problem.map(|problem| problem.body(request)),
        })
    }
}

/// A review with its results so far.
#[derive(Serialize)]
struct ReviewStatus<'a> {
    #[serde(flatten)]
    summary: Summary<'a, PositionSubject<'a>>,
    review: Option<ReviewAnswer<'a>>,
    problem: Option<ProblemBody<'a>>,
}

fn summary<'a>(review: &'a BackgroundReview, progress: &Progress) -> Summary<'a, PositionSubject<'a>> {
    let state = match progress {
        _ if failure(progress).is_some() => "failed",
        Progress { is_over: true, .. } => "finished",
        Progress { plies, .. } if plies.is_empty() => "waiting",
        Progress { .. } => "running",
    };
    let (game, position) = review.work().game.end();
    Summary::new(review, state, PositionSubject { game, position })
}

/// Why no move could be reviewed.
fn failure(progress: &Progress) -> Option<&Problem> {
    PlyReview::failure(&progress.plies).filter(|_| progress.is_over)
}
