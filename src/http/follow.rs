//! Follows what is in the store of jobs: messages whenever it changes, to its end.

use super::error::Problem;
use super::negotiation::MediaType;
use super::state::AppState;
use super::stream::{END, Message, StreamContext, no_content, respond_with_messages};
use crate::jobs::Jobs;
use axum::response::Response;
use bestmove_jobs::{JobId, StoreError};
use futures_util::Stream;
use futures_util::stream::unfold;
use serde_json::value::RawValue;
use std::collections::VecDeque;
use tokio::sync::broadcast::Receiver;

/// What is followed, as it is in the store at a moment.
pub(super) trait Followable: Sized + Send + 'static {
    /// What followers have been sent.
    type Sent: Default + Send;

    /// The one with that id, unless it has expired.
    fn find(state: &AppState, id: &JobId) -> impl Future<Output = Result<Option<Self>, StoreError>> + Send;

    /// The problem where there is none.
    fn unknown() -> Problem;

    /// Whether it goes on in this process while that no longer takes work.
    fn outlives_drain(jobs: &Jobs) -> bool;

    /// Whether nothing changes any more.
    fn is_over(&self) -> bool;

    /// Whether it waits for its client, for as long as that likes: followers are told so, and come again.
    fn waits_for_client(&self) -> bool {
        false
    }

    /// Why there is no result, once it is over.
    fn problem(&self) -> Option<Problem> {
        None
    }

    /// What a follower has been sent whose last event has that id.
    fn sent_up_to(_: &str) -> Self::Sent {
        Self::Sent::default()
    }

    /// The messages that a follower has not been sent.
    fn news(&self, sent: &mut Self::Sent) -> Result<Vec<News>, Problem>;
}

/// A message to followers: its event, the name of its content, and that as JSON.
pub(super) struct News {
    pub(super) event: &'static str,
    pub(super) name: &'static str,
    /// The id of the event, from which a follower that was disconnected goes on.
    pub(super) id: Option<String>,
    pub(super) content: Box<RawValue>,
}

/// Answers with the messages about what has this id, which the client has access to.
pub(super) async fn follow<F: Followable>(
    state: AppState,
    id: JobId,
    context: StreamContext,
) -> Result<Response, Problem> {
    if context.is_resumed_after_end {
        return Ok(no_content());
    }
    let followed = Followed::<F>::new(state, id, &context)?;
    respond_with_messages(followed.messages(), context).await
}

/// What is followed, and what its follower has been sent.
struct Followed<F: Followable> {
    state: AppState,
    id: JobId,
    media_type: MediaType,
    /// Changes by this process.
    heard: Receiver<JobId>,
    sent: F::Sent,
    /// Messages that come before the next look.
    waiting: VecDeque<String>,
    is_first_look: bool,
    is_over: bool,
    waits_for_client: bool,
}

impl<F: Followable> Followed<F> {
    fn new(state: AppState, id: JobId, context: &StreamContext) -> Result<Self, Problem> {
        Ok(Self {
            heard: state.jobs()?.listen(),
            state,
            id,
            media_type: context.media_type,
            sent: context.last_event_id.as_deref().map_or_else(F::Sent::default, F::sent_up_to),
            waiting: VecDeque::new(),
            is_first_look: true,
            is_over: false,
            waits_for_client: false,
        })
    }

    /// The messages still to come; the last one is a problem if there is no result.
    fn messages(self) -> impl Stream<Item = Result<String, Problem>> + Send {
        unfold(Some(self), async |followed| {
            let mut followed = followed?;
            match followed.next().await {
                Ok(message) => message.map(|message| (Ok(message), Some(followed))),
                Err(problem) => Some((Err(problem), None)),
            }
        })
    }

    async fn next(&mut self) -> Result<Option<String>, Problem> {
        loop {
            if let Some(message) = self.waiting.pop_front() {
                return Ok(Some(message));
            }
            if self.is_over || self.waits_for_client || self.must_go_elsewhere()? {
                return Ok(None);
            }
            self.look().await?;
        }
    }

    /// Whether this process ends, and others go on: browsers reconnect to one of them.
    fn must_go_elsewhere(&self) -> Result<bool, Problem> {
        Ok(!self.state.engine.accepts_work() && !F::outlives_drain(self.state.jobs()?))
    }

    /// Looks at it, once it may have changed.
    async fn look(&mut self) -> Result<(), Problem> {
        if !std::mem::take(&mut self.is_first_look) {
            self.state.jobs()?.news_of(&self.id, &mut self.heard).await;
        }
        let found = match F::find(&self.state, &self.id).await {
            Ok(found) => found.ok_or_else(F::unknown)?,
            // The store may come back.
            Err(StoreError::Unavailable(_)) => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        self.is_over = found.is_over();
        self.waits_for_client = found.waits_for_client();
        if let Some(problem) = found.problem() {
            return Err(problem);
        }
        let news = found.news(&mut self.sent)?;
        if self.is_over && news.is_empty() {
            return Err(Problem::internal());
        }
        let last = news.len().saturating_sub(1);
        let texts = news.iter().enumerate().map(|(index, News { event, name, id, content })| {
            let id = if self.is_over && index == last { Some(END) } else { id.as_deref() };
            Message { event, name, id }.text(self.media_type, content)
        });
        self.waiting.extend(texts);
        Ok(())
    }
}
