//! The messages of a task to a follower.

use super::super::error::Problem;
use super::super::negotiation::MediaType;
use super::super::state::AppState;
use super::super::stream::{END, Message, StreamContext};
use super::{News, Task, TaskKind};
use bestmove_jobs::{JobId, StoreError};
use futures_util::Stream;
use futures_util::stream::unfold;
use std::collections::VecDeque;
use tokio::sync::broadcast::Receiver;

/// A task and what its follower has been sent.
pub(super) struct Followed<K: TaskKind> {
    state: AppState,
    id: JobId,
    media_type: MediaType,
    /// Changes of tasks by this process.
    heard: Receiver<JobId>,
    sent: K::Sent,
    /// Messages that come before the next look at the task.
    waiting: VecDeque<String>,
    is_first_look: bool,
    is_over: bool,
}

impl<K: TaskKind> Followed<K> {
    pub(super) fn new(state: AppState, id: JobId, context: &StreamContext) -> Result<Self, Problem> {
        Ok(Self {
            heard: state.jobs()?.listen(),
            state,
            id,
            media_type: context.media_type,
            sent: context.last_event_id.as_deref().map_or_else(K::Sent::default, K::sent_up_to),
            waiting: VecDeque::new(),
            is_first_look: true,
            is_over: false,
        })
    }

    /// The messages still to come; the last one is a problem if there is no result.
    pub(super) fn messages(self) -> impl Stream<Item = Result<String, Problem>> + Send {
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
            if self.is_over || self.must_go_elsewhere()? {
                return Ok(None);
            }
            self.look().await?;
        }
    }

    /// Whether this process ends, and others go on with the task: browsers reconnect to one of them.
    fn must_go_elsewhere(&self) -> Result<bool, Problem> {
        Ok(self.state.jobs()?.config.is_lasting && !self.state.engine.accepts_work())
    }

    /// Looks at the task, once it may have changed.
    async fn look(&mut self) -> Result<(), Problem> {
        if !std::mem::take(&mut self.is_first_look) {
            self.state.jobs()?.news_of(&self.id, &mut self.heard).await;
        }
        let task = match Task::<K>::read(&self.state, self.state.jobs()?, &self.id).await {
            Ok(task) => task.ok_or_else(|| Problem::unknown_task(K::NAME))?,
            // The store may come back.
            Err(StoreError::Unavailable(_)) => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        self.is_over = task.is_over();
        if let Some(problem) = task.problem() {
            return Err(problem);
        }
        let news = task.found.news(&mut self.sent, self.is_over);
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
