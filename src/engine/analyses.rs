//! Analyses that outlive the request that started them, kept for a while after their end.

use super::flight::News;
use super::thinking::Course;
use super::{EngineError, Subject, Thinking};
use dashmap::DashMap;
use std::cmp::Reverse;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::sleep;

/// How many analyses are kept, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keep {
    /// At the same time, whether they have ended or not.
    pub most: usize,
    /// Of these, of one owner.
    pub most_of_one: usize,
    /// Places that only owners get.
    pub reserved: usize,
    /// From the end of an analysis until it is forgotten.
    pub time: Duration,
}

impl Default for Keep {
    /// As the service runs without configuration.
    fn default() -> Self {
        Self { most: 64, most_of_one: 16, reserved: 0, time: Duration::from_mins(10) }
    }
}

/// Whose an analysis is: a number that the caller of the engine gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Owner(pub usize);

/// An analysis that goes on by itself.
pub struct Analysis {
    id: String,
    /// Nobody's is for all who know its name.
    owner: Option<Owner>,
    subject: Subject,
    begun: Instant,
    /// What it may spend.
    time: Duration,
    /// When there was something to tell at the latest.
    heard: OnceLock<Instant>,
    ended: OnceLock<Instant>,
    news: watch::Sender<Option<News>>,
    cancelled: Notify,
}

impl Analysis {
    fn new(owner: Option<Owner>, subject: Subject, time: Duration) -> Result<Arc<Self>, EngineError> {
        Ok(Arc::new(Self {
            id: unguessable()?,
            owner,
            subject,
            begun: Instant::now(),
            time,
            heard: OnceLock::new(),
            ended: OnceLock::new(),
            news: watch::Sender::new(None),
            cancelled: Notify::new(),
        }))
    }

    /// Its name.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The position, as answers tell it.
    #[must_use]
    pub const fn subject(&self) -> &Subject {
        &self.subject
    }

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

    fn is_open_to(&self, caller: Option<Owner>) -> bool {
        self.owner.is_none_or(|owner| Some(owner) == caller)
    }

