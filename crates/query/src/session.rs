//! A session: the tables that searches share, and how a request gets its answer on the caller's thread.

use super::{
    Analysis, AnyGame, AnyQuery, Budget, Comparison, FieldError, LimitPolicy, Priority, Request,
    RequestedLimits, ReviewTime, ReviewedGame, SearchResources,
};
use bestmove_core::game::{Checkpoint, Helpers, SolverMemory};
use bestmove_core::search::{Limits, Settings, TranspositionTable};
use bestmove_core::types::{Bound, Verdict};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Sizes in bytes, threads, and limits of requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionConfig {
    /// The transposition table, shared by all searches.
    pub table_bytes: usize,
    /// The private table of a `fresh` request.
    pub fresh_table_bytes: usize,
    /// The memory of each game's solver, shared by all searches.
    pub solver_bytes: usize,
    /// Threads of each search.
    pub threads: NonZeroUsize,
    /// How long a generation of entries of the transposition table lasts; `None` where searches come one after the
    /// other, so that none ages the entries of another: then each begins a generation.
    pub generation: Option<Duration>,
    /// Limits of requests.
    pub limit_policy: LimitPolicy,
}

impl Default for SessionConfig {
    /// The tables of a service without configuration.
    fn default() -> Self {
        Self {
            table_bytes: 256 << 20,
            fresh_table_bytes: 16 << 20,
            solver_bytes: 64 << 20,
            threads: NonZeroUsize::MIN,
            generation: Some(Duration::from_secs(10)),
            limit_policy: LimitPolicy::default(),
        }
    }
}

impl SessionConfig {
    /// Tables that fit in the memory of a phone, for searches one after the other.
    #[must_use]
    pub fn small() -> Self {
        Self { table_bytes: 32 << 20, solver_bytes: 32 << 20, generation: None, ..Self::default() }
    }
}

/// How a caller's searches are stopped before their time. The default is never.
#[derive(Clone, Copy, Debug)]
pub struct Interrupt<'a> {
    /// Another thread, or the checkpoint, sets this to stop the search soon.
    pub stop: &'a AtomicBool,
    /// What the search calls now and then.
    pub checkpoint: Option<Checkpoint<'a>>,
}

impl Default for Interrupt<'_> {
    fn default() -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Self { stop: &NEVER, checkpoint: None }
    }
}

/// The deadline, the stop flag and the threads of a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchControl<'a> {
    /// The search returns the best so far at this time.
    pub deadline: Instant,
    /// Another thread sets this to stop the search soon.
    pub stop: &'a AtomicBool,
    /// What the search calls now and then.
    pub checkpoint: Option<Checkpoint<'a>>,
    /// Threads to search with.
    pub threads: NonZeroUsize,
    /// Threads that may help the games' solvers.
    pub helpers: Option<Helpers<'a>>,
}

/// The tables of searches, and the policy of their requests.
pub struct Session {
    config: SessionConfig,
    table: TranspositionTable,
    memory: SolverMemory,
    began: Instant,
    generation: AtomicU64,
}

impl Session {
    /// A session with its transposition table allocated.
    #[must_use]
    pub fn new(config: SessionConfig) -> Self {
        Self {
            table: TranspositionTable::new(config.table_bytes),
            memory: SolverMemory::new(config.solver_bytes),
            began: Instant::now(),
            generation: AtomicU64::new(0),
            config,
        }
    }

    /// Loads a game and allocates what its solver needs, so that no request waits for that.
    pub fn load(&self, game: &dyn AnyGame) {
        game.ensure_loaded();
        game.allocate_solver(&self.memory);
    }

    /// The limits of requests.
    #[must_use]
    pub const fn limit_policy(&self) -> &LimitPolicy {
        &self.config.limit_policy
    }

