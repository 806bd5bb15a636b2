//! A bounded pool of blocking search threads behind a queue that promises only what it can keep.

use super::schedule::{Claim, Refusal, Schedule, Ticket};
use super::turns::{Turns, Worker};
use super::{EngineError, Priority};
use crate::clients::{Client, Share, Shares};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task;
use tokio::time::{sleep, sleep_until};
use tracing::Span;

/// How often searches are asked to yield while others wait.
const PRESSING: Duration = Duration::from_millis(5);
/// When a waiting line of a lower priority may have moved on.
const AFTER_A_TURN: Duration = Duration::from_secs(1);

/// Runs at most as many searches at a time as there are workers; a few more may wait.
pub(super) struct Pool {
    turns: Arc<Turns>,
    /// For those who are not in a hurry.
    batch: Places,
    long: Places,
    worker_count: usize,
    schedule: Arc<Mutex<Schedule>>,
    /// Held by the one of those who wait that asks the others to yield.
    pressing: tokio::sync::Mutex<()>,
}

/// When a search began and how.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    pub(super) at: Instant,
    pub(super) has_waited: bool,
}

impl Pool {
    /// Searches may wait `queue` at a time of each priority, of long ones `analyses`.
    pub(super) fn new(workers: usize, queue: usize, analyses: usize) -> Self {
        let batch = workers + queue;
        Self {
            turns: Turns::new(workers),
            batch: Places::new(batch, batch.div_ceil(2)),
            // Analyses are bounded before, those of each client too.
            long: Places::new(workers + queue.max(analyses), usize::MAX),
            worker_count: workers,
            schedule: Arc::new(Mutex::new(Schedule::new(workers, queue))),
            pressing: tokio::sync::Mutex::default(),
        }
    }

    /// Runs `work` on a worker's thread when it is its turn.
    ///
    /// The worker is taken until `work` returns, not until somebody stops waiting for it: a
    /// caller that leaves must not let another search start beside one that still burns its core.
    ///
    /// # Errors
    ///
    /// [`EngineError::Full`] at once if the queue is full or no worker is likely to be free in time,
    /// or at the deadline if none is; [`EngineError::Draining`] if `called_off` comes first,
    /// [`EngineError::Failed`] if `work` panics.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        claim: Claim,
        called_off: impl Future<Output = ()>,
        work: impl FnOnce(Start) -> T + Send + 'static,
    ) -> Result<T, EngineError> {
        let place = Place::take(&self.schedule, claim.clone())?;
        let worker = tokio::select! {
            biased;
            () = called_off => return Err(EngineError::Draining),
            worker = self.worker(&claim) => worker,
        };
        let Some((worker, has_waited)) = worker else {
            drop(place);
            let now = Instant::now();
            return Err(locked(&self.schedule).give_up(&claim.anew(now), now).into());
        };
        let start = Start { at: Instant::now(), has_waited };
        place.begin(start.at);
        let span = Span::current();
        let done = task::spawn_blocking(move || {
            let _held = (place, worker);
            span.in_scope(|| work(start))
        });
        done.await.map_err(|_| EngineError::Failed)
    }

    /// Runs the work of a lower priority when it is its turn and its client's, however long that takes. It is
    /// given the worker, to step aside now and then.
    ///
    /// # Errors
    ///
    /// As [`Pool::run`], but for deadlines.
    pub(super) async fn run_in_turn<T: Send + 'static>(
        &self,
        priority: Priority,
        client: Option<Client>,
        called_off: impl Future<Output = ()>,
        work: impl FnOnce(&Worker) -> T + Send + 'static,
    ) -> Result<T, EngineError> {
        let places = if priority == Priority::Long { &self.long } else { &self.batch };
        let full = || EngineError::Full { waiting: self.waiting(priority), retry_after: AFTER_A_TURN };
        let place = places.take(client).ok_or_else(full)?;
        let worker = tokio::select! {
            biased;
            () = called_off => return Err(EngineError::Draining),
            worker = self.turns.wait(priority, client, Duration::MAX) => worker,
        };
        let span = Span::current();
        let done = task::spawn_blocking(move || {
            let _held = place;
            span.in_scope(|| work(&worker))
        });
        done.await.map_err(|_| EngineError::Failed)
    }

    /// Workers that search.
    pub(super) fn busy(&self) -> usize {
        self.worker_count - self.turns.free()
    }

    /// Searches that wait for a worker.
    pub(super) fn waiting(&self, priority: Priority) -> usize {
        self.turns.waiting(priority)
    }

    /// A free worker at once, even for a search whose deadline is past; else in turn, if that comes before the
    /// deadline. Tells whether it had to be waited for.
    async fn worker(&self, claim: &Claim) -> Option<(Worker, bool)> {
        if let Some(worker) = self.turns.take(Priority::Interactive) {
            return Some((worker, false));
        }
        // As long a wait beside long work leaves as long a search.
        let patience = claim.left(Instant::now()) / 2;
        tokio::select! {
            worker = self.turns.wait(Priority::Interactive, None, patience) => {
                claim.can_begin(Instant::now()).then_some((worker, true))
            }
            () = self.press() => None,
            () = sleep_until(claim.deadline.into()) => None,
        }
    }

    /// Has searches yield for as long as somebody waits. Never ends by itself.
    async fn press(&self) {
        let _only_one = self.pressing.lock().await;
        loop {
            locked(&self.schedule).hurry(Instant::now());
            sleep(PRESSING).await;
        }
    }
}

