//! What all lines of a job have in common.

use super::known::Work;
use bestmove_query::wire::problem::{Mismatch, Problem};
use bestmove_query::wire::problems::ProblemKind;
use bestmove_query::{AnyGame, LimitPolicy, RequestedLimits};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What a job does with each of its lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum JobKind {
    /// Searches for the best moves of a position.
    Analysis,
    /// Reviews the moves of a game.
    Review,
}

impl JobKind {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Analysis => "analysis",
            Self::Review => "review",
        }
    }
}

/// What all lines of a job have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobSpec {
    /// What is done with each line.
    pub kind: JobKind,
    /// The game.
    pub game: String,
    /// The nodes of each search, if limited.
    pub nodes: Option<u64>,
    /// The last iteration of each search, if limited.
    pub depth: Option<u64>,
}

impl JobSpec {
    /// Longer than any search takes: the searches of jobs are limited by nodes or depth, so that
    /// they can be repeated on any machine, however busy.
    const NO_LIMIT: Duration = Duration::from_hours(24 * 365);

    /// The bounds on the limits of each search.
    pub const POLICY: LimitPolicy =
        LimitPolicy { default_time: Self::NO_LIMIT, max_time: Self::NO_LIMIT, max_nodes: 10_000_000_000 };

    /// The limits of each search.
    #[must_use]
    pub const fn limits(&self) -> RequestedLimits {
        RequestedLimits { time_ms: None, depth: self.depth, nodes: self.nodes, fresh: false }
    }

    /// The effort that a known result must have taken.
    pub(super) fn effort(&self) -> u64 {
        self.nodes.unwrap_or(Work::FINAL)
    }

    /// Checks that every search ends.
    ///
    /// # Errors
    ///
    /// If a limit is out of bounds, or there is none in a game whose solver does not answer every position.
    pub fn check(&self, game: &dyn AnyGame) -> Result<(), Problem> {
        Self::POLICY.resolve(&self.limits())?;
        if self.nodes.is_some() || self.depth.is_some() || game.scores_all_moves() {
            return Ok(());
        }
        Err(Problem::from_mismatch(
            ProblemKind::InvalidField,
            Mismatch {
                field: Some("nodes".to_owned()),
                expected: "a limit on the nodes or the depth of each search".to_owned(),
                got: "neither".to_owned(),
            },
        ))
    }
}
