//! `/v1/{game}/review/stream`: a message for each move as it is reviewed, from the last to the first, then
//! a last one with the numbers of both sides.

use super::error::Problem;
use super::extract::{GamePath, Json};
use super::fair_use::ClientAccess;
use super::negotiation::MediaType;
use super::request_id::RequestId;
use super::review::GameReview;
use super::stream::{
    KEEP_ALIVE, Message, STATUS_TIMEOUT, is_resumed_after_end, keep_alive, no_content, respond,
};
use crate::engine::{Engine, Priority};
use crate::wire::parse::refuse_game;
use crate::wire::request::ReviewBody;
use crate::wire::response::{PlyReview, ReviewedGame};
use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::stream::{BoxStream, unfold};
use futures_util::{Stream, StreamExt};
use std::convert::Infallible;
use std::sync::Arc;
use tokio::time::timeout;

/// `POST /v1/{game}/review/stream`.
pub(super) async fn review_stream(
    State(engine): State<Arc<Engine>>,
    GamePath(game): GamePath,
    Extension(access): Extension<ClientAccess>,
    Extension(id): Extension<RequestId>,
    headers: HeaderMap,
    Json(body, _lease): Json<ReviewBody>,
) -> Result<Response, Problem> {
    refuse_game(body.game.as_ref())?;
    let media_type = MediaType::negotiate(&headers, MediaType::STREAMS)?;
    if is_resumed_after_end(&headers, media_type) {
        return Ok(no_content());
    }
    let review = Arc::new(GameReview::new(engine, game, access, &body, Priority::Batch)?);
    stream(Arc::clone(review.game()), review.plies().map(Ok), media_type, id).await
}

/// Answers with a stream of reviewed moves, from the last to the first. The last message is a problem if there
/// is one among them, or if no move could be reviewed. When the client disconnects, `plies` is dropped.
pub(super) async fn stream(
    game: Arc<ReviewedGame>,
    plies: impl Stream<Item = Result<Arc<PlyReview>, Problem>> + Send + 'static,
    media_type: MediaType,
    id: RequestId,
) -> Result<Response, Problem> {
    let mut plies = plies.boxed();
    let first = match timeout(STATUS_TIMEOUT, plies.next()).await {
        Ok(Some(Err(problem))) => return Err(problem),
        first => first.ok().flatten(),
    };
    let frames = ReviewFrames { game, plies: Some(plies), first, reviewed: Vec::new(), media_type, id };
    Ok(respond(media_type, unfold(frames, ReviewFrames::next)))
}

/// The messages still to come.
struct ReviewFrames {
    game: Arc<ReviewedGame>,
    /// `None` after the last message.
    plies: Option<BoxStream<'static, Result<Arc<PlyReview>, Problem>>>,
    /// The review that came before the head of the response.
    first: Option<Result<Arc<PlyReview>, Problem>>,
    /// The reviews that were sent.
    reviewed: Vec<Arc<PlyReview>>,
    media_type: MediaType,
    id: RequestId,
}

impl ReviewFrames {
    async fn next(mut self) -> Option<(Result<Bytes, Infallible>, Self)> {
        let plies = self.plies.as_mut()?;
        let reviewed = match self.first.take() {
            Some(first) => Ok(Some(first)),
            None => timeout(KEEP_ALIVE, plies.next()).await,
        };
        let (media_type, is_last) = (self.media_type, !matches!(reviewed, Err(_) | Ok(Some(Ok(_)))));
        let message = |event, name| Message { event, name, is_last };
        let refusal =
            |problem: &Problem| message("problem", "problem").frame(media_type, &problem.body(&self.id));
        let frame = match reviewed {
            Err(_) => keep_alive(media_type).to_owned(),
            Ok(Some(Ok(ply))) => {
                let frame = message("ply", "ply").frame(media_type, &self.game.ply(&ply, &self.id));
                self.reviewed.push(ply);
                frame
            }
            Ok(Some(Err(problem))) => refusal(&problem),
            Ok(None) => match PlyReview::failure(&self.reviewed) {
                Some(problem) => refusal(problem),
                None => message("final", "review").frame(media_type, &self.game.summary(&self.reviewed)),
            },
        };
        if is_last {
            self.plies = None;
        }
        Some((Ok(frame.into()), self))
    }
}
