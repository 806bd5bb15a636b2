//! Streams of an analysis: server-sent events or JSON lines, one for each finished iteration, then a last
//! one.

use super::document::{NO_STORE, json_text};
use super::error::Problem;
use super::fair_use::{ClientAccess, Reservation};
use super::memory::{IsLeased, MemoryAccount, leased};
use super::negotiation::MediaType;
use super::request_id::RequestId;
use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::FromRequestParts;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, VARY};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use bestmove_query::wire::response::AnalysisAnswer;
use bestmove_query::wire::{UPDATE_INTERVAL, json_line};
use bestmove_scheduler::{AnalysisEvent, PendingAnswer};
use futures_util::stream::{iter, poll_fn, unfold};
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

/// The memory that a stream keeps for the problem that may end it.
pub(super) const PROBLEM_BYTES: usize = 4 * 1024;

/// The id of the last event. Browsers reconnect whenever a stream ends, and send the last id they received.
pub(super) const END: &str = "end";

/// Whether a browser reconnects after the last event.
pub(super) fn is_resumed_after_end(headers: &HeaderMap, media_type: MediaType) -> bool {
    last_event_id(headers, media_type).is_some_and(|id| id == END)
}

/// The id of the last event that a browser has received before it was disconnected.
fn last_event_id(headers: &HeaderMap, media_type: MediaType) -> Option<&str> {
    headers.get(LAST_EVENT_ID).filter(|_| media_type == MediaType::EventStream)?.to_str().ok()
}

/// The answer that makes a browser stop reconnecting.
pub(super) fn no_content() -> Response {
    (StatusCode::NO_CONTENT, [(CACHE_CONTROL, NO_STORE), (VARY, "accept")]).into_response()
}

/// A request that may be answered by a stream, extracted before the body is read.
pub(super) struct StreamRequest {
    pub(super) headers: HeaderMap,
    id: RequestId,
    pub(super) access: ClientAccess,
    account: MemoryAccount,
}

impl<S: Sync> FromRequestParts<S> for StreamRequest {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let headers = parts.headers.clone();
        let (Some(id), Some(access), Some(account)) = (
            parts.extensions.get().cloned(),
            parts.extensions.get().cloned(),
            parts.extensions.get().cloned(),
        ) else {
            return Err(Problem::internal());
        };
        Ok(Self { headers, id, access, account })
    }
}

impl StreamRequest {
    /// The context of the answer, in the media type among these that the client prefers.
    pub(super) fn negotiate(&self, offers: &[MediaType]) -> Result<StreamContext, Problem> {
        let media_type = MediaType::negotiate(&self.headers, offers)?;
        let is_resumed_after_end = is_resumed_after_end(&self.headers, media_type);
        let last_event_id = last_event_id(&self.headers, media_type).map(str::to_owned);
        let (id, access, account) = (self.id.clone(), self.access.clone(), self.account.clone());
        Ok(StreamContext { media_type, is_resumed_after_end, last_event_id, id, access, account })
    }
}

/// What a stream is sent as, and to whom.
#[derive(Clone)]
pub(super) struct StreamContext {
    pub(super) media_type: MediaType,
    /// Whether a browser reconnects after the last event.
    pub(super) is_resumed_after_end: bool,
    /// The last event that it has received.
    pub(super) last_event_id: Option<String>,
    pub(super) id: RequestId,
    pub(super) access: ClientAccess,
    pub(super) account: MemoryAccount,
}

/// Answers with the stream of an analysis. When the client disconnects, the search is cancelled and the rest
/// of the reserved time returned.
pub(super) async fn stream(
    pending: PendingAnswer,
    reserved: Option<Reservation>,
    context: StreamContext,
) -> Result<Response, Problem> {
    let (pending, media_type) = (Some((pending, reserved)), context.media_type);
    let messages = AnalysisMessages { pending, media_type, sent: Instant::now() - UPDATE_INTERVAL };
    respond_with_messages(unfold(messages, AnalysisMessages::next), context).await
}

/// Answers with a stream of messages, whose memory and the time that it takes to write them down are charged. It
/// ends with the first problem, and has a keep-alive in each long silence. A problem that comes at once is the
/// answer itself.
pub(super) async fn respond_with_messages(
    messages: impl Stream<Item = Result<String, Problem>> + Send + 'static,
    context: StreamContext,
) -> Result<Response, Problem> {
    let (access, account) = (context.access.clone(), context.account.clone());
    let mut messages = messages.boxed();
    let paid = poll_fn(move |cx| access.paid(|| messages.poll_next_unpin(cx)));
    let frames = paid.enumerate().then(move |(index, message)| {
        let account = account.clone();
        async move {
            let message = message?;
            let bytes = message.capacity();
            let lease = if index == 0 { account.take(bytes) } else { account.wait_for(bytes).await };
            Ok(leased(message, lease?))
        }
    });
    respond_with_frames(frames, context).await
}

