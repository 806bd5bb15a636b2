//! The engine: from a request's words to a report, on a bounded pool of search threads.
//!
//! Everything cheap happens at once and on the caller's thread: reading the position, games that
//! are over, proven answers known from before. Everything else waits for a place in the pool.

mod analyses;
mod asked;
mod bench;
mod config;
mod erased;
mod error;
mod findings;
mod flight;
mod limits;
mod line;
mod observer;
mod occupancy;
mod pool;
mod proof_cache;
mod registry;
mod report;
mod request;
mod schedule;
mod searches;
mod stopwatch;
mod strides;
mod thinking;
mod turns;

pub use analyses::{Analysis, Keep};
pub use bench::{Measure, bench};
pub use config::EngineConfig;
pub use erased::{AnyGame, Choice, Effort, Fault, Job, Topic};
pub use error::EngineError;
pub use flight::{Meter, News};
pub use limits::{Allowance, Budget, Limit, Wish};
pub use observer::{Observer, Tier};
pub use occupancy::Occupancy;
pub use registry::{GAMES, GameVisitor, find, learn, visit_games};
pub use report::{Ended, LegalMove, Listing, Report, Source, Subject, Variation};
pub use request::Request;
pub use strides::Priority;
pub use thinking::{Inquiry, Thinking};

pub use crate::search::StoppedBy;

use crate::clients::Client;
use crate::game::SolverMemory;
use crate::search::{Limits, Settings, TranspositionTable};
use crate::types::{Bound, Verdict};
use analyses::Analyses;
use flight::Flights;
use pool::Pool;
use proof_cache::ProofCache;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;
use thinking::Course;
use tracing::info;

/// Whether a proof is what is wanted: a request that limits the effort wants just that, and what is proven of
/// a position need not hold where it has occurred before.
const fn asks_for_the_truth(topic: &Topic, budget: &Budget) -> bool {
    !budget.is_limited_in_effort() && topic.moves.is_empty()
}

/// The engine. Shared by all requests.
pub struct Engine {
    config: EngineConfig,
    table: TranspositionTable,
    memory: SolverMemory,
    generation: AtomicU64,
    started: Instant,
    pool: Pool,
    flights: Arc<Flights>,
    analyses: Arc<Analyses>,
    /// Proven answers.
    proven: ProofCache,
    retiring: AtomicBool,
    draining: AtomicBool,
    observer: Box<dyn Observer>,
}

impl Engine {
    /// An engine, its tables allocated.
    #[must_use]
    pub fn new(config: EngineConfig) -> Arc<Self> {
        Self::observed(config, ())
    }

    /// An engine whose work an observer hears of. What is known of the games is ready then: no request waits for it.
    #[must_use]
    pub fn observed(config: EngineConfig, observer: impl Observer + 'static) -> Arc<Self> {
        let memory = SolverMemory::new(config.solver_bytes);
        for game in GAMES {
            game.know();
            game.allocate(&memory);
        }
        Arc::new(Self {
            config,
            table: TranspositionTable::new(config.table_bytes),
            memory,
            generation: AtomicU64::new(0),
            started: Instant::now(),
            pool: Pool::new(config.workers.get(), config.queue, config.keep.most),
            flights: Arc::default(),
            analyses: Analyses::new(config.keep),
            proven: ProofCache::new(config.cache_entries),
            retiring: AtomicBool::new(false),
            draining: AtomicBool::new(false),
            observer: Box::new(observer),
        })
    }

    /// How it was built.
    #[must_use]
    pub const fn config(&self) -> &EngineConfig {
        &self.config
    }

