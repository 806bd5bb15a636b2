//! An analysis while it is made: an update for each finished iteration, then one last message.

use super::accept::Form;
use super::error::Problem;
use super::fair_use::Reservation;
use super::request_id::RequestId;
use super::response::{NO_STORE, json_text};
use super::variations::Analysis;
use crate::engine::{News, Thinking};
use axum::body::{Body, Bytes};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use serde::Serialize;
use std::convert::Infallible;
use std::time::Duration;
use tokio::time::{Instant, timeout};

pub(super) const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
/// Between two updates at least: five a second are as many as a person can follow.
const PAUSE: Duration = Duration::from_millis(200);
/// After so long a silence comes a sign of life, well before proxies lose patience.
const SILENCE: Duration = Duration::from_secs(5);
/// How long the status waits for the first news: a refusal has a status of its own as long as the
/// answer has not begun.
const HEAD_START: Duration = Duration::from_secs(1);

/// The id of the last message in an event stream. Browsers ask again whenever a stream ends, and name the last id
/// that they have heard.
const END: &str = "end";

/// Whether the client has heard all of the stream that it asks for.
pub(super) fn has_been_heard(headers: &HeaderMap, form: Form) -> bool {
    form == Form::EventStream && headers.get(LAST_EVENT_ID).is_some_and(|id| id == END)
}

/// Tells a client that has heard all not to ask again.
pub(super) fn no_more() -> Response {
    (StatusCode::NO_CONTENT, [(CACHE_CONTROL, NO_STORE), (VARY, "accept")]).into_response()
}

/// Answers with a stream of messages. When the client leaves, the analysis is given up, and what is
/// left of the reserved time is given back.
pub(super) async fn stream(
    mut thinking: Thinking,
    reserved: Option<Reservation>,
    form: Form,
    id: RequestId,
) -> Result<Response, Problem> {
    let first = match timeout(HEAD_START, thinking.next()).await {
        Ok(News::End(Err(error))) => return Err(error.into()),
        news => news.ok(),
    };
    let thinking = Some((thinking, reserved));
    let messages = Messages { thinking, first, form, id, sent: Instant::now() - PAUSE };
    let frames = unfold(messages, Messages::next);
    let headers = [
        (CONTENT_TYPE, form.media_type()),
        (CACHE_CONTROL, NO_STORE),
        (VARY, "accept"),
        // Tells nginx not to wait for more.
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    Ok((headers, Body::from_stream(frames)).into_response())
}

/// What is still to be said.
struct Messages {
    /// With the time reserved for it; `None` after the last message.
    thinking: Option<(Thinking, Option<Reservation>)>,
    /// What was heard before the answer began.
    first: Option<News>,
    form: Form,
    id: RequestId,
    /// The last update.
    sent: Instant,
}

impl Messages {
    async fn next(mut self) -> Option<(Result<Bytes, Infallible>, Self)> {
        let (thinking, _) = self.thinking.as_mut()?;
        let news = match self.first.take() {
            Some(news) => Ok(news),
            None => timeout(SILENCE, paced(thinking, self.sent)).await,
        };
        let frame = match news {
            Err(_) => self.sign_of_life().to_owned(),
            Ok(News::Update(report)) => {
                self.sent = Instant::now();
                self.frame("update", "analysis", &Analysis::so_far(&report))
            }
            Ok(News::End(answer)) => {
                self.thinking = None;
                match answer {
                    Ok(report) => self.frame("final", "analysis", &Analysis::from(&report)),
                    Err(error) => self.frame("problem", "problem", &Problem::from(error).document(&self.id)),
                }
            }
        };
        Some((Ok(frame.into()), self))
    }

    const fn sign_of_life(&self) -> &'static str {
        match self.form {
            Form::EventStream => ": still thinking\n\n",
            Form::Json | Form::Lines => "\n",
        }
    }

    fn frame(&self, event: &str, name: &str, content: &impl Serialize) -> String {
        let content = json_text(content);
        match self.form {
            Form::EventStream => {
                let id = if self.thinking.is_none() { format!("id: {END}\n") } else { String::new() };
                format!("event: {event}\ndata: {content}\n{id}\n")
            }
            Form::Json | Form::Lines => format!("{{\"event\":\"{event}\",\"{name}\":{content}}}\n"),
        }
    }
}

/// The latest news: the end at once, an update not before its time.
async fn paced(thinking: &mut Thinking, sent: Instant) -> News {
    let mut news = thinking.next().await;
    while let News::Update(_) = news {
        match timeout(PAUSE.saturating_sub(sent.elapsed()), thinking.next()).await {
            Ok(newer) => news = newer,
            Err(_) => break,
        }
    }
    news
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::extract::Request;
    use http_body_util::BodyExt;

    #[tokio::test(start_paused = true)]
    async fn silence_is_broken_now_and_then() {
        for (form, sign) in [(Form::EventStream, ": still thinking\n\n"), (Form::Lines, "\n")] {
            let id = RequestId::of(&Request::new(Body::empty()));
            let since = Instant::now();
            let mut body = stream(Thinking::endless(), None, form, id).await.unwrap().into_body();
            for silences in 1..=3 {
                let frame = body.frame().await.unwrap().unwrap().into_data().unwrap();
                assert_eq!((frame, since.elapsed()), (sign.into(), HEAD_START + silences * SILENCE));
            }
        }
    }
}
