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
        let max_time = self.max_time.as_millis() as u64;
        let time = within("time_ms", wish.time_ms, max_time)?.map(Duration::from_millis);
        let depth = within("depth", wish.depth, Self::MAX_DEPTH)?.map(|plies| Depth::new(plies as u8));
        let nodes = within("nodes", wish.nodes, self.max_nodes)?;
        Ok(Budget { time: time.unwrap_or(self.default_time), depth, nodes, fresh: wish.fresh })
    }
}

fn within(field: &str, wish: Option<u64>, max: u64) -> Result<Option<u64>, Fault> {
    match wish {
        Some(number) if number == 0 || number > max => {
            let invalid = Invalid::new(field, format!("a whole number from 1 to {max}"), number.to_string());
            Err(Fault { field: field.to_owned(), invalid })
        }
        _ => Ok(wish),
    }
}