    /// Whether requests should be sent here.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.takes_work() && !self.retiring.load(Ordering::Relaxed)
    }

    /// Whether new work is taken.
    fn takes_work(&self) -> bool {
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

    /// Forgets proven answers and what searches have left in the tables. What it says stays the same;
    /// how long it takes does not.
    pub fn forget_blocking(&self) {
        self.proven.clear();
        self.table.clear();
        self.memory.clear();
    }

    /// Is not ready any more, but takes work until it drains: time for load balancers to notice.
    pub fn retire(&self) {
        self.retiring.store(true, Ordering::Relaxed);
    }

    /// Takes no new work and lets running searches answer with the best so far.
    pub fn drain(&self) {
        self.draining.store(true, Ordering::SeqCst);
        self.flights.stop_all();
    }

    /// Drains when `shutdown` ends.
    pub async fn drain_after(self: Arc<Self>, shutdown: impl Future<Output = ()>) {
        shutdown.await;
        info!("draining");
        self.drain();
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
        let budget = self.config.allowance_of(request.priority).grant(&request.wish)?;
        let job = request.game.prepare(request.position, request.moves, request.choice)?;
        Ok(Inquiry { job, budget, arrival: request.arrival, priority: request.priority, client: None })
    }

    /// Starts to answer.
    #[must_use]
    pub fn think(self: &Arc<Self>, inquiry: Inquiry) -> Thinking {
        let (arrival, game) = (inquiry.arrival, inquiry.topic().game);
        let (course, tier) = match self.known(inquiry.job.as_ref(), &inquiry.budget) {
            Some(report) => {
                let tier = if report.source == Source::Cache { Tier::Kept } else { Tier::Rules };
                (Course::Known(Report { budget: inquiry.budget.time, ..report }), tier)
            }
            None => {
                let (waiter, tier) = self.searched(inquiry);
                (Course::Flown(waiter), tier)
            }
        };
        self.observer.asked(game, tier);
        Thinking { arrival, course }
    }

    /// Begins an analysis that goes on by itself. What `hold` makes is dropped at its end.
    ///
    /// # Errors
    ///
    /// If there is no room for it, or the service is shutting down.
    pub fn begin<H: Send + 'static>(
        self: &Arc<Self>,
        inquiry: Inquiry,
        client: Client,
        hold: impl FnOnce(&Thinking) -> H,
    ) -> Result<Arc<Analysis>, EngineError> {
        if !self.takes_work() {
            return Err(EngineError::Draining);
        }
        let (subject, time) = (inquiry.job.subject(), inquiry.budget.time);
        self.analyses.begin(client, subject, time, || {
            let thinking = self.think(inquiry.by(client));
            let held = hold(&thinking);
            (thinking, held)
        })
    }

    /// The analysis of that name, if it is no other key's.
    #[must_use]
    pub fn analysis(&self, id: &str, caller: Client) -> Option<Arc<Analysis>> {
        self.analyses.find(id, caller)
    }

    /// All analyses of one client, the newest first.
    #[must_use]
    pub fn analyses_of(&self, client: Client) -> Vec<Arc<Analysis>> {
        self.analyses.of(client)
    }

    /// Ends and forgets the analysis of that name, if it is no other key's; whether there was one.
    #[must_use]
    pub fn cancel(&self, id: &str, caller: Client) -> bool {
        self.analyses.cancel(id, caller)
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
        let deadline = Some(request.arrival + budget.time);
        let limits =
            Limits { depth: budget.depth, nodes: budget.nodes, deadline, stop: &stop, checkpoint: None };
        let report = self.run(job.as_ref(), &budget, limits, threads, &mut timed);
        Ok(Report { elapsed: request.arrival.elapsed(), budget: budget.time, ..report })
    }

    /// The proven score of each move, where the game has a solver of its own and as far as that gets in
    /// the time asked for; none if depth or nodes are limited.
    ///
    /// # Errors
    ///
    /// If a field can't be.
    pub fn score_moves_blocking(&self, request: Request<'_>) -> Result<Vec<(String, Verdict, Bound)>, Fault> {
        let Inquiry { job, budget, .. } = self.inquire(&request)?;
        let stop = AtomicBool::new(false);
        let deadline = Some(request.arrival + budget.time);
        let limits =
            Limits { depth: budget.depth, nodes: budget.nodes, deadline, stop: &stop, checkpoint: None };
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
        if !asks_for_the_truth(job.topic(), budget) {
            return None;
        }
        let report = self.proven.get(job.topic())?;
        Some(Report { source: Source::Cache, nodes: 0, ..report })
    }
}
