//! What must hold between searches of the same tree.

use super::SearchRun;
use bestmove_trees::{Observer, Polled, ResourceLimiter, Search, Settings, Ties, Window};

/// What must hold between two searches of the same tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check {
    /// The search.
    pub search: Search,
    /// The search among whose leaves its own are.
    pub within: Search,
    /// Whether they are.
    pub holds: bool,
}

/// The checks of finished runs: each search evaluates no leaf beyond those of the search that the
/// catalogue names. None where searches may differ in what they do with ties, or with bounds of the
/// root. Those left when the limiter stops them are left out.
#[must_use]
pub fn checks(runs: &[SearchRun], settings: &Settings, limiter: &dyn ResourceLimiter) -> Vec<Check> {
    let leaves_of = |wanted: Search| {
        let run = runs.iter().find(|run| run.search == wanted && run.outcome.is_some())?;
        run.counts.leaves()
    };
    let is_comparable = settings.ties == Ties::Cut && settings.window == Window::FULL;
    let check = |search: Search| -> Option<Check> {
        let within = search.entry().within.filter(|_| is_comparable)?;
        let (own, larger) = (leaves_of(search)?, leaves_of(within)?);
        if limiter.must_stop() {
            return None;
        }
        let mut polled = Polled::new(limiter, ());
        let holds = own.is_subset_unless_stopped(larger, &mut || polled.poll()).ok()?;
        Some(Check { search, within, holds })
    };
    runs.iter().filter_map(|run| check(run.search)).collect()
}
