//! Computations that are not searches for a best move, on the same pool and under the same limits.

use crate::clients::Client;
use crate::engine::scheduling::{Demand, Start, Stopwatch, Worker};
use crate::engine::{Engine, EngineError};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// What a computation asks from time to time: whether to go on.
pub struct Progress<'a> {
    engine: &'a Engine,
    worker: &'a Worker,
    stopwatch: &'a Stopwatch,
    abandoned: &'a CancellationToken,
    deadline: Instant,
}

impl Progress<'_> {
    /// Whether the computation must end: its time is over, no one waits for it, or the service drains. Lets
    /// shorter requests go first.
    #[must_use]
    pub fn must_stop(&self) -> bool {
        if self.worker.should_yield() {
            self.stopwatch.pause_during(|| self.worker.yield_blocking(self.end()));
        }
        self.is_over()
    }

    fn is_over(&self) -> bool {
        self.abandoned.is_cancelled() || !self.engine.accepts_work() || Instant::now() >= self.deadline
    }

    async fn end(&self) {
        tokio::select! {
            () = self.abandoned.cancelled() => (),
            () = tokio::time::sleep_until(self.deadline.into()) => (),
        }
    }
}

/// The time that a computation took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent {
    /// In the queue.
    pub waited: Duration,
    /// On a worker.
    pub computed: Duration,
}

impl Engine {
    /// Computes something on a worker in at most `time`, the wait included. Dropping the future ends the computation.
    ///
    /// # Errors
    ///
    /// See [`EngineError`].
    pub async fn compute<T: Send + 'static>(
        self: &Arc<Self>,
        client: Client,
        time: Duration,
        work: impl FnOnce(&Progress<'_>) -> T + Send + 'static,
    ) -> Result<(T, Spent), EngineError> {
        if !self.accepts_work() {
            return Err(EngineError::Draining);
        }
        let (engine, abandoned) = (Arc::clone(self), CancellationToken::new());
        let _abandon = abandoned.clone().drop_guard();
        let (arrival, left) = (Instant::now(), abandoned.clone());
        let deadline = arrival + time;
        let demand = Demand { client: Some(client), time, deadline, stoppable: None, can_pause: true };
        let work = move |start: Start, worker: &Worker| {
            if worker.has_waited() && !engine.accepts_work() {
                return Err(EngineError::Draining);
            }
            let stopwatch = Stopwatch::default();
            let running = stopwatch.run();
            let (engine, stopwatch_ref) = (engine.as_ref(), &stopwatch);
            let progress = Progress { engine, worker, stopwatch: stopwatch_ref, abandoned: &left, deadline };
            let result = work(&progress);
            drop(running);
            Ok((result, Spent { waited: start.at - arrival, computed: stopwatch.time() }))
        };
        self.pool.run(demand, std::future::pending(), work).await
    }
}
