//! Execution: from a query to its answer, by an equal search in flight or a search of its own.

use super::pending::PreparedQuery;
use super::single_flight::{CompletionGuard, Flight, FlightKey, Subscriber};
use crate::scheduling::{Demand, Start, Stoppable, Worker};
use crate::{AnswerOrigin, Engine, EngineError};
use bestmove_core::game::{Checkpoint, Helpers};
use bestmove_query::{Analysis, AnyQuery, Budget, Priority, SearchControl};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tracing::field::Empty;
use tracing::{Instrument, debug, info_span};

impl Engine {
    /// Joins the search in flight for an equal query, or starts one.
    pub(crate) fn join_or_start(self: &Arc<Self>, prepared: PreparedQuery) -> (Subscriber, AnswerOrigin) {
        let PreparedQuery { budget, priority, client, .. } = prepared;
        let client = client.filter(|_| priority != Priority::Interactive);
        let key = FlightKey { query: prepared.key().clone(), budget, priority, client };
        let (subscriber, new) = self.flights.join(&key);
        let Some(flight) = new else { return (subscriber, AnswerOrigin::Shared) };
        let engine = Arc::clone(self);
        let guard = CompletionGuard::new(&self.flights, key, flight);
        let search = async move {
            let answer = engine.execute(prepared, &guard.flight).await;
            if let Ok(analysis) = &answer {
                engine.observer.on_search(priority, analysis);
            }
            guard.complete(answer);
        };
        tokio::spawn(search.in_current_span());
        (subscriber, AnswerOrigin::Search)
    }

    /// Waits for a worker and searches, on a task of its own, so that queries that joined later keep the
    /// search when the first is dropped.
    async fn execute(
        self: &Arc<Self>,
        prepared: PreparedQuery,
        flight: &Arc<Flight>,
    ) -> Result<Analysis, EngineError> {
        self.refuse_if_draining()?;
        match prepared.priority {
            Priority::Interactive => self.run_interactive(prepared, flight).await,
            Priority::Batch | Priority::Background => self.run_low_priority(prepared, flight).await,
        }
    }

    /// Also checked when a waiting search begins: searches that a drain stops give it their worker.
    pub(super) fn refuse_if_draining(&self) -> Result<(), EngineError> {
        if self.accepts_work() { Ok(()) } else { Err(EngineError::Draining) }
    }

    /// Runs a search that a client waits for: its time counts from the arrival.
    async fn run_interactive(
        self: &Arc<Self>,
        prepared: PreparedQuery,
        flight: &Arc<Flight>,
    ) -> Result<Analysis, EngineError> {
        let (engine, running, queued) = (Arc::clone(self), Arc::clone(flight), Instant::now());
        let PreparedQuery { query, budget, arrival, client, .. } = prepared;
        let Budget { time, depth, nodes, .. } = budget;
        let deadline = arrival + time;
        let is_limited_by_time = depth.is_none() && nodes.is_none();
        let stoppable = is_limited_by_time.then(|| Arc::clone(flight) as Arc<dyn Stoppable>);
        let threads = self.config.session.threads;
        // Threads beside the one that pauses would go on.
        let can_pause = threads == NonZeroUsize::MIN;
        let work = move |start: Start, worker: &Worker| {
            if worker.has_waited() {
                engine.refuse_if_draining()?;
            }
            let _running = running.stopwatch().run();
            let checkpoint = || {
                if worker.should_yield() {
                    running.pause_during(|| worker.yield_blocking(running.over(deadline)));
                }
            };
            let checkpoint = can_pause.then_some(Checkpoint(&checkpoint));
            let helpers = Some(Helpers::free(threads.get() - 1));
            let control = SearchControl { deadline, stop: running.stop_flag(), checkpoint, threads, helpers };
            let mut publish = |found| running.publish(found);
            let analysis = engine.search_blocking(query.as_ref(), &budget, &control, &mut publish);
            let waited = start.at - queued;
            Ok(with_times(running.conclude(analysis, time, deadline, start), waited, &running))
        };
        let demand = Demand { client, time, deadline, stoppable, can_pause };
        self.pool.run(demand, flight.stopped(), work).await
    }

    /// Runs a search that yields to others: its time counts from its first turn.
    async fn run_low_priority(
        self: &Arc<Self>,
        prepared: PreparedQuery,
        flight: &Arc<Flight>,
    ) -> Result<Analysis, EngineError> {
        let (engine, running, queued) = (Arc::clone(self), Arc::clone(flight), Instant::now());
        let PreparedQuery { query, budget, priority, client, .. } = prepared;
        let time = budget.time;
        let work = move |worker: &Worker| {
            if worker.has_waited() {
                engine.refuse_if_draining()?;
            }
            let _running = running.stopwatch().run();
            let began = Instant::now();
            let checkpoint = || {
                if worker.should_yield() {
                    running.stopwatch().pause_during(|| worker.yield_blocking(running.stopped()));
                }
            };
            let runtime = Handle::current();
            let take_turn = || worker.spare(&runtime);
            let helpers = Helpers { count: engine.config.workers.get() - 1, take_turn: &take_turn };
            let control = SearchControl {
                deadline: began + time,
                stop: running.stop_flag(),
                checkpoint: Some(Checkpoint(&checkpoint)),
                // Threads beside the one that pauses would go on.
                threads: NonZeroUsize::MIN,
                helpers: (priority == Priority::Background).then_some(helpers),
            };
            let mut publish = |found| running.publish(found);
            let analysis = engine.search_blocking(query.as_ref(), &budget, &control, &mut publish);
            Ok(with_times(running.conclude_low_priority(analysis, time), began - queued, &running))
        };
        self.pool.run_low_priority(priority, client, flight.stopped(), work).await
    }

    /// Searches on this thread, and caches what is proven.
    pub(crate) fn search_blocking(
        &self,
        query: &dyn AnyQuery,
        budget: &Budget,
        control: &SearchControl<'_>,
        on_iteration: &mut dyn FnMut(Analysis),
    ) -> Analysis {
        let game = query.key().game;
        let span = info_span!("search", game, nodes = Empty, depth = Empty).entered();
        let analysis = self.session.search(query, budget, control, on_iteration);
        // OpenTelemetry's integers are signed.
        span.record("nodes", analysis.nodes as i64).record("depth", i64::from(analysis.depth));
        debug!(stopped_by = ?analysis.stopped_by, "searched");
        if analysis.is_proof_of(query.key()) {
            self.proof_cache.insert(query.key(), &analysis);
        }
        analysis
    }
}

/// The analysis with its time in the queue and on a worker.
fn with_times(mut analysis: Analysis, waited: Duration, flight: &Flight) -> Analysis {
    (analysis.timing.waited, analysis.timing.searched) = (waited, flight.stopwatch().time());
    analysis
}
