//! `/v1/{game}/review/stream`: a message for each move as it is reviewed, from the last to the first, then
//! a last one with the numbers of both sides.

use super::error::Problem;
use super::extract::{GamePath, Json};
use super::negotiation::MediaType;
use super::request_id::RequestId;
use super::review::{AcceptedReview, GameReview};
use super::state::AppState;
use super::stream::{END, Message, StreamContext, StreamRequest, no_content, respond_with_messages};
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::post;
use bestmove_query::wire::parse::refuse_game;
use bestmove_query::wire::request::ReviewBody;
use bestmove_query::wire::response::PlyReview;
use bestmove_query::{Priority, ReviewedGame};
use bestmove_scheduler::Engine;
use futures_util::stream::{BoxStream, unfold};
use futures_util::{Stream, StreamExt};
use std::sync::Arc;

pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/v1/{game}/review/stream", post(review_stream))
}

/// `POST /v1/{game}/review/stream`.
async fn review_stream(
    State(engine): State<Arc<Engine>>,
    GamePath(game): GamePath,
    request: StreamRequest,
    Json(body, lease): Json<ReviewBody>,
) -> Result<Response, Problem> {
    refuse_game(body.game.as_ref())?;
    let context = request.negotiate(MediaType::STREAMS)?;
    if context.is_resumed_after_end {
        return Ok(no_content());
    }
    let access = context.access.clone();
    let accepted = AcceptedReview::new(&engine, game, &access, &body, Priority::Batch).await?;
    let review = Arc::new(GameReview::new(&engine, access, accepted, lease));
    stream(Arc::clone(review.game()), review.plies(), context).await
}

/// Answers with a stream of reviewed moves, from the last to the first. The last message is a
/// problem if no move could be reviewed. When the client disconnects, `plies` is dropped.
async fn stream(
    game: Arc<ReviewedGame>,
    plies: impl Stream<Item = Arc<PlyReview>> + Send + 'static,
    context: StreamContext,
) -> Result<Response, Problem> {
    let (plies, media_type, id) = (Some(plies.boxed()), context.media_type, context.id.clone());
    let messages = ReviewMessages { game, plies, reviewed: Vec::new(), media_type, id };
    respond_with_messages(unfold(messages, ReviewMessages::next), context).await
}

/// The messages still to come.
struct ReviewMessages {
    game: Arc<ReviewedGame>,
    /// `None` after the last message.
    plies: Option<BoxStream<'static, Arc<PlyReview>>>,
    /// The reviews that were sent.
    reviewed: Vec<Arc<PlyReview>>,
    media_type: MediaType,
    id: RequestId,
}

impl ReviewMessages {
    async fn next(mut self) -> Option<(Result<String, Problem>, Self)> {
        let ply = self.plies.as_mut()?.next().await;
        let is_last = ply.is_none();
        let message = |event, name| Message { event, name, id: is_last.then_some(END) };
        let message = match ply {
            Some(ply) => {
                let text = message("ply", "ply").text(self.media_type, &self.game.ply(&ply, Some(&self.id)));
                self.reviewed.push(ply);
                Ok(text)
            }
            None => {
                self.plies = None;
                match PlyReview::failure(&self.reviewed) {
                    Some(problem) => Err(problem.clone().into()),
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
