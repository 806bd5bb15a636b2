//! Limits of a request, and the policy that bounds them.

use super::FieldError;
use crate::phrases;
use bestmove_core::game::{Phrase, phrases as core_phrases};
use bestmove_core::search::TranspositionTable;
use bestmove_core::types::Depth;
use std::time::Duration;

/// Limits as requested; `None` where the request has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RequestedLimits {
    /// Milliseconds from the request's [arrival](super::Request::arrival) to the answer; of a batch or a
    /// background search, from the beginning of each search.
    pub time_ms: Option<u64>,
    /// The last iteration, in plies. The search is then full-width, and its score depends only on the
    /// position, the moves that led to it and this depth.
    pub depth: Option<u64>,
    /// Nodes to visit.
    pub nodes: Option<u64>,
    /// Search with an empty table of its own and one thread.
    pub fresh: bool,
}

impl RequestedLimits {
    /// The time of a search; almost no limit without one.
    #[must_use]
    pub fn search_time(&self) -> Duration {
        self.time_ms.map_or(Duration::from_secs(u32::MAX.into()), Duration::from_millis)
    }
}

/// What a search may spend: [`RequestedLimits`] resolved by a [`LimitPolicy`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Budget {
    /// [`RequestedLimits::time_ms`] as a duration.
    pub time: Duration,
    /// The last iteration, if limited.
    pub depth: Option<Depth>,
    /// Nodes to visit, if limited.
    pub nodes: Option<u64>,
    /// Search with an empty table of its own and one thread.
    pub fresh: bool,
}

impl Budget {
    /// The size of a table that the search cannot fill, in bytes: two entries for each node that it can
    /// visit. A larger one would take part of a short deadline to allocate.
    pub fn table_bytes(&self) -> usize {
        const NODES_PER_MS: u64 = 10_000;
        let nodes =
            (self.time.as_millis() as u64).saturating_mul(NODES_PER_MS).min(self.nodes.unwrap_or(u64::MAX));
        TranspositionTable::bytes_for(nodes.saturating_mul(2))
    }

    /// Whether the request asks for a certain search rather than for the best answer in time.
    #[must_use]
    pub const fn is_limited_in_effort(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some() || self.fresh
    }
}

/// A number that limits a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitKind {
    /// Milliseconds.
    Time,
    /// Plies.
    Depth,
    /// Nodes.
    Nodes,
}

impl LimitKind {
    /// Its field in a request.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Time => "time_ms",
            Self::Depth => "depth",
            Self::Nodes => "nodes",
        }
    }
}

/// The configured bounds and defaults of limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitPolicy {
    /// The time of a request without a time limit.
    pub default_time: Duration,
    /// The largest time limit.
    pub max_time: Duration,
    /// The largest node limit.
    pub max_nodes: u64,
}

impl Default for LimitPolicy {
    /// The policy for requests of a service without configuration.
    fn default() -> Self {
        Self {
            default_time: Duration::from_secs(1),
            max_time: Duration::from_secs(10),
            max_nodes: 1_000_000_000,
        }
    }
}

impl LimitPolicy {
    /// The policy for background analyses of a service without configuration.
    pub const BACKGROUND: Self =
        Self { default_time: Duration::from_mins(1), max_time: Duration::from_mins(10), max_nodes: u64::MAX };

    /// The largest depth limit, in plies.
    pub const MAX_DEPTH: u64 = Depth::MAX.plies() as u64;

    /// Resolves requested limits: fills in defaults and checks the bounds.
    ///
    /// # Errors
    ///
    /// Returns [`FieldError`] naming the limit that is zero or out of bounds.
    pub fn resolve(&self, requested: &RequestedLimits) -> Result<Budget, FieldError> {
        let checked = |kind, requested: Option<u64>| match requested {
            Some(number) if !self.allows(kind, number) => {
                Err(self.limit_error(kind, core_phrases::number(number)))
            }
            _ => Ok(requested),
        };
        let time = checked(LimitKind::Time, requested.time_ms)?.map(Duration::from_millis);
        let depth = checked(LimitKind::Depth, requested.depth)?.map(|plies| Depth::new(plies as u8));
        let nodes = checked(LimitKind::Nodes, requested.nodes)?;
        Ok(Budget { time: time.unwrap_or(self.default_time), depth, nodes, fresh: requested.fresh })
    }

    /// The largest number allowed.
    #[must_use]
    pub const fn max(&self, kind: LimitKind) -> u64 {
        match kind {
            LimitKind::Time => self.max_time.as_millis() as u64,
            LimitKind::Depth => Self::MAX_DEPTH,
            LimitKind::Nodes => self.max_nodes,
        }
    }

    /// Whether a request may use this number.
    #[must_use]
    pub const fn allows(&self, kind: LimitKind, number: u64) -> bool {
        number > 0 && number <= self.max(kind)
    }

    /// The error for `got` in place of an allowed number.
    #[must_use]
    pub fn limit_error(&self, kind: LimitKind, got: Phrase) -> FieldError {
        let expected = phrases::whole_number_between(1, self.max(kind));
        FieldError::new(kind.field(), expected, got)
    }
}
