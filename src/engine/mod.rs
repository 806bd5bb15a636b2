//! The engine: from a request to an analysis, on a bounded pool of search threads.
//!
//! | group | what it does |
//! |---|---|
//! | `scheduling` | admission control and dispatch of searches |
//! | `serving` | proof cache, single-flight, background analyses |
//! | [`Observer`], [`Occupancy`] (`ops`) | what the engine reports about itself |
//!
//! Cheap work happens at once on the caller's thread: parsing, positions where the game is over or that
//! an opening book of estimates has, cached proofs. Everything else waits for a worker of the pool.

mod config;
mod error;
mod ops;
mod scheduling;
mod serving;

pub use config::EngineConfig;
pub use error::EngineError;
pub use ops::{AnswerOrigin, Measurement, Observer, Occupancy, bench};
pub use serving::{
    AnalysisEvent, AnalysisLimits, AnalysisWork, BackgroundAnalysis, BackgroundTask, BackgroundTasks,
    PendingAnswer, PreparedQuery, Progress, Spent, TaskLife, UsageMeter,
};

pub use crate::query::{
    Analysis, AnalysisLine, AnyGame, AnyQuery, AnyTree, Budget, Check, ConvertedGame, Detail, FieldError,
    GameResult, GameSource, GameVisitor, LeafRule, LegalMove, LegalMoves, LimitKind, LimitPolicy, MAX_EVENTS,
    MAX_LISTED_LEAVES, MoveSelection, NumberTree, PlacedPiece, PositionInfo, Priority, QueryKey, Registry,
    Request, RequestedLimits, SearchResources, SearchRun, Source, TreeOrigin, TreeRequest, TreeSearch,
    checks, visit_games,
};
pub use crate::search::StoppedBy;

use crate::clients::Client;
use crate::game::SolverMemory;
use crate::search::{Limits, Settings, TranspositionTable};
use crate::types::{Bound, Verdict};
use scheduling::Pool;
use serving::{AnswerSource, Flights, ProofCache, TaskSlots};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;
use tracing::info;

/// The engine. Shared by all requests.
pub struct Engine {
    config: EngineConfig,
    games: Arc<Registry>,
    table: TranspositionTable,
    memory: SolverMemory,
    /// The generation of table entries.
    generation: AtomicU64,
    started: Instant,
    pool: Pool,
    flights: Arc<Flights>,
    slots: Arc<TaskSlots>,
    analyses: Arc<BackgroundTasks<AnalysisWork>>,
    proof_cache: ProofCache,
    retiring: AtomicBool,
    draining: AtomicBool,
    observer: Box<dyn Observer>,
}

impl Engine {
    /// An engine for the built-in games, with its tables allocated.
    #[must_use]
    pub fn new(config: EngineConfig) -> Arc<Self> {
        Self::with(config, Registry::built_in(), ())
    }

    /// An engine for these games, reporting to an observer. Loads the games and allocates all tables, so
    /// that no request waits for that.
    #[must_use]
    pub fn with(config: EngineConfig, games: Arc<Registry>, observer: impl Observer + 'static) -> Arc<Self> {
        let memory = SolverMemory::new(config.solver_bytes);
        for game in games.games() {
            game.ensure_loaded();
            game.allocate_solver(&memory);
        }
        let slots = TaskSlots::new(config.analysis_limits);
        Arc::new(Self {
            config,
            games,
            table: TranspositionTable::new(config.table_bytes),
            memory,
            generation: AtomicU64::new(0),
            started: Instant::now(),
            pool: Pool::new(config.workers.get(), config.queue),
            flights: Arc::default(),
            analyses: BackgroundTasks::new(&slots),
            slots,
            proof_cache: ProofCache::new(config.cache_entries),
            retiring: AtomicBool::new(false),
            draining: AtomicBool::new(false),
            observer: Box::new(observer),
        })
    }

    /// The configuration.
    #[must_use]
    pub const fn config(&self) -> &EngineConfig {
        &self.config
    }

