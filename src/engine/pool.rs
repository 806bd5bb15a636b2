//! A bounded pool of blocking search threads behind a bounded queue.

use super::EngineError;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task;
use tokio::time::timeout_at;
use tracing::Span;

/// Runs at most as many searches at a time as there are workers; a few more may wait.
pub(super) struct Pool {
    workers: Arc<Semaphore>,
    /// A place for each running and each waiting search.
    places: Arc<Semaphore>,
    worker_count: usize,
    place_count: usize,
    /// A running mean of search times in which the last counts an eighth, in microseconds.
    typical_micros: AtomicU64,
}

impl Pool {
    pub(super) fn new(workers: usize, queue: usize) -> Self {
        Self {
            workers: Arc::new(Semaphore::new(workers)),
            places: Arc::new(Semaphore::new(workers + queue)),
            worker_count: workers,
            place_count: workers + queue,
            typical_micros: AtomicU64::new(0),
        }
    }

    /// Runs `work` on a worker's thread as soon as there is one.
    ///
    /// The worker is taken until `work` returns, not until somebody stops waiting for it: a
    /// caller that leaves must not let another search start beside one that still burns its core.
    ///
    /// # Errors
    ///
    /// [`EngineError::Full`] if the queue is full or no worker is free before the deadline,
    /// [`EngineError::Draining`] if `called_off` comes first, [`EngineError::Failed`] if `work`
    /// panics.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        deadline: Instant,
        called_off: impl Future<Output = ()>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, EngineError> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| self.full())?;
        let worker = tokio::select! {
            biased;
            () = called_off => return Err(EngineError::Draining),
            worker = self.worker(deadline) => worker?,
        };
        let started = Instant::now();
        let span = Span::current();
        let done = task::spawn_blocking(move || {
            let _held = (place, worker);
            span.in_scope(work)
        });
        let result = done.await.map_err(|_| EngineError::Failed);
        self.learn(started.elapsed());
        result
    }

    /// Workers that search.
    pub(super) fn busy(&self) -> usize {
        self.worker_count - self.workers.available_permits()
    }

    /// A free worker at once, even for a request whose deadline is past; else in turn.
    async fn worker(&self, deadline: Instant) -> Result<OwnedSemaphorePermit, EngineError> {
        if let Ok(worker) = Arc::clone(&self.workers).try_acquire_owned() {
            return Ok(worker);
        }
        match timeout_at(deadline.into(), Arc::clone(&self.workers).acquire_owned()).await {
            Ok(Ok(worker)) => Ok(worker),
            Ok(Err(_)) | Err(_) => Err(self.full()),
        }
    }

    /// Refuses work, and says when the queue will have moved on if searches take as long as they
    /// have of late.
    fn full(&self) -> EngineError {
        let waiting = (self.place_count - self.places.available_permits()).saturating_sub(self.worker_count);
        let typical = Duration::from_micros(self.typical_micros.load(Ordering::Relaxed));
        let retry_after = typical * (waiting as u32 + 1) / self.worker_count as u32;
        EngineError::Full { waiting, retry_after }
    }

    fn learn(&self, took: Duration) {
        let before = self.typical_micros.load(Ordering::Relaxed);
        let micros = (before * 7 + took.as_micros() as u64) / 8;
        self.typical_micros.store(micros, Ordering::Relaxed);
    }
}
