//! Computations that are not searches for a best move, on the same pool and under the same limits.

use crate::quota::Client;
use crate::scheduling::{Demand, Start, Stopwatch, Worker};
use crate::{Engine, EngineError};
use bestmove_query::Priority;
use std::future::pending;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// Longer than any computation takes.
const NO_DEADLINE: Duration = Duration::from_hours(24 * 365);

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

    /// The time until it must end.
    #[must_use]
    pub fn time_left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    /// Whether the computation must end: its time is over, no one waits for it, or the service drains. Lets
    /// shorter requests go first.
    #[must_use]
    pub fn must_stop(&self) -> bool {
        if !self.is_over() {
            self.yield_worker();
        }
        self.is_over()
    }

    /// Lets other requests go first: shorter ones, and all of them once the time is over.
    ///
    /// # Errors
    ///
    /// [`Abandoned`] if no one waits for the computation: it must end at once, as it may have no worker.
    pub fn pause(&self) -> Result<(), Abandoned> {
        self.refuse_if_abandoned()?;
        if self.is_over() {
            self.worker.run_late();
        }
        self.yield_worker();
        self.refuse_if_abandoned()
    }

    /// Yields the worker to a request that preempts the computation, until there is a worker for it again. What is
    /// left to do at the deadline, such as to write the answer, needs one too.
    fn yield_worker(&self) {
        if self.worker.should_yield() {
            self.stopwatch.pause_during(|| self.worker.yield_blocking(self.abandoned.cancelled()));
        }
    }

    fn refuse_if_abandoned(&self) -> Result<(), Abandoned> {
        if self.abandoned.is_cancelled() { Err(Abandoned) } else { Ok(()) }
    }

    fn is_over(&self) -> bool {
        self.abandoned.is_cancelled() || !self.engine.accepts_work() || Instant::now() >= self.deadline
    }
}

/// No one waits for a computation any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Abandoned;

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

    /// Computes something in the background: all other requests go first. Also returns the time on
    /// a worker. Dropping the future ends the computation.
    ///
    /// # Errors
    ///
    /// [`EngineError::Draining`] or [`EngineError::Failed`].
    pub async fn compute_in_background<T: Send + 'static>(
        self: &Arc<Self>,
        client: Option<Client>,
        work: impl FnOnce(&Progress<'_>) -> T + Send + 'static,
    ) -> Result<(T, Duration), EngineError> {
        self.refuse_if_draining()?;
        let (engine, abandoned) = (Arc::clone(self), CancellationToken::new());
        let (stopped, _abandon) = (abandoned.clone(), abandoned.clone().drop_guard());
        let deadline = Instant::now() + NO_DEADLINE;
        let work = move |worker: &Worker| engine.compute_blocking(worker, &abandoned, deadline, work);
        self.pool.run_low_priority(Priority::Background, client, stopped.cancelled(), work).await
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
