//! Computations that are not searches for a best move, on the same pool and under the same limits.

use crate::clients::Client;
use crate::engine::scheduling::{Demand, Start, Stopwatch, Worker};
use crate::engine::{Engine, EngineError, Priority};
use std::future::pending;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// The state of a running computation: its time so far, and whether it must stop.
pub struct Progress<'a> {
    engine: &'a Engine,
    worker: &'a Worker,
    stopwatch: &'a Stopwatch,
    abandoned: &'a CancellationToken,
    deadline: Instant,
}

impl Progress<'_> {
    /// The time on a worker so far.
    #[must_use]
    pub fn computed(&self) -> Duration {
        self.stopwatch.time()
    }

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
    /// Computes something on a worker in at most `time`, the wait included. Dropping the future ends the
    /// computation.
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
        self.refuse_if_draining()?;
        let (engine, abandoned) = (Arc::clone(self), CancellationToken::new());
        let _abandon = abandoned.clone().drop_guard();
        let arrival = Instant::now();
        let deadline = arrival + time;
        let demand = Demand { client: Some(client), time, deadline, stoppable: None, can_pause: true };
        let work = move |start: Start, worker: &Worker| {
            let (result, computed) = engine.compute_blocking(worker, &abandoned, deadline, work)?;
            Ok((result, Spent { waited: start.at - arrival, computed }))
        };
        self.pool.run(demand, pending(), work).await
    }

    /// Computes something while no other request wants the worker, in at most `time` from its start. Dropping
    /// the future ends the computation.
    ///
    /// # Errors
    ///
    /// See [`EngineError`].
    pub async fn compute_in_background<T: Send + 'static>(
        self: &Arc<Self>,
        client: Client,
        time: Duration,
        work: impl FnOnce(&Progress<'_>) -> T + Send + 'static,
    ) -> Result<T, EngineError> {
        self.refuse_if_draining()?;
        let (engine, abandoned) = (Arc::clone(self), CancellationToken::new());
        let _abandon = abandoned.clone().drop_guard();
        let work = move |worker: &Worker| {
            let (result, _) = engine.compute_blocking(worker, &abandoned, Instant::now() + time, work)?;
            Ok(result)
        };
        self.pool.run_low_priority(Priority::Background, Some(client), pending(), work).await
    }

    /// Computes something on this worker. Also returns the time that it took.
    fn compute_blocking<T>(
        &self,
        worker: &Worker,
        abandoned: &CancellationToken,
        deadline: Instant,
        work: impl FnOnce(&Progress<'_>) -> T,
    ) -> Result<(T, Duration), EngineError> {
        self.refuse_if_draining()?;
        let stopwatch = Stopwatch::default();
        let running = stopwatch.run();
        let result = work(&Progress { engine: self, worker, stopwatch: &stopwatch, abandoned, deadline });
        drop(running);
        Ok((result, stopwatch.time()))
    }
}
