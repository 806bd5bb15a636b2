//! Observers of the engine's work: metrics.

use bestmove_query::{Analysis, Priority};
use std::sync::Arc;

/// Observes queries and searches. Callers wait for these methods, so they must be fast.
pub trait EngineObserver: Send + Sync {
    /// A query about a game arrived, and its answer comes from `origin`.
    fn on_query(&self, game: &'static str, origin: AnswerOrigin);
    /// A search has ended, whether or not anyone still waits for it.
    fn on_search(&self, priority: Priority, analysis: &Analysis);
}

/// The observer that ignores everything.
impl EngineObserver for () {
    fn on_query(&self, _: &'static str, _: AnswerOrigin) {}
    fn on_search(&self, _: Priority, _: &Analysis) {}
}

impl<O: EngineObserver> EngineObserver for Arc<O> {
    fn on_query(&self, game: &'static str, origin: AnswerOrigin) {
        self.as_ref().on_query(game, origin);
    }

    fn on_search(&self, priority: Priority, analysis: &Analysis) {
        self.as_ref().on_search(priority, analysis);
    }
}

/// Where the answer to a query comes from, cheapest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnswerOrigin {
    /// The rules: the game is over.
    Rules,
    /// An opening book of estimates.
    Book,
    /// The proof cache.
    Cache,
    /// A search in flight for an equal query.
    Shared,
    /// A search of its own.
    Search,
}

impl AnswerOrigin {
    /// All origins.
    pub const ALL: [Self; 5] = [Self::Rules, Self::Book, Self::Cache, Self::Shared, Self::Search];
}
