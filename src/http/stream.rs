//! Streams of an analysis: server-sent events or JSON lines, one for each finished iteration, then a last
//! one.

use super::document::{NO_STORE, json_text};
use super::error::Problem;
use super::fair_use::Reservation;
use super::negotiation::MediaType;
use super::request_id::RequestId;
use crate::engine::{AnalysisEvent, PendingAnswer};
use crate::wire::response::AnalysisAnswer;
use crate::wire::{UPDATE_INTERVAL, json_line};
use axum::body::{Body, Bytes};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{iter, unfold};
use futures_util::{Stream, StreamExt};
use serde::Serialize;
use std::convert::Infallible;
use std::time::Duration;
use tokio::time::{Instant, timeout};

pub(super) const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
/// The longest silence, well below the timeouts of proxies.
const KEEP_ALIVE: Duration = Duration::from_secs(5);
/// How long the status waits for the first event, so that a refusal gets a status of its own.
const STATUS_TIMEOUT: Duration = Duration::from_secs(1);

/// The id of the last event. Browsers reconnect whenever a stream ends, and send the last id they received.
const END: &str = "end";

/// Whether a browser reconnects after the last event.
pub(super) fn is_resumed_after_end(headers: &HeaderMap, media_type: MediaType) -> bool {
    media_type == MediaType::EventStream && headers.get(LAST_EVENT_ID).is_some_and(|id| id == END)
}

/// The answer that makes a browser stop reconnecting.
pub(super) fn no_content() -> Response {
    (StatusCode::NO_CONTENT, [(CACHE_CONTROL, NO_STORE), (VARY, "accept")]).into_response()
}

/// Answers with the stream of an analysis. When the client disconnects, the search is cancelled and the rest
/// of the reserved time returned.
pub(super) async fn stream(
    pending: PendingAnswer,
    reserved: Option<Reservation>,
    media_type: MediaType,
    id: RequestId,
) -> Result<Response, Problem> {
    let pending = Some((pending, reserved));
    let messages = AnalysisMessages { pending, media_type, sent: Instant::now() - UPDATE_INTERVAL };
    respond_with_messages(unfold(messages, AnalysisMessages::next), media_type, id).await
}

/// Answers with a stream of messages that ends with the first problem, and with a keep-alive in each long
/// silence. A problem that comes at once is the answer itself.
pub(super) async fn respond_with_messages(
    messages: impl Stream<Item = Result<String, Problem>> + Send + 'static,
    media_type: MediaType,
    id: RequestId,
) -> Result<Response, Problem> {
    let mut messages = messages.boxed();
    let first = match timeout(STATUS_TIMEOUT, messages.next()).await {
        Ok(Some(Err(problem))) => return Err(problem),
        first => first.ok().flatten(),
    };
    let messages = iter(first).chain(messages).boxed();
    let frames = unfold(Some((messages, id)), move |state| async move {
        let (mut messages, id) = state?;
        let (frame, rest) = match timeout(KEEP_ALIVE, messages.next()).await {
            Err(_) => (keep_alive(media_type).to_owned(), Some((messages, id))),
            Ok(None) => return None,
            Ok(Some(Ok(message))) => (message, Some((messages, id))),
            Ok(Some(Err(problem))) => {
                let message = Message { event: "problem", name: "problem", is_last: true };
                (message.text(media_type, &problem.body(&id)), None)
            }
        };
        Some((Ok(frame.into()), rest))
    });
    Ok(respond(media_type, frames))
}

/// A response with these frames as its body.
pub(super) fn respond(
    media_type: MediaType,
    frames: impl Stream<Item = Result<Bytes, Infallible>> + Send + 'static,
) -> Response {
    let headers = [
        (CONTENT_TYPE, media_type.name()),
        (CACHE_CONTROL, NO_STORE),
        (VARY, "accept"),
        // Makes nginx pass events on at once.
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    (headers, Body::from_stream(frames)).into_response()
}

/// The messages still to come.
struct AnalysisMessages {
    /// The answer with the time reserved for it; `None` after the last message.
    pending: Option<(PendingAnswer, Option<Reservation>)>,
    media_type: MediaType,
    /// When the last update was sent.
    sent: Instant,
}

impl AnalysisMessages {
    async fn next(mut self) -> Option<(Result<String, Problem>, Self)> {
        let (pending, _) = self.pending.as_mut()?;
        let message = match throttled(pending, self.sent).await {
            AnalysisEvent::Progress(analysis) => {
                self.sent = Instant::now();
                Ok(self.message("update", &AnalysisAnswer::so_far(&analysis)))
            }
            AnalysisEvent::Done(answer) => {
                self.pending = None;
                answer
                    .map(|analysis| self.message("final", &AnalysisAnswer::from(&analysis)))
                    .map_err(Problem::from)
            }
        };
        Some((message, self))
    }

    fn message(&self, event: &str, analysis: &AnalysisAnswer<'_>) -> String {
        let message = Message { event, name: "analysis", is_last: self.pending.is_none() };
        message.text(self.media_type, analysis)
    }
}

/// What a stream sends in a silence.
const fn keep_alive(media_type: MediaType) -> &'static str {
    match media_type {
        MediaType::EventStream => ": still thinking\n\n",
        _ => "\n",
    }
}

/// A message of a stream.
pub(super) struct Message<'a> {
    pub(super) event: &'a str,
    /// The name of the content in JSON lines.
    pub(super) name: &'a str,
    pub(super) is_last: bool,
}

impl Message<'_> {
    /// The text of the message.
    pub(super) fn text(&self, media_type: MediaType, content: &impl Serialize) -> String {
        let Self { event, name, is_last } = self;
        match media_type {
            MediaType::EventStream => {
                let content = json_text(content);
                let id = if *is_last { format!("id: {END}\n") } else { String::new() };
                format!("event: {event}\ndata: {content}\n{id}\n")
            }
            _ => json_line(event, name, content),
        }
    }
}

/// The latest event: the last one at once, an update not before its time.
async fn throttled(pending: &mut PendingAnswer, sent: Instant) -> AnalysisEvent {
    let mut event = pending.next().await;
    while let AnalysisEvent::Progress(_) = event {
        match timeout(UPDATE_INTERVAL.saturating_sub(sent.elapsed()), pending.next()).await {
            Ok(newer) => event = newer,
            Err(_) => break,
        }
    }
    event
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::extract::Request;
    use http_body_util::BodyExt;

    #[tokio::test(start_paused = true)]
    async fn silent_streams_send_keep_alives() {
        for (media_type, keep_alive) in
            [(MediaType::EventStream, ": still thinking\n\n"), (MediaType::JsonLines, "\n")]
        {
            let id = RequestId::of(&Request::new(Body::empty()));
            let since = Instant::now();
            let mut body = stream(PendingAnswer::endless(), None, media_type, id).await.unwrap().into_body();
            for count in 1..=3 {
                let frame = body.frame().await.unwrap().unwrap().into_data().unwrap();
                assert_eq!(
                    (frame, since.elapsed()),
                    (keep_alive.into(), STATUS_TIMEOUT + count * KEEP_ALIVE)
                );
            }
        }
    }
}
