//! A worker: claims chunks and runs them, one after the other.

use super::job::{Class, NewChunk, Tally};
use super::lease::{Claim, Claimant, Lease};
use super::store::{Store, StoreError};
use async_trait::async_trait;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::{Mutex, Notify, watch};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tracing::{debug, warn};

/// How long a worker without work waits until it looks again, unless it is woken.
const POLL: Duration = Duration::from_millis(500);
/// How long it waits after the store has not answered.
const RETRY: Duration = Duration::from_secs(1);

/// How often the worker of a task renews its lease at least, and so learns that the task is removed.
const TASK_BEAT: Duration = Duration::from_secs(1);
/// The time between two stored states of progress, at least.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// What the workers of a process have done.
#[derive(Debug, Default)]
pub struct WorkerCounters {
    /// Finished chunks.
    pub finished: AtomicU64,
    /// Chunks that another worker had claimed before.
    pub redelivered: AtomicU64,
    /// Results that came after the lease was over.
    pub void: AtomicU64,
    /// Chunks that too many workers had died of.
    pub poisoned: AtomicU64,
}

/// What became of a chunk.
#[derive(Debug)]
pub enum Outcome {
    /// It is finished.
    Finished {
        /// Its result.
        result: Vec<u8>,
        /// What it adds to its job.
        tally: Tally,
    },
    /// It must be run in parts.
    Split(Vec<NewChunk>),
    /// It was stopped.
    Stopped,
    /// This worker can't read it: it waits for the end of its lease, which counts as an attempt, so
    /// that another one gets it.
    Unreadable,
}

/// Takes the progress of a chunk, of which the latest is stored from time to time.
#[derive(Debug)]
pub struct ProgressSender(watch::Sender<Option<Vec<u8>>>);

impl ProgressSender {
    /// Publishes the progress so far.
    pub fn publish(&self, progress: Vec<u8>) {
        self.0.send_replace(Some(progress));
    }
}

/// Runs chunks.
#[async_trait]
pub trait Runner: Send + Sync {
    /// Runs a chunk until it is finished or `stop` is cancelled.
    async fn run(&self, claim: &Claim, progress: &ProgressSender, stop: &CancellationToken) -> Outcome;

    /// Called when new progress of a chunk, or its end, is stored.
    fn stored(&self, _: &Lease) {}

    /// Whether chunks are run at the moment.
    fn accepts_work(&self) -> bool {
        true
    }
}

/// Claims chunks and runs them, one after the other.
pub struct Worker {
    /// Where the chunks are.
    pub store: Arc<dyn Store>,
    /// What runs them.
    pub runner: Arc<dyn Runner>,
    /// How it presents itself.
    pub claimant: Claimant,
    /// Wakes it when there may be work.
    pub wake: Arc<Notify>,
    /// Held by the worker that looks for work, of those of a class in a process.
    pub turn: Arc<Mutex<()>>,
    /// Shared by the workers of a process.
    pub counters: Arc<WorkerCounters>,
}

impl Worker {
    /// Works until `shutdown` is cancelled. Then it hands back the chunk that it runs.
    pub async fn work(&self, shutdown: &CancellationToken) {
        while let Some(claim) = self.next(shutdown).await {
            if claim.lease.attempt > 1 {
                count(&self.counters.redelivered);
            }
            if claim.lease.is_poisoned() {
                count(&self.counters.poisoned);
                let Lease { job, first, attempt, .. } = &claim.lease;
                warn!(%job, first, items = claim.items, deaths = attempt - 1, "workers died of a chunk");
            }
            self.run(&claim, shutdown).await;
        }
    }

    /// The next chunk, once there is one; `None` if `shutdown` is cancelled. However many workers of a process have
    /// nothing to do, one of them looks for work, and the next one as soon as it has found some.
    async fn next(&self, shutdown: &CancellationToken) -> Option<Claim> {
        let _turn = tokio::select! {
            turn = self.turn.lock() => turn,
            () = shutdown.cancelled() => return None,
        };
        while !shutdown.is_cancelled() {
            let claimed =
                if self.runner.accepts_work() { self.store.claim(&self.claimant).await } else { Ok(None) };
            let wait = match claimed {
                Ok(Some(claim)) => return Some(claim),
                Ok(None) => POLL,
                Err(error) => {
                    warn!(%error, "no chunk can be claimed");
                    RETRY
                }
            };
            tokio::select! {
                () = shutdown.cancelled() => (),
                () = self.wake.notified() => (),
                () = sleep(wait) => (),
            }
        }
        None
    }

    /// Runs a chunk, and tells the store what became of it.
    async fn run(&self, claim: &Claim, shutdown: &CancellationToken) {
        let (stop, lease) = (shutdown.child_token(), &claim.lease);
        let (progress, mut published) = watch::channel(None);
        let progress = ProgressSender(progress);
        let outcome = {
            let running = self.runner.run(claim, &progress, &stop);
            tokio::pin!(running);
            tokio::select! {
                outcome = &mut running => outcome,
                () = self.keep_lease(lease, &mut published) => {
                    stop.cancel();
                    running.await;
                    return;
                }
            }
        };
        match outcome {
            Outcome::Finished { result, tally } => self.deliver(lease, &result, tally).await,
            Outcome::Split(parts) => self.report(lease, self.store.split(lease, parts).await),
            Outcome::Unreadable => {}
            Outcome::Stopped => {
                let last = published.borrow().clone();
                if let Some(last) = last {
                    self.report(lease, self.store.beat(lease, self.claimant.lease, Some(last)).await);
                }
                self.report(lease, self.store.hand_back(lease).await);
            }
        }
    }

    /// Renews a lease until it no longer holds, and stores the progress. A store that does not
    /// answer may come back before the lease is over.
    async fn keep_lease(&self, lease: &Lease, published: &mut watch::Receiver<Option<Vec<u8>>>) {
        let quarter = self.claimant.lease / 4;
        let interval = if self.claimant.class == Class::Task { quarter.min(TASK_BEAT) } else { quarter };
        let mut unsaved = None;
        loop {
            match timeout(interval, published.changed()).await {
                Ok(Ok(())) => unsaved = published.borrow_and_update().clone(),
                Ok(Err(_)) => sleep(interval).await,
                Err(_) => {}
            }
            match self.store.beat(lease, self.claimant.lease, unsaved.clone()).await {
                Ok(true) => {
                    if unsaved.take().is_some() {
                        self.runner.stored(lease);
                        sleep(PROGRESS_INTERVAL).await;
                    }
                }
                Ok(false) => return,
                Err(_) => sleep(interval.min(RETRY)).await,
            }
        }
    }

    /// Delivers a result, however long the store is away: another worker may finish the chunk in
    /// the meantime, but none needs to.
    async fn deliver(&self, lease: &Lease, result: &[u8], tally: Tally) {
        loop {
            match self.store.finish(lease, result.to_vec(), tally).await {
                Err(error @ (StoreError::Unavailable(_) | StoreError::Full)) => {
                    warn!(%error, "a result can't be delivered yet");
                    sleep(RETRY).await;
                }
                reported => {
                    if matches!(reported, Ok(true)) {
                        count(&self.counters.finished);
                    }
                    return self.report(lease, reported);
                }
            }
        }
    }

    fn report(&self, lease: &Lease, reported: Result<bool, StoreError>) {
        match reported {
            Ok(true) => self.runner.stored(lease),
            Ok(false) => {
                count(&self.counters.void);
                debug!(worker = self.claimant.name, "the lease was void");
            }
            Err(error) => warn!(%error, "a chunk waits for the end of its lease"),
        }
    }
}

fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}
