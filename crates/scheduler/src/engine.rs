//! The engine: tables, cache and pool behind one door.

use crate::scheduling::Pool;
use crate::serving::{AnswerSource, Flights, ProofCache};
use crate::{AnswerOrigin, EngineConfig, EngineError, EngineObserver, PendingAnswer, PreparedQuery};
use bestmove_query::{
    Analysis, AnyQuery, Budget, FieldError, LimitPolicy, QueryKey, Registry, Request, Session, Source,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tracing::info;

/// The engine. Shared by all requests.
pub struct Engine {
    pub(crate) config: EngineConfig,
    pub(crate) games: Arc<Registry>,
    pub(crate) session: Session,
    pub(crate) pool: Pool,
    pub(crate) flights: Arc<Flights>,
    pub(crate) proof_cache: ProofCache,
    pub(crate) times_cleared: AtomicU64,
    pub(crate) retiring: AtomicBool,
    pub(crate) draining: AtomicBool,
    pub(crate) observer: Box<dyn EngineObserver>,
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
    pub fn with(
        config: EngineConfig,
        games: Arc<Registry>,
        observer: impl EngineObserver + 'static,
    ) -> Arc<Self> {
        let session = Session::new(config.session);
        games.games().for_each(|game| session.load(game.as_ref()));
        Arc::new(Self {
            games,
            session,
            pool: Pool::new(config.workers.get(), config.queue),
            flights: Arc::default(),
            proof_cache: ProofCache::new(config.cache_entries),
            times_cleared: AtomicU64::new(0),
            retiring: AtomicBool::new(false),
            draining: AtomicBool::new(false),
            observer: Box::new(observer),
            config,
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
        self.session.clear();
        self.times_cleared.fetch_add(1, Ordering::Release);
    }

    /// The number of clears. Copies of cached answers made before a clear are stale.
    #[must_use]
    pub fn times_cleared(&self) -> u64 {
        self.times_cleared.load(Ordering::Acquire)
    }

    /// Counts a query that is answered by a kept answer of the proof cache.
    pub fn count_cached(&self, game: &'static str) {
        self.observer.on_query(game, AnswerOrigin::Cache);
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
        self.prepare_within(request, self.config.limit_policy_of(request.priority))
    }

    /// Validates a request within other bounds on its limits than those of this engine.
    ///
    /// # Errors
    ///
    /// As [`Engine::prepare`].
    pub fn prepare_within(
        &self,
        request: &Request<'_>,
        policy: &LimitPolicy,
    ) -> Result<PreparedQuery, FieldError> {
        let (query, budget) = request.prepare(policy)?;
        Ok(PreparedQuery {
            query,
            budget,
            arrival: request.arrival,
            priority: request.priority,
            client: None,
        })
    }

    /// Starts to answer a query.
    #[must_use]
    pub fn answer(self: &Arc<Self>, prepared: PreparedQuery) -> PendingAnswer {
        let (arrival, game) = (prepared.arrival, prepared.key().game);
        let (source, origin) = match self.immediate_answer(prepared.query.as_ref(), &prepared.budget) {
            Some(analysis) => {
                let origin = match analysis.source {
                    Source::Cache => AnswerOrigin::Cache,
                    Source::Book => AnswerOrigin::Book,
                    _ => AnswerOrigin::Rules,
                };
                (AnswerSource::Immediate(analysis), origin)
            }
            None => {
                let (subscriber, origin) = self.join_or_start(prepared);
                (AnswerSource::Shared(subscriber), origin)
            }
        };
        self.observer.on_query(game, origin);
        PendingAnswer { arrival, source }
    }

    /// The answer, if it takes no search.
    fn immediate_answer(&self, query: &dyn AnyQuery, budget: &Budget) -> Option<Analysis> {
        query.answer_without_search(budget).or_else(|| {
            let key = uses_proof_cache(query.key(), budget).then(|| query.key())?;
            let analysis = self.proof_cache.get(key)?.with_budget(budget.time);
            Some(Analysis { source: Source::Cache, nodes: 0, ..analysis })
        })
    }
}

/// Whether the proof cache may answer: not when depth, nodes or `fresh` are set, nor for an opponent, whose
/// level or seed decides, nor after reversible moves, as a proof need not hold where positions have occurred
/// before.
const fn uses_proof_cache(key: &QueryKey, budget: &Budget) -> bool {
    !budget.is_limited_in_effort() && key.moves.is_empty() && key.opponent.is_none()
}
