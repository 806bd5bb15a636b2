//! Analyses that outlive the request that started them, kept for a while after their end.

use super::flight::News;
use super::thinking::Course;
use super::{EngineError, Thinking};
use dashmap::DashMap;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, Semaphore, watch};
use tokio::time::sleep;

/// How many analyses are kept, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keep {
    /// At the same time, whether they have ended or not.
    pub most: usize,
    /// From the end of an analysis until it is forgotten.
    pub time: Duration,
}

impl Default for Keep {
    /// As the service runs without configuration.
    fn default() -> Self {
        Self { most: 64, time: Duration::from_mins(10) }
    }
}

/// An analysis that goes on by itself.
pub struct Analysis {
    begun: Instant,
    /// What it may spend.
    time: Duration,
    ended: OnceLock<Instant>,
    news: watch::Sender<Option<News>>,
    cancelled: Notify,
}

impl Analysis {
    /// The latest; `None` before the first iteration has finished.
    #[must_use]
    pub fn latest(&self) -> Option<News> {
        self.news.borrow().clone()
    }

    /// What it may spend.
    #[must_use]
    pub const fn time(&self) -> Duration {
        self.time
    }

    /// From its begin until now, or until its end.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.ended.get().copied().unwrap_or_else(Instant::now) - self.begun
    }

    /// Listens in. The analysis goes on whether anybody does or not.
    #[must_use]
    pub fn follow(&self) -> Thinking {
        let mut news = self.news.subscribe();
        news.mark_changed();
        Thinking { arrival: self.begun, course: Course::Followed(news) }
    }

    /// Hears all news, and keeps the last for a while.
    async fn go_on(&self, mut thinking: Thinking, held: impl Send, keep: Duration) {
        loop {
            let news = thinking.next().await;
            let is_end = matches!(news, News::End(_));
            if is_end {
                self.ended.get_or_init(Instant::now);
            }
            self.news.send_replace(Some(news));
            if is_end {
                break;
            }
        }
        drop((thinking, held));
        sleep(keep).await;
    }

    /// When it will be forgotten, at the latest.
    fn forgotten(&self, keep: Duration) -> Instant {
        self.ended.get().copied().unwrap_or(self.begun + self.time) + keep
    }
}

/// The analyses by their names.
pub(super) struct Analyses {
    by_id: DashMap<String, Arc<Analysis>>,
    places: Arc<Semaphore>,
    keep: Keep,
}

impl Analyses {
    pub(super) fn new(keep: Keep) -> Arc<Self> {
        Arc::new(Self { by_id: DashMap::new(), places: Arc::new(Semaphore::new(keep.most)), keep })
    }

    /// Begins one, if there is room for it. `time` is what it may spend, `held` is dropped
    /// at its end.
    pub(super) fn begin(
        self: &Arc<Self>,
        time: Duration,
        held: impl Send + 'static,
        think: impl FnOnce() -> Thinking,
    ) -> Result<(String, Arc<Analysis>), EngineError> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| self.full())?;
        let id = unguessable()?;
        let analysis = Arc::new(Analysis {
            begun: Instant::now(),
            time,
            ended: OnceLock::new(),
            news: watch::Sender::new(None),
            cancelled: Notify::new(),
        });
        self.by_id.insert(id.clone(), Arc::clone(&analysis));
        let (analyses, name, begun, thinking) =
            (Arc::clone(self), id.clone(), Arc::clone(&analysis), think());
        tokio::spawn(async move {
            let _held = place;
            tokio::select! {
                () = begun.cancelled.notified() => (),
                () = begun.go_on(thinking, held, analyses.keep.time) => (),
            }
            analyses.by_id.remove(&name);
        });
        Ok((id, analysis))
    }

    /// The one of that name.
    pub(super) fn find(&self, id: &str) -> Option<Arc<Analysis>> {
        self.by_id.get(id).map(|entry| Arc::clone(entry.value()))
    }

    /// Ends and forgets the one of that name, if there is one.
    pub(super) fn cancel(&self, id: &str) -> bool {
        let cancelled = self.by_id.remove(id);
        cancelled.inspect(|(_, analysis)| analysis.cancelled.notify_one()).is_some()
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.by_id.len()
    }

    fn full(&self) -> EngineError {
        let forgotten = self.by_id.iter().map(|entry| entry.value().forgotten(self.keep.time)).min();
        let retry_after = forgotten.map_or(Duration::ZERO, |at| at.saturating_duration_since(Instant::now()));
        EngineError::TooMany { most: self.keep.most, retry_after }
    }
}

/// A name that nobody finds by trying: 128 random bits.
fn unguessable() -> Result<String, EngineError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|_| EngineError::Failed)?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}
