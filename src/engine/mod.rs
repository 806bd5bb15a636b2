//! The engine: from a request's words to a report, on a bounded pool of search threads.
//!
//! Everything cheap happens at once and on the caller's thread: reading the position, games that
//! are over, proven answers known from before. Everything else waits for a place in the pool.

mod asked;
mod bench;
mod erased;
mod findings;
mod flight;
mod limits;
mod pool;
mod registry;
mod report;
mod schedule;
mod thinking;

pub use bench::{Measure, bench};
pub use erased::{AnyGame, Choice, Effort, Fault, Job, Topic};
pub use flight::News;
pub use limits::{Allowance, Budget, Wish};
pub use registry::{GAMES, find, learn};
pub use report::{Ended, LegalMove, Listing, Report, Source, Subject, Variation};
pub use thinking::{Inquiry, Thinking};

pub use crate::search::StoppedBy;

use crate::game::Memory;
use crate::search::{Limits, Settings, Table};
use crate::types::Verdict;
use flight::{Flight, Flights, Question, Waiter};
use pool::{Pool, Start};
use quick_cache::sync::Cache;
use schedule::Claim;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use thinking::Course;
use tracing::Instrument;

/// A request for the best move, or the best moves.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// The position to start from; the game's start position if `None`.
    pub position: Option<&'a str>,
    /// Moves played from there.
    pub moves: &'a [String],
    /// What is asked about the moves there.
    pub choice: Choice<'a>,
    /// How long to think.
    pub wish: Wish,
    /// When the request came in: its deadline counts from here.
    pub arrival: Instant,
}

/// Why there is no report.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// A field that can't be.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The queue is full, or no worker is likely to be free in time.
    #[error("every search thread is busy; waiting requests: {waiting}")]
    Full {
        /// Requests in the queue.
        waiting: usize,
        /// After what time there would be room if nobody else came.
        retry_after: Duration,
    },
    /// The service is shutting down.
    #[error("the service is shutting down")]
    Draining,
    /// The search panicked: a defect, contained.
    #[error("the search failed")]
    Failed,
}

/// How the engine is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineConfig {
    /// Searches that run at the same time.
    pub workers: NonZeroUsize,
    /// Threads that work on each search.
    pub threads_per_search: NonZeroUsize,
    /// Requests that may wait for a worker.
    pub queue: usize,
    /// Size of the shared transposition table, in bytes.
    pub table_bytes: usize,
    /// Size of the private table of a `fresh` request, in bytes.
    pub fresh_table_bytes: usize,
    /// Size of what a game's own solver remembers, in bytes, shared by all requests.
    pub solver_bytes: usize,
    /// Proven answers that are kept.
    pub cache_entries: usize,
    /// What a request may ask for.
    pub allowance: Allowance,
}

impl Default for EngineConfig {
    /// As the service runs without configuration.
    fn default() -> Self {
        Self {
            workers: thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            threads_per_search: NonZeroUsize::MIN,
            queue: 64,
            table_bytes: 256 << 20,
            fresh_table_bytes: 16 << 20,
            solver_bytes: 64 << 20,
            cache_entries: 50_000,
            allowance: Allowance::default(),
        }
    }
}

/// How long the entries of the shared table count as new, in seconds.
const GENERATION_SECONDS: u64 = 10;

/// The engine. Shared by all requests.
pub struct Engine {
    config: EngineConfig,
    table: Table,
    memory: Memory,
    generation: AtomicU64,
    started: Instant,
    pool: Pool,
    flights: Arc<Flights>,
    /// Proven answers.
    proven: Cache<Topic, Report>,
    draining: AtomicBool,
}

impl Engine {
    /// An engine, its table allocated.
    #[must_use]
    pub fn new(config: EngineConfig) -> Arc<Self> {
        Arc::new(Self {
            config,
            table: Table::new(config.table_bytes),
            memory: Memory::new(config.solver_bytes),
            generation: AtomicU64::new(0),
            started: Instant::now(),
            pool: Pool::new(config.workers.get(), config.queue),
            flights: Arc::default(),
            proven: Cache::new(config.cache_entries),
            draining: AtomicBool::new(false),
        })
    }

    /// How it was built.
    #[must_use]
    pub const fn config(&self) -> &EngineConfig {
        &self.config
    }