    /// The games that are served.
    #[must_use]
    pub const fn games(&self) -> &Arc<Registry> {
        &self.games
    }

    /// Whether requests should be routed here.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.accepts_work() && !self.retiring.load(Ordering::Relaxed)
    }

    /// Whether new searches may start.
    #[must_use]
    pub fn accepts_work(&self) -> bool {
        !self.draining.load(Ordering::Relaxed)
    }

    /// Searches that a client waits for, running or queued.
    #[must_use]
    pub fn in_flight(&self) -> usize {
        self.flights.count()
    }

    /// Workers that search, whether or not anyone still waits for the answer.
    #[must_use]
    pub fn busy_workers(&self) -> usize {
        self.pool.busy()
    }

    /// Clears the proof cache and all tables. Answers stay the same, but may take longer.
    pub fn clear_caches_blocking(&self) {
        self.proof_cache.clear();
        self.table.clear();
        self.memory.clear();
    }

    /// Stops being ready, but accepts work until it drains: time for load balancers to notice.
    pub fn retire(&self) {
        self.retiring.store(true, Ordering::Relaxed);
    }

    /// Accepts no new work, and stops running searches so that they answer with the best so far.
    pub fn drain(&self) {
        self.draining.store(true, Ordering::SeqCst);
        self.flights.stop_all();
    }

    /// Drains when `shutdown` completes.
    pub async fn drain_after(self: Arc<Self>, shutdown: impl Future<Output = ()>) {
        shutdown.await;
        info!("draining");
        self.drain();
    }

    /// Answers a request. Dropping the future cancels the search, unless another request waits for it.
    ///
    /// # Errors
    ///
    /// See [`EngineError`].
    pub async fn best_move(self: &Arc<Self>, request: Request<'_>) -> Result<Analysis, EngineError> {
        self.answer(self.prepare(&request)?).result().await
    }

    /// Validates a request.
    ///
    /// # Errors
    ///
    /// Returns [`FieldError`] naming the first missing, malformed or out-of-range field.
    pub fn prepare(&self, request: &Request<'_>) -> Result<PreparedQuery, FieldError> {
        let budget = self.config.limit_policy_of(request.priority).resolve(&request.requested)?;
        let query = request.game.prepare(request.position, request.moves, request.selection)?;
        Ok(PreparedQuery {
            query,
            budget,
            arrival: request.arrival,
            priority: request.priority,
            client: None,
            opponent: request.selection.opponent,
        })
    }

    /// Starts to answer a query.
    #[must_use]
    pub fn answer(self: &Arc<Self>, prepared: PreparedQuery) -> PendingAnswer {
        let (arrival, game, opponent) = (prepared.arrival, prepared.key().game, prepared.opponent);
        let (source, origin) = match self.immediate_answer(prepared.query.as_ref(), &prepared.budget) {
            Some(analysis) => {
                let origin = match analysis.source {
                    Source::Cache => AnswerOrigin::Cache,
                    Source::Book => AnswerOrigin::Book,
                    _ => AnswerOrigin::Rules,
                };
                let analysis = Analysis { budget: prepared.budget.time, ..analysis };
                (AnswerSource::Immediate(analysis), origin)
            }
            None => {
                let (subscriber, origin) = self.join_or_start(prepared);
                (AnswerSource::Shared(subscriber), origin)
            }
        };
        self.observer.on_query(game, origin);
        PendingAnswer { arrival, opponent, source }
    }

    /// Starts a background analysis. The value that `hold` returns is dropped at its end.
    ///
    /// # Errors
    ///
    /// If the limits on background analyses are reached, or the service is shutting down.
    pub fn start_analysis<H: Send + 'static>(
        self: &Arc<Self>,
        prepared: PreparedQuery,
        client: Client,
        hold: impl FnOnce(&PendingAnswer) -> H,
    ) -> Result<Arc<BackgroundAnalysis>, EngineError> {
        if !self.accepts_work() {
            return Err(EngineError::Draining);
        }
        let (position_info, time) = (prepared.query.position_info(), prepared.budget.time);
        self.analyses.start(client, time, AnalysisWork::of(position_info), |analysis| {
            let pending = self.answer(prepared.for_client(client));
            let held = hold(&pending);
            analysis.publish(pending, held)
        })
    }

    /// The background analyses.
    #[must_use]
    pub const fn analyses(&self) -> &Arc<BackgroundTasks<AnalysisWork>> {
        &self.analyses
    }

    /// A registry for background tasks of another kind, which count among the background analyses.
    #[must_use]
    pub fn background_tasks<T: Send + Sync + 'static>(&self) -> Arc<BackgroundTasks<T>> {
        BackgroundTasks::new(&self.slots)
    }

    /// Answers a request on this thread and the other threads of a search. Calls `on_iteration` after each
    /// finished iteration.
    ///
    /// # Errors
    ///
    /// Returns [`FieldError`] naming the first missing, malformed or out-of-range field.
    pub fn best_move_blocking(
        &self,
        request: Request<'_>,
        on_iteration: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, FieldError> {
        Ok(self.answer_blocking(self.prepare(&request)?, &AtomicBool::new(false), on_iteration))
    }

    /// Answers a query on this thread and the other threads of a search, with the best so far soon after
    /// another thread sets `stop`. Calls `on_iteration` after each finished iteration.
    pub fn answer_blocking(
        &self,
        prepared: PreparedQuery,
        stop: &AtomicBool,
        on_iteration: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        let PreparedQuery { query, budget, arrival, .. } = prepared;
        let timed = |analysis: Analysis| Analysis { elapsed: arrival.elapsed(), ..analysis };
        let mut report = |analysis| on_iteration(&timed(analysis));
        let threads = self.config.threads_per_search;
        let limits = limits_of(&budget, arrival, stop);
        let analysis = self.search_blocking(query.as_ref(), &budget, limits, threads, &mut report);
        Analysis { budget: budget.time, ..timed(analysis) }
    }

    /// The proven scores of moves by the game's own solver, as far as it gets in the time requested; none
    /// if depth or nodes are limited.
    ///
    /// # Errors
    ///
    /// Returns [`FieldError`] naming the first missing, malformed or out-of-range field.
    pub fn score_moves_blocking(
        &self,
        request: Request<'_>,
    ) -> Result<Vec<(String, Verdict, Bound)>, FieldError> {
        let PreparedQuery { query, budget, .. } = self.prepare(&request)?;
        let stop = AtomicBool::new(false);
        let resources = SearchResources {
            limits: limits_of(&budget, request.arrival, &stop),
            settings: Settings::STRONGEST,
            table: &self.table,
            memory: &self.memory,
            threads: NonZeroUsize::MIN,
        };
        Ok(query.score_moves_blocking(&resources))
    }

    /// The answer, if it takes no search.
    fn immediate_answer(&self, query: &dyn AnyQuery, budget: &Budget) -> Option<Analysis> {
        if let found @ Some(_) = query.game_over().or_else(|| query.book_answer(budget)) {
            return found;
        }
        if !uses_proof_cache(query.key(), budget) {
            return None;
        }
        let analysis = self.proof_cache.get(query.key())?;
        Some(Analysis { source: Source::Cache, nodes: 0, ..analysis })
    }
}

/// Whether the proof cache may answer: not when depth, nodes or `fresh` are set, nor for an opponent of
/// limited strength, nor after reversible moves, as a proof need not hold where positions have occurred
/// before.
const fn uses_proof_cache(key: &QueryKey, budget: &Budget) -> bool {
    !budget.is_limited_in_effort() && key.moves.is_empty() && key.opponent.is_none()
}

/// The limits of a search on the caller's thread.
fn limits_of<'a>(budget: &Budget, arrival: Instant, stop: &'a AtomicBool) -> Limits<'a> {
    let Budget { time, depth, nodes, .. } = *budget;
    Limits { depth, nodes, deadline: Some(arrival + time), stop, checkpoint: None }
}