/// The same for bytes that own the leases on their memory.
pub(super) async fn respond_with_frames(
    frames: impl Stream<Item = Result<Bytes, Problem>> + Send + 'static,
    context: StreamContext,
) -> Result<Response, Problem> {
    let StreamContext { media_type, id, account, .. } = context;
    let room_for_problem = account.take(PROBLEM_BYTES)?;
    let mut frames = frames.boxed();
    let first = match timeout(STATUS_TIMEOUT, frames.next()).await {
        Ok(Some(Err(problem))) => return Err(problem),
        first => first.ok().flatten(),
    };
    let frames = iter(first).chain(frames).boxed();
    let body = unfold(Some((frames, id, room_for_problem)), move |state| async move {
        let (mut frames, id, room_for_problem) = state?;
        let (frame, rest) = match timeout(KEEP_ALIVE, frames.next()).await {
            Err(_) => (Bytes::from_static(keep_alive(media_type)), Some((frames, id, room_for_problem))),
            Ok(None) => return None,
            Ok(Some(Ok(frame))) => (frame, Some((frames, id, room_for_problem))),
            Ok(Some(Err(problem))) => {
                let message = Message { event: "problem", name: "problem", id: Some(END) };
                (leased(message.text(media_type, &problem.body(Some(&id))), room_for_problem), None)
            }
        };
        Some((Ok::<_, Infallible>(frame), rest))
    });
    let head = [(CONTENT_TYPE, media_type.name()), (CACHE_CONTROL, NO_STORE), (VARY, "accept")];
    Ok((Extension(IsLeased), head, UNBUFFERED, Body::from_stream(body)).into_response())
}

/// Makes nginx pass events on at once.
pub(super) const UNBUFFERED: [(HeaderName, &str); 1] = [(HeaderName::from_static("x-accel-buffering"), "no")];

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
        let message = Message { event, name: "analysis", id: self.pending.is_none().then_some(END) };
        message.text(self.media_type, analysis)
    }
}

/// What a stream sends in a silence.
const fn keep_alive(media_type: MediaType) -> &'static [u8] {
    match media_type {
        MediaType::EventStream => b": still thinking\n\n",
        _ => b"\n",
    }
}

/// A message of a stream.
pub(super) struct Message<'a> {
    pub(super) event: &'a str,
    /// The name of the content in JSON lines.
    pub(super) name: &'a str,
    /// The place of the stream after it, from which a browser that was disconnected goes on.
    pub(super) id: Option<&'a str>,
}

impl Message<'_> {
    /// The text of the message.
    pub(super) fn text(&self, media_type: MediaType, content: &impl Serialize) -> String {
        let Self { event, name, id } = self;
        match media_type {
            MediaType::EventStream => {
                let content = json_text(content);
                let id = id.map_or_else(String::new, |id| format!("id: {id}\n"));
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
    use crate::http::memory::ROOM_TIMEOUT;
    use axum::extract::Request;
    use bestmove_scheduler::quota::{ByteBudget, Client};
    use futures_util::stream::pending;
    use http_body_util::BodyExt;
    use tokio::time::sleep;

    /// The stream of a client that may hold half of this memory.
    fn context(media_type: MediaType, memory: usize) -> StreamContext {
        let client = Client::Key(1);
        let account = MemoryAccount::new(&ByteBudget::new(memory), client);
        let id = RequestId::of(&Request::new(Body::empty()));
        let access = ClientAccess::without_quota(client);
        StreamContext { media_type, is_resumed_after_end: false, last_event_id: None, id, access, account }
    }

    /// Messages of 10 KB.
    fn messages(count: usize) -> impl Stream<Item = Result<String, Problem>> {
        iter((0..count).map(|_| Ok("x".repeat(10_000))))
    }

    async fn next(body: &mut Body) -> Option<Bytes> {
        Some(body.frame().await?.unwrap().into_data().unwrap())
    }

    #[tokio::test(start_paused = true)]
    async fn a_stream_waits_for_memory_and_then_says_that_there_is_none() {
        let context = context(MediaType::JsonLines, 60_000);
        let mut body = respond_with_messages(messages(5), context).await.unwrap().into_body();
        let unread = [next(&mut body).await, next(&mut body).await];
        let read = async {
            sleep(Duration::from_secs(3)).await;
            drop(unread);
        };
        let (third, ()) = tokio::join!(next(&mut body), read);
        assert_eq!(third.as_ref().map(Bytes::len), Some(10_000));
        let _unread = [third, next(&mut body).await];
        let began = Instant::now();
        let last = next(&mut body).await.unwrap();
        assert!(last.starts_with(b"{\"event\":\"problem\"") && began.elapsed() >= ROOM_TIMEOUT, "{last:?}");
        assert_eq!(next(&mut body).await, None);
    }

    #[tokio::test]
    async fn a_stream_without_memory_for_its_first_message_is_refused() {
        for memory in [7_000, 25_000] {
            let refused = respond_with_messages(messages(1), context(MediaType::EventStream, memory)).await;
            assert_eq!(refused.unwrap_err().status(), 503, "{memory}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn silent_streams_send_keep_alives() {
        for (media_type, keep_alive) in
            [(MediaType::EventStream, ": still thinking\n\n"), (MediaType::JsonLines, "\n")]
        {
            let since = Instant::now();
            let context = context(media_type, 1 << 20);
            let mut body = respond_with_messages(pending(), context).await.unwrap().into_body();
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