    /// Whether new work is taken.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        !self.draining.load(Ordering::Relaxed)
    }

    /// Searches that somebody waits for, running or not.
    #[must_use]
    pub fn in_flight(&self) -> usize {
        self.flights.count()
    }

    /// Workers that search, be it for nobody any more.
    #[must_use]
    pub fn busy_workers(&self) -> usize {
        self.pool.busy()
    }

    /// Takes no new work and lets running searches answer with the best so far.
    pub fn drain(&self) {
        self.draining.store(true, Ordering::SeqCst);
        self.flights.stop_all();
    }

    /// The best move. Dropping the future cancels the search, unless another request waits for it.
    ///
    /// # Errors
    ///
    /// See [`EngineError`].
    pub async fn best_move(self: &Arc<Self>, request: Request<'_>) -> Result<Report, EngineError> {
        self.think(self.inquire(&request)?).end().await
    }

    /// Reads a request.
    ///
    /// # Errors
    ///
    /// If a field can't be.
    pub fn inquire(&self, request: &Request<'_>) -> Result<Inquiry, Fault> {
        let budget = self.config.allowance.grant(&request.wish)?;
        let job = request.game.prepare(request.position, request.moves, request.choice)?;
        Ok(Inquiry { job, budget, arrival: request.arrival })
    }

    /// Starts to answer.
    #[must_use]
    pub fn think(self: &Arc<Self>, inquiry: Inquiry) -> Thinking {
        let Inquiry { job, budget, arrival } = inquiry;
        let course = match self.known(job.as_ref(), &budget) {
            Some(report) => Course::Known(Report { budget: budget.time, ..report }),
            None => Course::Flown(self.searched(job, budget, arrival)),
        };
        Thinking { arrival, course }
    }

    /// The best move, searched on this thread and the other threads of a search; `progress` hears
    /// of each finished iteration.
    ///
    /// # Errors
    ///
    /// If a field can't be.
    pub fn best_move_blocking(
        &self,
        request: Request<'_>,
        progress: &mut dyn FnMut(&Report),
    ) -> Result<Report, Fault> {
        let Inquiry { job, budget, .. } = self.inquire(&request)?;
        let stop = AtomicBool::new(false);
        let mut timed = |report: Report| progress(&Report { elapsed: request.arrival.elapsed(), ..report });
        let threads = self.config.threads_per_search;
        let deadline = request.arrival + budget.time;
        let report = self.run(job.as_ref(), &budget, deadline, &stop, threads, &mut timed);
        Ok(Report { elapsed: request.arrival.elapsed(), budget: budget.time, ..report })
    }

    /// The exact score of each move, where the game has a solver of its own and as far as that gets in
    /// the time asked for; none if depth or nodes are limited.
    ///
    /// # Errors
    ///
    /// If a field can't be.
    pub fn score_moves_blocking(&self, request: Request<'_>) -> Result<Vec<(String, Verdict)>, Fault> {
        let Inquiry { job, budget, .. } = self.inquire(&request)?;
        let stop = AtomicBool::new(false);
        let deadline = Some(request.arrival + budget.time);
        let limits = Limits { depth: budget.depth, nodes: budget.nodes, deadline, stop: &stop };
        let effort = Effort {
            limits,
            settings: Settings::STRONGEST,
            table: &self.table,
            memory: &self.memory,
            threads: NonZeroUsize::MIN,
        };
        Ok(job.score_moves_blocking(&effort))
    }

    /// The answer, if it takes no search. A request that limits the effort wants just that.
    fn known(&self, job: &dyn Job, budget: &Budget) -> Option<Report> {
        if let over @ Some(_) = job.over() {
            return over;
        }
        if budget.is_limited_in_effort() || !job.topic().moves.is_empty() {
            return None;
        }
        let report = self.proven.get(job.topic())?;
        Some(Report { source: Source::Cache, nodes: 0, ..report })
    }

    /// A place on the search that is in flight for an equal request, or on a new one.
    fn searched(self: &Arc<Self>, job: Box<dyn Job>, budget: Budget, arrival: Instant) -> Waiter {
        let question = Question { topic: job.topic().clone(), budget };
        let (waiter, new) = self.flights.join(&question);
        if let Some(flight) = new {
            let engine = Arc::clone(self);
            let flown = async move {
                let answer = engine.fly(job, budget, arrival, &flight).await;
                engine.flights.finish(&question, &flight, answer);
            };
            tokio::spawn(flown.in_current_span());
        }
        waiter
    }

    /// Waits for a worker and searches. Apart from any request's future, so that those who came
    /// later keep the search when the first one leaves.
    async fn fly(
        self: &Arc<Self>,
        job: Box<dyn Job>,
        budget: Budget,
        arrival: Instant,
        flight: &Arc<Flight>,
    ) -> Result<Report, EngineError> {
        if !self.is_ready() {
            return Err(EngineError::Draining);
        }
        let (engine, flying) = (Arc::clone(self), Arc::clone(flight));
        let deadline = arrival + budget.time;
        let yields = (budget.depth.is_none() && budget.nodes.is_none()).then(|| Arc::clone(flight));
        let work = move |start: Start| {
            let threads = engine.config.threads_per_search;
            let mut tell = |report| flying.tell(Report { budget: budget.time, ..report });
            let report = engine.run(job.as_ref(), &budget, deadline, flying.stop_flag(), threads, &mut tell);
            flying.conclude(report, budget.time, deadline, start)
        };
        let claim = Claim { time: budget.time, deadline, yields };
        self.pool.run(claim, flight.stopped(), work).await
    }

    /// Searches on this thread and keeps what is proven.
    fn run(
        &self,
        job: &dyn Job,
        budget: &Budget,
        deadline: Instant,
        stop: &AtomicBool,
        threads: NonZeroUsize,
        progress: &mut dyn FnMut(Report),
    ) -> Report {
        self.age_table();
        let limits = Limits { depth: budget.depth, nodes: budget.nodes, deadline: Some(deadline), stop };
        let settings = if budget.depth.is_some() { Settings::FULL_WIDTH } else { Settings::STRONGEST };
        let search = |table: &Table, memory: &Memory, threads, progress| {
            job.search_blocking(&Effort { limits, settings, table, memory, threads }, progress)
        };
        let report = if budget.fresh {
            let bytes = budget.table_bytes().min(self.config.fresh_table_bytes);
            search(&Table::new(bytes), &Memory::new(bytes), NonZeroUsize::MIN, progress)
        } else {
            search(&self.table, &self.memory, threads, progress)
        };
        if report.stopped_by == StoppedBy::Proven && job.topic().moves.is_empty() {
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
