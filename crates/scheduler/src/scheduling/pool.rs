//! A bounded pool of search threads behind admission control and the dispatcher.

use super::admission::{AdmissionControl, Demand, Refusal, SearchId};
use super::dispatcher::{Dispatcher, Done, Work, Worker};
use super::queue_request::QueueRequest;
use crate::EngineError;
use crate::quota::{Client, PerClientLimit, Permit};
use bestmove_query::Priority;
use parking_lot::{Mutex, MutexGuard};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::{sleep, sleep_until};
use tracing::Span;

/// How often running searches are checked against their fair share while others wait.
const FAIR_SHARE_PERIOD: Duration = Duration::from_millis(5);
/// When to retry after the queue of batches was full.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// Runs at most as many searches at a time as there are workers; a bounded number may wait. Those in the
/// background are bounded by the slots of their tasks, each of which has one search at a time.
pub(crate) struct Pool {
    dispatcher: Arc<Dispatcher>,
    batch: ClientSemaphore,
    worker_count: usize,
    admission: Arc<Mutex<AdmissionControl>>,
    /// Held by the waiting search that stops those that have had their fair share.
    stopping: tokio::sync::Mutex<()>,
}

/// When a search began, and whether it had to wait.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    pub(crate) at: Instant,
    pub(crate) has_waited: bool,
}

impl Pool {
    /// A pool with room for `queue` waiting interactive searches, and as many of batches.
    pub(crate) fn new(workers: usize, queue: usize) -> Self {
        let batch = workers + queue;
        Self {
            dispatcher: Dispatcher::new(workers),
            batch: ClientSemaphore::new(batch, batch.div_ceil(2)),
            worker_count: workers,
            admission: Arc::new(Mutex::new(AdmissionControl::new(workers, queue))),
            stopping: tokio::sync::Mutex::default(),
        }
    }

    /// Runs an interactive search when the dispatcher gives it a worker. The worker stays in use until
    /// `work` returns, even if this future is dropped before.
    ///
    /// # Errors
    ///
    /// [`EngineError::Full`] at once if the queue is full or no worker is likely to be free in time, and
    /// for a search limited by depth or nodes after half of its time at the latest. A search that only time
    /// limits begins without a worker at its deadline, to answer with what needs no search.
    /// [`EngineError::Draining`] if `cancelled` completes first, [`EngineError::Failed`] if `work` panics.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        demand: Demand,
        cancelled: impl Future<Output = ()>,
        work: impl FnOnce(Start, &Worker) -> Result<T, EngineError> + Send + 'static,
    ) -> Result<T, EngineError> {
        let admitted = AdmissionGuard::admit(&self.admission, demand.clone())?;
        let id = admitted.id;
        let (work, mut answer) = with_answer(move |worker| {
            let start = Start { at: Instant::now(), has_waited: worker.has_waited() };
            admitted.begin(start.at);
            work(start, worker)
        });
        // Waits at most half of the time that is left for work of lower priority, so that half is left
        // to search.
        let preempt_after = demand.left(Instant::now()) / 2;
        let Demand { client, time, .. } = demand;
        let request = QueueRequest { priority: Priority::Interactive, client, time, preempt_after };
        let mut slot = self.dispatcher.begin(request, work);
        if !slot.waits() {
            locked(&self.admission).begin(id, Instant::now());
        }
        tokio::select! {
            biased;
            answer = &mut answer => return answer?,
            () = cancelled => if slot.leave().is_some() {
                return Err(EngineError::Draining);
            },
            () = sleep_until(demand.latest_start().into()), if slot.waits() => if demand.stoppable.is_some() {
                slot.run_without_worker();
            } else if slot.leave().is_some() {
                let now = Instant::now();
                return Err(locked(&self.admission).refuse(&demand.anew(now), now).into());
            },
            () = self.fair_share_loop(), if slot.waits() => (),
        }
        answer.await?
    }

    /// Runs a search of a lower priority when the dispatcher gives it a worker, which it yields from time
    /// to time.
    ///
    /// # Errors
    ///
    /// [`EngineError::Full`] at once if the queue of batches is full; otherwise as [`Pool::run`], except for
    /// deadlines.
    pub(crate) async fn run_low_priority<T: Send + 'static>(
        &self,
        priority: Priority,
        client: Option<Client>,
        cancelled: impl Future<Output = ()>,
        work: impl FnOnce(&Worker) -> Result<T, EngineError> + Send + 'static,
    ) -> Result<T, EngineError> {
        let full = || EngineError::Full { waiting: self.waiting(priority), retry_after: RETRY_AFTER };
        let is_batch = priority == Priority::Batch;
        let permit = is_batch.then(|| self.batch.try_acquire(client).ok_or_else(full)).transpose()?;
        let (work, mut answer) = with_answer(move |worker| {
            let _permit = permit;
            work(worker)
        });
        let (time, preempt_after) = (Duration::ZERO, Duration::MAX);
        let mut slot = self.dispatcher.begin(QueueRequest { priority, client, time, preempt_after }, work);
        tokio::select! {
            biased;
            answer = &mut answer => return answer?,
            () = cancelled => if slot.leave().is_some() {
                return Err(EngineError::Draining);
            },
        }
        answer.await?
    }

    /// Workers that search.
    pub(crate) fn busy(&self) -> usize {
        self.worker_count - self.dispatcher.free()
    }

    /// Searches that wait for a worker.
    pub(crate) fn waiting(&self, priority: Priority) -> usize {
        self.dispatcher.waiting(priority)
    }

    /// Stops searches that have had their fair share, for as long as any search waits. Never completes.
    async fn fair_share_loop(&self) {
        let _only_one = self.stopping.lock().await;
        loop {
            locked(&self.admission).stop_after_fair_share(Instant::now());
            sleep(FAIR_SHARE_PERIOD).await;
        }
    }
}

