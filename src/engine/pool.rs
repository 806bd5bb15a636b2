//! A bounded pool of blocking search threads behind a queue that promises only what it can keep.

use super::EngineError;
use super::schedule::{Claim, Refusal, Schedule, Ticket};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task;
use tokio::time::{sleep, sleep_until};
use tracing::Span;

/// How often searches are asked to yield while others wait.
const PRESSING: Duration = Duration::from_millis(5);

/// Runs at most as many searches at a time as there are workers; a few more may wait.
pub(super) struct Pool {
    workers: Arc<Semaphore>,
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
    pub(super) fn new(workers: usize, queue: usize) -> Self {
        Self {
            workers: Arc::new(Semaphore::new(workers)),
            worker_count: workers,
            schedule: Arc::new(Mutex::new(Schedule::new(workers, queue))),
            pressing: tokio::sync::Mutex::default(),
        }
    }

    /// Runs `work` on a worker's thread as soon as there is one.
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
        let (worker, has_waited) = tokio::select! {
            biased;
            () = called_off => return Err(EngineError::Draining),
            worker = self.worker(&claim) => worker?,
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

    /// Workers that search.
    pub(super) fn busy(&self) -> usize {
        self.worker_count - self.workers.available_permits()
    }

    /// A free worker at once, even for a search whose deadline is past; else in turn. Tells whether
    /// it had to be waited for.
    async fn worker(&self, claim: &Claim) -> Result<(OwnedSemaphorePermit, bool), EngineError> {
        if let Ok(worker) = Arc::clone(&self.workers).try_acquire_owned() {
            return Ok((worker, false));
        }
        let refused = || locked(&self.schedule).give_up(claim, Instant::now()).into();
        tokio::select! {
            worker = Arc::clone(&self.workers).acquire_owned() => {
                worker.map(|worker| (worker, true)).map_err(|_| refused())
            }
            () = self.press() => Err(refused()),
            () = sleep_until(claim.deadline.into()) => Err(refused()),
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