    /// How full the transposition table is, in thousandths.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        self.table.hashfull()
    }

    /// Clears all tables. Answers stay the same, but may take longer.
    pub fn clear(&self) {
        self.table.clear();
        self.memory.clear();
    }

    /// Answers a request. Calls `on_iteration` after each finished iteration except the last.
    ///
    /// # Errors
    ///
    /// Returns [`FieldError`] naming the first missing, malformed or out-of-range field.
    pub fn answer(
        &self,
        request: &Request<'_>,
        on_iteration: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, FieldError> {
        self.answer_until(request, Interrupt::default(), on_iteration)
    }

    /// Answers a request as [`answer`](Self::answer) does, with the best so far if it is interrupted.
    ///
    /// # Errors
    ///
    /// Returns [`FieldError`] naming the first missing, malformed or out-of-range field.
    pub fn answer_until(
        &self,
        request: &Request<'_>,
        interrupt: Interrupt<'_>,
        on_iteration: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, FieldError> {
        let (query, budget) = request.prepare(&self.config.limit_policy)?;
        Ok(self.answer_query(query.as_ref(), &budget, (request.arrival, interrupt), on_iteration))
    }

    /// Answers a query whose time counts from its arrival, with the best so far if it is interrupted.
    pub fn answer_query(
        &self,
        query: &dyn AnyQuery,
        budget: &Budget,
        (arrival, Interrupt { stop, checkpoint }): (Instant, Interrupt<'_>),
        on_iteration: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        let timed = |mut analysis: Analysis| {
            analysis.timing.elapsed = arrival.elapsed();
            analysis
        };
        let (deadline, threads) = (arrival + budget.time, self.config.threads);
        let helpers = Some(Helpers::free(threads.get() - 1));
        let control = SearchControl { deadline, stop, checkpoint, threads, helpers };
        let search = || self.search(query, budget, &control, &mut |found| on_iteration(&timed(found)));
        timed(query.answer_without_search(budget).unwrap_or_else(search))
    }

    /// Compares the move of a game with that index with the best one, in a share of the time that
    /// is left; `None` if no search has scored it.
    ///
    /// # Errors
    ///
    /// If a limit is out of bounds.
    pub fn compare(
        &self,
        reviewed: &ReviewedGame,
        index: usize,
        time: &mut ReviewTime,
        requested: RequestedLimits,
        interrupt: Interrupt<'_>,
    ) -> Result<Option<Comparison>, FieldError> {
        let mut review = reviewed.review(index, time.take_share());
        review.compare(requested, Priority::Interactive, |request| {
            let mut finished = None;
            let last = self.answer_until(request, interrupt, &mut |found| finished = Some(found.clone()))?;
            Ok(last.or_finished(finished))
        })?;
        time.give_back(review.left());
        Ok(review.finish())
    }

    /// Searches for the answer to a query. Calls `on_iteration` after each finished iteration except the last.
    pub fn search(
        &self,
        query: &dyn AnyQuery,
        budget: &Budget,
        control: &SearchControl<'_>,
        on_iteration: &mut dyn FnMut(Analysis),
    ) -> Analysis {
        let settings = if budget.depth.is_some() { Settings::FULL_WIDTH } else { Settings::STRONGEST };
        let limits = control.limits(budget);
        let mut report = |found: Analysis| on_iteration(found.with_budget(budget.time));
        let mut search = |table: &TranspositionTable, memory: &SolverMemory, threads, helpers| {
            let resources = SearchResources { limits, settings, table, memory, threads, helpers };
            query.search_blocking(&resources, &mut report).with_budget(budget.time)
        };
        if budget.fresh {
            let bytes = budget.table_bytes().min(self.config.fresh_table_bytes);
            return search(
                &TranspositionTable::new(bytes),
                &SolverMemory::new(bytes),
                NonZeroUsize::MIN,
                None,
            );
        }
        self.age_table();
        search(&self.table, &self.memory, control.threads, control.helpers)
    }

    /// The proven scores of moves by the game's own solver, as far as it gets in the time requested; none
    /// if depth or nodes are limited.
    ///
    /// # Errors
    ///
    /// Returns [`FieldError`] naming the first missing, malformed or out-of-range field.
    pub fn score_moves(&self, request: &Request<'_>) -> Result<Vec<(String, Verdict, Bound)>, FieldError> {
        let (query, budget) = request.prepare(&self.config.limit_policy)?;
        let (deadline, stop) = (request.arrival + budget.time, &AtomicBool::new(false));
        let threads = NonZeroUsize::MIN;
        let control = SearchControl { deadline, stop, checkpoint: None, threads, helpers: None };
        Ok(query.score_moves_blocking(control.limits(&budget), &self.memory))
    }

    /// Begins a new generation of table entries, if it is time.
    fn age_table(&self) {
        let is_over = self.config.generation.is_none_or(|generation| {
            let now = self.began.elapsed().as_secs() / generation.as_secs().max(1);
            self.generation.fetch_max(now, Ordering::Relaxed) < now
        });
        if is_over {
            self.table.age();
        }
    }
}

impl<'a> SearchControl<'a> {
    /// The limits of a search with this budget.
    const fn limits(&self, budget: &Budget) -> Limits<'a> {
        let Self { deadline, stop, checkpoint, .. } = *self;
        let Budget { depth, nodes, .. } = *budget;
        Limits { depth, nodes, deadline: Some(deadline), stop, checkpoint }
    }
}
