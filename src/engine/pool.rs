//! A bounded pool of blocking search threads behind a queue that promises only what it can keep.

use super::schedule::{Claim, Refusal, Schedule, Ticket};
use super::turns::{Demand, Done, Turns, Work, Worker};
use super::{EngineError, Priority};
use crate::clients::{Client, Share, Shares};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
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
    /// [`EngineError::Full`] at once if the queue is full or no worker is likely to be free in time, and for
    /// a search that limits its effort after half of its time at the latest. What only time limits begins without a
    /// worker at its deadline, to answer with what needs no search. [`EngineError::Draining`] if `called_off`
    /// comes first, [`EngineError::Failed`] if `work` panics.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        claim: Claim,
        called_off: impl Future<Output = ()>,
        work: impl FnOnce(Start, &Worker) -> Result<T, EngineError> + Send + 'static,
    ) -> Result<T, EngineError> {
        let admitted = Admitted::take(&self.schedule, claim.clone())?;
        let ticket = admitted.ticket;
        let (work, mut answer) = answering(move |worker| {
            let start = Start { at: Instant::now(), has_waited: worker.has_waited() };
            admitted.begin(start.at);
            work(start, worker)
        });
        // As long a wait beside other work leaves as long a search.
        let patience = claim.left(Instant::now()) / 2;
        let Claim { client, time, .. } = claim;
        let mut place =
            self.turns.begin(Demand { priority: Priority::Interactive, client, time, patience }, work);
        if !place.waits() {
            locked(&self.schedule).begin(ticket, Instant::now());
        }
        tokio::select! {
            biased;
            answer = &mut answer => return answer?,
            () = called_off => if place.leave().is_some() {
                return Err(EngineError::Draining);
            },
            () = sleep_until(claim.latest_start().into()), if place.waits() => if claim.yields.is_some() {
                place.begin_without_worker();
            } else if place.leave().is_some() {
                let now = Instant::now();
                return Err(locked(&self.schedule).give_up(&claim.anew(now), now).into());
            },
            () = self.press(), if place.waits() => (),
        }
        answer.await?
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
        work: impl FnOnce(&Worker) -> Result<T, EngineError> + Send + 'static,
    ) -> Result<T, EngineError> {
        let places = if priority == Priority::Long { &self.long } else { &self.batch };
        let full = || EngineError::Full { waiting: self.waiting(priority), retry_after: AFTER_A_TURN };
        let held = places.take(client).ok_or_else(full)?;
        let (work, mut answer) = answering(move |worker| {
            let _held = held;
            work(worker)
        });
        let (time, patience) = (Duration::ZERO, Duration::MAX);
        let mut place = self.turns.begin(Demand { priority, client, time, patience }, work);
        tokio::select! {
            biased;
            answer = &mut answer => return answer?,
            () = called_off => if place.leave().is_some() {
                return Err(EngineError::Draining);
            },
        }
        answer.await?
    }

    /// Workers that search.
    pub(super) fn busy(&self) -> usize {
        self.worker_count - self.turns.free()
    }

    /// Searches that wait for a worker.
    pub(super) fn waiting(&self, priority: Priority) -> usize {
        self.turns.waiting(priority)
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

/// Work for a worker's thread, and where its answer will be. A panic is an answer too.
fn answering<T: Send + 'static>(
    work: impl FnOnce(&Worker) -> Result<T, EngineError> + Send + 'static,
) -> (Work, oneshot::Receiver<Result<T, EngineError>>) {
    let (sender, answer) = oneshot::channel();
    let span = Span::current();
    let work = move |worker: Worker| {
        let done = catch_unwind(AssertUnwindSafe(|| span.in_scope(|| work(&worker))));
        let done = done.unwrap_or(Err(EngineError::Failed));
        Done { worker, answer: Box::new(move || drop(sender.send(done))) }
    };
    (Box::new(work), answer)
}

/// The runtime has ended before the work.
impl From<oneshot::error::RecvError> for EngineError {
    fn from(_: oneshot::error::RecvError) -> Self {
        Self::Failed
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
struct Admitted {
    schedule: Arc<Mutex<Schedule>>,
    ticket: Ticket,
}

impl Admitted {
    fn take(schedule: &Arc<Mutex<Schedule>>, claim: Claim) -> Result<Self, Refusal> {
        let ticket = locked(schedule).admit(claim, Instant::now())?;
        Ok(Self { schedule: Arc::clone(schedule), ticket })
    }

    fn begin(&self, now: Instant) {
        locked(&self.schedule).begin(self.ticket, now);
    }
}

impl Drop for Admitted {
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
    use std::sync::mpsc;

    #[tokio::test]
    async fn one_client_leaves_half_of_the_places_for_batches_to_others() {
        let pool = Pool::new(1, 3, 0);
        let (_done, is_done) = mpsc::channel::<()>();
        let (busy, _) = answering(move |_: &Worker| is_done.recv().map_err(|_| EngineError::Failed));
        let (priority, time, patience) = (Priority::Interactive, Duration::ZERO, Duration::ZERO);
        let _busy = pool.turns.begin(Demand { priority, client: None, time, patience }, busy);
        let search = |client| {
            let client = Some(Client::Key(client));
            Box::pin(pool.run_in_turn(Priority::Batch, client, pending(), |_: &Worker| Ok(())))
        };
        let mut searches = [0, 0, 0, 1, 1, 1].map(search);
        let refused = searches.each_mut().map(|search| search.now_or_never().is_some());
        assert_eq!(refused, [false, false, true, false, false, true]);
    }
}
