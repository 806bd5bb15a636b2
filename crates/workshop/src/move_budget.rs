//! The limit of the search for a move.

use bestmove_core::game::{Invalid, quoted};
use std::fmt::{self, Display};
use std::time::Duration;

/// The slowest supported engine, in nodes per second, for timeouts of node-limited moves.
const MIN_NODES_PER_SECOND: u64 = 10_000;

/// The limit of the search for a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MoveBudget {
    /// Wall-clock time.
    Time(Duration),
    /// Nodes searched.
    Nodes(u64),
}

impl MoveBudget {
    /// Parses a number of seconds.
    ///
    /// # Errors
    ///
    /// If the text is not a number from 0 to 86,400.
    pub fn parse_seconds(text: &str) -> Result<Duration, Invalid> {
        let seconds = text.parse().ok().filter(|seconds| (0.0..=86_400.0).contains(seconds));
        seconds
            .map(Duration::from_secs_f64)
            .ok_or_else(|| Invalid::new("time", "seconds from 0 to 86400", quoted(text)))
    }

    /// How long to wait for a move. Generous, as engines may overstep their budget.
    pub(super) fn timeout(self) -> Duration {
        match self {
            Self::Time(time) => 10 * time + Duration::from_secs(5),
            Self::Nodes(nodes) => Duration::from_secs(60 + nodes / MIN_NODES_PER_SECOND),
        }
    }
}

/// As an argument of `go`.
impl Display for MoveBudget {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(time) => write!(out, "movetime {}", time.as_millis()),
            Self::Nodes(nodes) => write!(out, "nodes {nodes}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_checked() {
        assert_eq!(MoveBudget::parse_seconds("0.125"), Ok(Duration::from_millis(125)));
        for wrong in ["", "-1", "NaN", "1e9"] {
            assert_eq!(MoveBudget::parse_seconds(wrong).unwrap_err().part, "time", "{wrong}");
        }
    }
}
