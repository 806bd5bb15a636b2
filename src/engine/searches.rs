//! From a question to its answer: by an equal search in flight, or by a search of its own.

use super::flight::{Flight, Landing, Question, Waiter};
use super::pool::Start;
use super::schedule::Claim;
use super::turns::Worker;
use super::{Budget, Effort, Engine, EngineError, Inquiry, Job, Priority, Report, Tier};
use crate::game::{Checkpoint, SolverMemory};
use crate::search::{Limits, Settings, TranspositionTable};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tracing::field::Empty;
use tracing::{Instrument, debug, info_span};

/// How long the entries of the shared table count as new, in seconds.
const GENERATION_SECONDS: u64 = 10;

impl Engine {
    /// A place on the search that is in flight for an equal request, or on a new one.
    pub(super) fn searched(self: &Arc<Self>, inquiry: Inquiry) -> (Waiter, Tier) {
        let Inquiry { budget, priority, client, .. } = inquiry;
        let client = client.filter(|_| priority != Priority::Interactive);
        let question = Question { topic: inquiry.topic().clone(), budget, priority, client };
        let (waiter, new) = self.flights.join(&question);
        let Some(flight) = new else { return (waiter, Tier::Joined) };
        let engine = Arc::clone(self);
        let landing = Landing::of(&self.flights, question, flight);
        let flown = async move {
            let answer = engine.fly(inquiry, &landing.flight).await;
            if let Ok(report) = &answer {
                engine.observer.searched(priority, report);
            }
            landing.with(answer);
        };
        tokio::spawn(flown.in_current_span());
        (waiter, Tier::Search)
    }

    /// Waits for a worker and searches. Apart from any request's future, so that those who came later keep the search
    /// when the first one leaves.
    async fn fly(self: &Arc<Self>, inquiry: Inquiry, flight: &Arc<Flight>) -> Result<Report, EngineError> {
        self.refuse_if_draining()?;
        match inquiry.priority {
            Priority::Interactive => self.fly_by_deadline(inquiry, flight).await,
            Priority::Batch | Priority::Long => self.fly_in_turn(inquiry, flight).await,
        }
    }

    /// Asked again when a waiting search begins: those that a drain ends give it their worker.
    fn refuse_if_draining(&self) -> Result<(), EngineError> {
        if self.takes_work() { Ok(()) } else { Err(EngineError::Draining) }
    }

    /// For somebody who waits for the answer: the deadline counts from the arrival.
    async fn fly_by_deadline(
        self: &Arc<Self>,
        inquiry: Inquiry,
        flight: &Arc<Flight>,
    ) -> Result<Report, EngineError> {
        let (engine, flying, queued) = (Arc::clone(self), Arc::clone(flight), Instant::now());
        let Inquiry { job, budget, arrival, client, .. } = inquiry;
        let Budget { time, depth, nodes, .. } = budget;
        let deadline = arrival + time;
        let yields = (depth.is_none() && nodes.is_none()).then(|| Arc::clone(flight));
        let threads = self.config.threads_per_search;
        // Threads beside the one that pauses would go on.
        let is_preemptible = threads == NonZeroUsize::MIN;
        let work = move |start: Start, worker: &Worker| {
            if worker.has_waited() {
                engine.refuse_if_draining()?;
            }
            let _running = flying.stopwatch().run();
            let checkpoint = || {
                if worker.is_to_step_aside() {
                    flying.pause_during(|| worker.step_aside_blocking(flying.over(deadline)));
                }
            };
            let checkpoint = is_preemptible.then_some(Checkpoint(&checkpoint));
            let limits =
                Limits { depth, nodes, deadline: Some(deadline), stop: flying.stop_flag(), checkpoint };
            let mut tell = |report| flying.tell(Report { budget: time, ..report });
            let report = engine.run(job.as_ref(), &budget, limits, threads, &mut tell);
            Ok(timed(flying.conclude(report, time, deadline, start), start.at - queued, &flying))
        };
        let claim = Claim { client, time, deadline, yields, is_preemptible };
        self.pool.run(claim, flight.stopped(), work).await
    }

    /// For work that lets others go first: the deadline counts from its first turn.
    async fn fly_in_turn(
        self: &Arc<Self>,
        inquiry: Inquiry,
        flight: &Arc<Flight>,
    ) -> Result<Report, EngineError> {
        let (engine, flying, queued) = (Arc::clone(self), Arc::clone(flight), Instant::now());
        let Inquiry { job, budget, priority, client, .. } = inquiry;
        let Budget { time, depth, nodes, .. } = budget;
        let work = move |worker: &Worker| {
            if worker.has_waited() {
                engine.refuse_if_draining()?;
            }
            let _running = flying.stopwatch().run();
            let began = Instant::now();
            let checkpoint = || {
                if worker.is_to_step_aside() {
                    flying.stopwatch().rest_during(|| worker.step_aside_blocking(flying.stopped()));
                }
            };
            let (deadline, stop) = (Some(began + time), flying.stop_flag());
            let limits = Limits { depth, nodes, deadline, stop, checkpoint: Some(Checkpoint(&checkpoint)) };
            let mut tell = |report| flying.tell(Report { budget: time, ..report });
            // Threads beside the one that pauses would go on.
            let report = engine.run(job.as_ref(), &budget, limits, NonZeroUsize::MIN, &mut tell);
            Ok(timed(flying.conclude_in_turn(report, time), began - queued, &flying))
        };
        self.pool.run_in_turn(priority, client, flight.stopped(), work).await
    }

    /// Searches on this thread and keeps what is proven.
    pub(super) fn run(
        &self,
        job: &dyn Job,
        budget: &Budget,
        limits: Limits<'_>,
        threads: NonZeroUsize,
        progress: &mut dyn FnMut(Report),
    ) -> Report {
        self.age_table();
        let game = job.topic().game;
        let searching = info_span!("search", game, nodes = Empty, depth = Empty).entered();
        let settings = if budget.depth.is_some() { Settings::FULL_WIDTH } else { Settings::STRONGEST };
        let search = |table: &TranspositionTable, memory: &SolverMemory, threads, progress| {
            job.search_blocking(&Effort { limits, settings, table, memory, threads }, progress)
        };
        let report = if budget.fresh {
            let bytes = budget.table_bytes().min(self.config.fresh_table_bytes);
            search(&TranspositionTable::new(bytes), &SolverMemory::new(bytes), NonZeroUsize::MIN, progress)
        } else {
            search(&self.table, &self.memory, threads, progress)
        };
        // As OpenTelemetry has them: signed.
        searching.record("nodes", report.nodes as i64).record("depth", i64::from(report.depth));
        debug!(stopped_by = ?report.stopped_by, "searched");
        if report.is_proof_of(job.topic()) {
            self.proven.insert(job.topic().clone(), report.clone());
        }
        report
    }

    /// Starts a new generation of table entries from time to time.
    fn age_table(&self) {
        let now = self.started.elapsed().as_secs() / GENERATION_SECONDS;
        if self.generation.fetch_max(now, Ordering::Relaxed) < now {
            self.table.age();
        }
    }
}

/// With the wait for a worker and what the search took.
fn timed(report: Report, waited: Duration, flight: &Flight) -> Report {
    Report { waited, searched: flight.stopwatch().time(), ..report }
}
