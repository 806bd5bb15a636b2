//! Analyses that outlive the request that started them, kept for a while after their end.

use super::flight::News;
use super::thinking::Course;
use super::{EngineError, Subject, Thinking};
use crate::clients::{Client, Share, Shares};
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
    /// Of these, of one client.
    pub most_of_one: usize,
    /// Places that only those get who have a key.
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

impl Keep {
    /// How many may be kept of callers without a key.
    const fn most_open(&self) -> usize {
        self.most.saturating_sub(self.reserved)
    }
}

/// An analysis that goes on by itself.
pub struct Analysis {
    id: String,
    /// Who has begun it. One that bears no key is for all who know its name.
    client: Client,
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
    fn new(client: Client, subject: Subject, time: Duration) -> Result<Arc<Self>, EngineError> {
        Ok(Arc::new(Self {
            id: unguessable()?,
            client,
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

    fn is_open_to(&self, caller: Client) -> bool {
        match self.client {
            Client::Key(_) => self.client == caller,
            Client::Address(_) => true,
        }
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
    _places: Places,
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

/// One of all places, one of its client's and, without a key, one of those that are for anybody.
struct Places {
    _of_all: OwnedSemaphorePermit,
    _open: Option<OwnedSemaphorePermit>,
    _own: Share,
}

/// The analyses by their names.
pub(super) struct Analyses {
    by_id: DashMap<String, Kept>,
    places: Arc<Semaphore>,
    /// Of these, such as are not reserved for those who have a key.
    open: Arc<Semaphore>,
    shares: Arc<Shares>,
    keep: Keep,
}

impl Analyses {
    pub(super) fn new(keep: Keep) -> Arc<Self> {
        let [places, open] = [keep.most, keep.most_open()].map(|places| Arc::new(Semaphore::new(places)));
        Arc::new(Self { by_id: DashMap::new(), places, open, shares: Shares::new(keep.most_of_one), keep })
    }

    /// Begins one, if there is room for it. `time` is what it may spend; what `think` returns beside is dropped
    /// at its end.
    pub(super) fn begin<H: Send + 'static>(
        self: &Arc<Self>,
        client: Client,
        subject: Subject,
        time: Duration,
        think: impl FnOnce() -> (Thinking, H),
    ) -> Result<Arc<Analysis>, EngineError> {
        let places = self.places_for(client)?;
        let analysis = Analysis::new(client, subject, time)?;
        let kept = Kept { analysis: Arc::clone(&analysis), _places: places };
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

    /// The one of that name, if it is no other key's.
    pub(super) fn find(&self, id: &str, caller: Client) -> Option<Arc<Analysis>> {
        let analysis = Arc::clone(&self.by_id.get(id)?.analysis);
        analysis.is_open_to(caller).then_some(analysis)
    }

    /// All of one client, the newest first.
    pub(super) fn of(&self, client: Client) -> Vec<Arc<Analysis>> {
        let mut own = self.that(|analysis| analysis.client == client);
        own.sort_by_key(|analysis| Reverse(analysis.begun));
        own
    }

    /// Ends and forgets the one of that name, if [`find`](Self::find) finds it.
    pub(super) fn cancel(&self, id: &str, caller: Client) -> bool {
        let cancelled = self.by_id.remove_if(id, |_, kept| kept.analysis.is_open_to(caller));
        cancelled.inspect(|(_, kept)| kept.analysis.cancelled.notify_one()).is_some()
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.by_id.len()
    }

    /// Places for one more of that client, if there are.
    fn places_for(&self, client: Client) -> Result<Places, EngineError> {
        let Keep { most, most_of_one, .. } = self.keep;
        let is_open = matches!(client, Client::Address(_));
        let allowed = if is_open { self.keep.most_open() } else { most };
        if allowed.min(most_of_one) == 0 {
            return Err(EngineError::NoPlaces { for_keys: most.min(most_of_one) > 0 });
        }
        let own = self.shares.take(client).ok_or_else(|| EngineError::TooManyOfOne {
            most: most_of_one,
            retry_after: self.wait(&self.of(client)),
        })?;
        let without_key = |analysis: &Analysis| matches!(analysis.client, Client::Address(_));
        let open = is_open.then(|| self.place(&self.open, allowed, without_key)).transpose()?;
        let of_all = self.place(&self.places, most, |_| true)?;
        Ok(Places { _of_all: of_all, _open: open, _own: own })
    }

    /// One of the places that these analyses share.
    fn place(
        &self,
        places: &Arc<Semaphore>,
        most: usize,
        shared_by: impl Fn(&Analysis) -> bool,
    ) -> Result<OwnedSemaphorePermit, EngineError> {
        let full = |_| EngineError::TooMany { most, retry_after: self.wait(&self.that(shared_by)) };
        Arc::clone(places).try_acquire_owned().map_err(full)
    }

    fn that(&self, is_meant: impl Fn(&Analysis) -> bool) -> Vec<Arc<Analysis>> {
        let all = self.by_id.iter().map(|kept| Arc::clone(&kept.analysis));
        all.filter(|analysis| is_meant(analysis)).collect()
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
            let begin = || {
                analyses
                    .begin(Client::Key(0), subject.clone(), Duration::ZERO, || -> (Thinking, ()) { panic!() })
            };
            assert!(catch_unwind(AssertUnwindSafe(begin)).is_err());
            assert_eq!((analyses.count(), analyses.places.available_permits()), (0, 1));
        }
    }
}