impl From<Refusal> for EngineError {
    fn from(Refusal { waiting, retry_after }: Refusal) -> Self {
        Self::Full { waiting, retry_after }
    }
}

/// Places for searches that run or wait, and how many of them each client may have.
struct Places {
    all: Arc<Semaphore>,
    shares: Arc<Shares>,
}

impl Places {
    fn new(all: usize, most_of_one: usize) -> Self {
        Self { all: Arc::new(Semaphore::new(all)), shares: Shares::new(most_of_one) }
    }

    /// One of all places, and of those of the client.
    fn take(&self, client: Option<Client>) -> Option<(OwnedSemaphorePermit, Option<Share>)> {
        let own = match client {
            Some(client) => Some(self.shares.take(client)?),
            None => None,
        };
        Some((Arc::clone(&self.all).try_acquire_owned().ok()?, own))
    }
}

/// A search's place in the schedule, left when dropped.
struct Place {
    schedule: Arc<Mutex<Schedule>>,
    ticket: Ticket,
}

impl Place {
    fn take(schedule: &Arc<Mutex<Schedule>>, claim: Claim) -> Result<Self, Refusal> {
        let ticket = locked(schedule).admit(claim, Instant::now())?;
        Ok(Self { schedule: Arc::clone(schedule), ticket })
    }

    fn begin(&self, now: Instant) {
        locked(&self.schedule).begin(self.ticket, now);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        locked(&self.schedule).end(self.ticket, Instant::now());
    }
}

/// Nothing panics while it holds the lock but for a defect in the schedule itself.
fn locked(schedule: &Mutex<Schedule>) -> MutexGuard<'_, Schedule> {
    schedule.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;
    use std::future::pending;

    #[tokio::test]
    async fn one_client_leaves_half_of_the_places_for_batches_to_others() {
        let pool = Pool::new(1, 3, 0);
        let _busy = pool.turns.take(Priority::Interactive).unwrap();
        let search = |client| {
            let client = Some(Client::Key(client));
            Box::pin(pool.run_in_turn(Priority::Batch, client, pending(), |_: &Worker| ()))
        };
        let mut searches = [0, 0, 0, 1, 1, 1].map(search);
        let refused = searches.each_mut().map(|search| search.now_or_never().is_some());
        assert_eq!(refused, [false, false, true, false, false, true]);
    }
}
