//! What a request may ask for.

use super::Fault;
use crate::game::Invalid;
use crate::types::Depth;
use std::time::Duration;

/// What a request asks for; `None` where it is silent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// Milliseconds from the request's arrival to the answer.
    pub time_ms: Option<u64>,
    /// Plies of the last iteration. The search is then full-width and its score depends on the
    /// position, the moves that led to it and this number alone.
    pub depth: Option<u64>,
    /// Positions to visit.
    pub nodes: Option<u64>,
    /// A private, cold table and one thread.
    pub fresh: bool,
}

/// What a request gets: a [`Wish`] within the [`Allowance`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Budget {
    /// From the request's arrival to the answer.
    pub time: Duration,
    /// The last iteration, if limited.
    pub depth: Option<Depth>,
    /// Positions to visit, if limited.
    pub nodes: Option<u64>,
    /// A private, cold table and one thread.
    pub fresh: bool,
}

impl Budget {
    /// Bytes of a table that the search cannot fill: two entries for each node that it can visit.
    /// To allocate more would take a part of a short deadline.
    pub(super) fn table_bytes(&self) -> usize {
        const NODES_PER_MS: u64 = 10_000;
        const ENTRIES_PER_CLUSTER: u64 = 4;
        let nodes =
            (self.time.as_millis() as u64).saturating_mul(NODES_PER_MS).min(self.nodes.unwrap_or(u64::MAX));
        let clusters = nodes.saturating_mul(2).div_ceil(ENTRIES_PER_CLUSTER);
        usize::try_from(clusters.saturating_mul(64)).unwrap_or(usize::MAX)
    }

    /// Whether the request asks for a certain effort rather than for the best answer in time.
    #[must_use]
    pub const fn is_limited_in_effort(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some() || self.fresh
    }
}

/// A number that a request may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Milliseconds.
    Time,
    /// Plies.
    Depth,
    /// Positions.
    Nodes,
}

impl Limit {
    /// Its field in a request.
    const fn field(self) -> &'static str {
        match self {
            Self::Time => "time_ms",
            Self::Depth => "depth",
            Self::Nodes => "nodes",
        }
    }
}

/// The limits of limits, by configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// The deadline where a request names none.
    pub default_time: Duration,
    /// The longest deadline.
    pub max_time: Duration,
    /// The most nodes.
    pub max_nodes: u64,
}

impl Default for Allowance {
    /// As the service runs without configuration.
    fn default() -> Self {
        Self {
            default_time: Duration::from_secs(1),
            max_time: Duration::from_secs(10),
            max_nodes: 1_000_000_000,
        }
    }
}

impl Allowance {
    /// For analyses that outlive their request, as the service runs without configuration.
    pub const LONG: Self =
        Self { default_time: Duration::from_mins(1), max_time: Duration::from_mins(10), max_nodes: u64::MAX };

    /// The deepest iteration, in plies.
    pub const MAX_DEPTH: u64 = Depth::MAX.plies() as u64;

    /// The budget for a wish.
    ///
    /// # Errors
    ///
    /// If a number is zero or above what is allowed.
    pub fn grant(&self, wish: &Wish) -> Result<Budget, Fault> {
        let within = |limit, wish: Option<u64>| match wish {
            Some(number) if !self.allows(limit, number) => Err(self.refusal(limit, number.to_string())),
            _ => Ok(wish),
        };
        let time = within(Limit::Time, wish.time_ms)?.map(Duration::from_millis);
        let depth = within(Limit::Depth, wish.depth)?.map(|plies| Depth::new(plies as u8));
        let nodes = within(Limit::Nodes, wish.nodes)?;
        Ok(Budget { time: time.unwrap_or(self.default_time), depth, nodes, fresh: wish.fresh })
    }

    /// The most that a request may name.
    #[must_use]
    pub const fn most(&self, limit: Limit) -> u64 {
        match limit {
            Limit::Time => self.max_time.as_millis() as u64,
            Limit::Depth => Self::MAX_DEPTH,
            Limit::Nodes => self.max_nodes,
        }
    }

    /// Whether a request may name this number.
    #[must_use]
    pub const fn allows(&self, limit: Limit, number: u64) -> bool {
        number > 0 && number <= self.most(limit)
    }

    /// Blames a limit for what came in place of a number that is allowed.
    #[must_use]
    pub fn refusal(&self, limit: Limit, got: String) -> Fault {
        let expected = format!("a whole number from 1 to {}", self.most(limit));
        Fault { field: limit.field().to_owned(), invalid: Invalid::new(limit.field(), expected, got) }
    }
}