/// Work for a worker's thread, and the receiver of its answer. A panic is an answer too.
fn with_answer<T: Send + 'static>(
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

/// The runtime shut down before the work was done.
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

/// A semaphore with a limit for each client.
struct ClientSemaphore {
    all: Arc<Semaphore>,
    per_client: Arc<PerClientLimit>,
}

impl ClientSemaphore {
    fn new(all: usize, per_client: usize) -> Self {
        Self { all: Arc::new(Semaphore::new(all)), per_client: PerClientLimit::new(per_client) }
    }

    fn try_acquire(&self, client: Option<Client>) -> Option<(OwnedSemaphorePermit, Option<Permit>)> {
        let own = match client {
            Some(client) => Some(self.per_client.try_acquire(client)?),
            None => None,
        };
        Some((Arc::clone(&self.all).try_acquire_owned().ok()?, own))
    }
}

/// An admitted search, removed from admission control when dropped.
struct AdmissionGuard {
    admission: Arc<Mutex<AdmissionControl>>,
    id: SearchId,
}

impl AdmissionGuard {
    fn admit(admission: &Arc<Mutex<AdmissionControl>>, demand: Demand) -> Result<Self, Refusal> {
        let id = locked(admission).admit(demand, Instant::now())?;
        Ok(Self { admission: Arc::clone(admission), id })
    }

    fn begin(&self, now: Instant) {
        locked(&self.admission).begin(self.id, now);
    }
}

impl Drop for AdmissionGuard {
    fn drop(&mut self) {
        locked(&self.admission).end(self.id, Instant::now());
    }
}

/// Only a defect in admission control itself could panic while it holds the lock.
fn locked(admission: &Mutex<AdmissionControl>) -> MutexGuard<'_, AdmissionControl> {
    admission.lock()
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;
    use std::future::pending;
    use std::sync::mpsc;

    #[tokio::test]
    async fn one_client_gets_at_most_half_of_the_batch_queue() {
        let pool = Pool::new(1, 3);
        let (_done, is_done) = mpsc::channel::<()>();
        let (busy, _) = with_answer(move |_: &Worker| is_done.recv().map_err(|_| EngineError::Failed));
        let (priority, time, preempt_after) = (Priority::Interactive, Duration::ZERO, Duration::ZERO);
        let _busy = pool.dispatcher.begin(QueueRequest { priority, client: None, time, preempt_after }, busy);
        let search = |client| {
            let client = Some(Client::Key(client));
            Box::pin(pool.run_low_priority(Priority::Batch, client, pending(), |_: &Worker| Ok(())))
        };
        let mut searches = [0, 0, 0, 1, 1, 1].map(search);
        let refused = searches.each_mut().map(|search| search.now_or_never().is_some());
        assert_eq!(refused, [false, false, true, false, false, true]);
    }
}
