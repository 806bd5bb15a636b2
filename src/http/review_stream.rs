//! `/v1/{game}/review/stream`: a message for each move as it is reviewed, from the last to the first, then
//! a last one with the numbers of both sides.

use super::error::Problem;
use super::extract::{GamePath, Json};
use super::fair_use::ClientAccess;
use super::negotiation::MediaType;
use super::request_id::RequestId;
use super::review::GameReview;
use super::stream::{Message, is_resumed_after_end, no_content, respond_with_messages};
use crate::engine::{Engine, Priority};
use crate::wire::parse::refuse_game;
use crate::wire::request::ReviewBody;
use crate::wire::response::{PlyReview, ReviewedGame};
use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::stream::{BoxStream, unfold};
use futures_util::{Stream, StreamExt};
use std::sync::Arc;

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
    let plies = Some(plies.boxed());
    let messages = ReviewMessages { game, plies, reviewed: Vec::new(), media_type, id: id.clone() };
    respond_with_messages(unfold(messages, ReviewMessages::next), media_type, id).await
}

/// The messages still to come.
struct ReviewMessages {
    game: Arc<ReviewedGame>,
    /// `None` after the last message.
    plies: Option<BoxStream<'static, Result<Arc<PlyReview>, Problem>>>,
    /// The reviews that were sent.
    reviewed: Vec<Arc<PlyReview>>,
    media_type: MediaType,
    id: RequestId,
}

impl ReviewMessages {
    async fn next(mut self) -> Option<(Result<String, Problem>, Self)> {
        let ply = self.plies.as_mut()?.next().await;
        let is_last = ply.is_none();
        let message = |event, name| Message { event, name, is_last };
        let message = match ply {
            Some(Ok(ply)) => {
                let text = message("ply", "ply").text(self.media_type, &self.game.ply(&ply, &self.id));
                self.reviewed.push(ply);
                Ok(text)
            }
            Some(Err(problem)) => Err(problem),
            None => {
                self.plies = None;
                match PlyReview::failure(&self.reviewed) {
                    Some(problem) => Err(problem.clone()),
                    None => {
                        let summary = self.game.summary(&self.reviewed);
                        Ok(message("final", "review").text(self.media_type, &summary))
                    }
                }
            }
        };
        Some((message, self))
    }
}