    /// Hears all news, and keeps the last for a while.
    async fn go_on(&self, mut thinking: Thinking, held: impl Send, keep: Duration) {
        loop {
            let news = thinking.next().await;
            self.heard.get_or_init(Instant::now);
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

    /// When it will be forgotten, at the latest; if it still waits, as if its turn came now.
    fn forgotten(&self, keep: Duration) -> Instant {
        let begun = || self.heard.get().copied().unwrap_or_else(Instant::now);
        self.ended.get().copied().unwrap_or_else(|| begun() + self.time) + keep
    }
}

/// An analysis in its places, which are free again once it is forgotten.
struct Kept {
    analysis: Arc<Analysis>,
    _place: OwnedSemaphorePermit,
    _place_of_owner: OwnedSemaphorePermit,
}

/// An analysis that can be found until this is dropped, be it by a panic.
struct Listed {
    analyses: Arc<Analyses>,
    analysis: Arc<Analysis>,
}

impl Drop for Listed {
    fn drop(&mut self) {
        self.analyses.by_id.remove(&self.analysis.id);
    }
}

/// The analyses by their names.
pub(super) struct Analyses {
    by_id: DashMap<String, Kept>,
    places: Arc<Semaphore>,
    /// By owner; of those that nobody owns together.
    places_of: DashMap<Option<Owner>, Arc<Semaphore>>,
    keep: Keep,
}

impl Analyses {
    pub(super) fn new(keep: Keep) -> Arc<Self> {
        let places = Arc::new(Semaphore::new(keep.most));
        Arc::new(Self { by_id: DashMap::new(), places, places_of: DashMap::new(), keep })
    }

    /// Begins one, if there is room for it. `time` is what it may spend; what `think` returns beside is dropped
    /// at its end.
    pub(super) fn begin<H: Send + 'static>(
        self: &Arc<Self>,
        owner: Option<Owner>,
        subject: Subject,
        time: Duration,
        think: impl FnOnce() -> (Thinking, H),
    ) -> Result<Arc<Analysis>, EngineError> {
        let place_of_owner = self.place_of(owner)?;
        let full = |_| {
            let all: Vec<_> = self.by_id.iter().map(|kept| Arc::clone(&kept.analysis)).collect();
            EngineError::TooMany { most: self.keep.most, retry_after: self.wait(&all) }
        };
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(full)?;
        let analysis = Analysis::new(owner, subject, time)?;
        let kept = Kept { analysis: Arc::clone(&analysis), _place: place, _place_of_owner: place_of_owner };
        self.by_id.insert(analysis.id.clone(), kept);
        let listed = Listed { analyses: Arc::clone(self), analysis: Arc::clone(&analysis) };
        let (thinking, held) = think();
        tokio::spawn(async move {
            let Listed { analyses, analysis } = &listed;
            tokio::select! {
                () = analysis.cancelled.notified() => (),
                () = analysis.go_on(thinking, held, analyses.keep.time) => (),
            }
        });
        Ok(analysis)
    }

    /// The one of that name, if it is the caller's or nobody's.
    pub(super) fn find(&self, id: &str, caller: Option<Owner>) -> Option<Arc<Analysis>> {
        let analysis = Arc::clone(&self.by_id.get(id)?.analysis);
        analysis.is_open_to(caller).then_some(analysis)
    }

    /// All of one owner, or all of nobody, the newest first.
    pub(super) fn of(&self, owner: Option<Owner>) -> Vec<Arc<Analysis>> {
        let all = self.by_id.iter().map(|kept| Arc::clone(&kept.analysis));
        let mut own: Vec<_> = all.filter(|analysis| analysis.owner == owner).collect();
        own.sort_by_key(|analysis| Reverse(analysis.begun));
        own
    }

    /// Ends and forgets the one of that name, if [`find`](Self::find) finds it.
    pub(super) fn cancel(&self, id: &str, caller: Option<Owner>) -> bool {
        let cancelled = self.by_id.remove_if(id, |_, kept| kept.analysis.is_open_to(caller));
        cancelled.inspect(|(_, kept)| kept.analysis.cancelled.notify_one()).is_some()
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.by_id.len()
    }

    fn place_of(&self, owner: Option<Owner>) -> Result<OwnedSemaphorePermit, EngineError> {
        let Keep { most, most_of_one, reserved, .. } = self.keep;
        let for_owners = most.min(most_of_one) > 0;
        let most = if owner.is_some() { most.min(most_of_one) } else { most.saturating_sub(reserved) };
        if most == 0 {
            return Err(EngineError::NoPlaces { for_owners });
        }
        let places = self.places_of.entry(owner).or_insert_with(|| Arc::new(Semaphore::new(most))).clone();
        places.try_acquire_owned().map_err(|_| {
            let retry_after = self.wait(&self.of(owner));
            match owner {
                Some(_) => EngineError::TooManyOfOne { most, retry_after },
                None => EngineError::TooMany { most, retry_after },
            }
        })
    }

    /// Until the first of them is forgotten.
    fn wait(&self, analyses: &[Arc<Analysis>]) -> Duration {
        let forgotten = analyses.iter().map(|analysis| analysis.forgotten(self.keep.time)).min();
        forgotten.map_or(Duration::ZERO, |at| at.saturating_duration_since(Instant::now()))
    }
}

/// A name that nobody finds by trying: 128 random bits.
fn unguessable() -> Result<String, EngineError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|_| EngineError::Failed)?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn what_panics_at_its_begin_takes_no_place() {
        let analyses = Analyses::new(Keep { most: 1, ..Keep::default() });
        let subject = Subject { game: "", position: String::new(), to_move: "", outcome: None };
        for _ in 0..2 {
            let begin =
                || analyses.begin(None, subject.clone(), Duration::ZERO, || -> (Thinking, ()) { panic!() });
            assert!(catch_unwind(AssertUnwindSafe(begin)).is_err());
            assert_eq!((analyses.count(), analyses.places.available_permits()), (0, 1));
        }
    }
}
