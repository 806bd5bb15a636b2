//! Requests for classic searches of a tree, and their results.

mod any_tree;
mod drawing;
mod position_tree;

pub use any_tree::{AnyTree, NumberTree, TreeOrigin};
pub(crate) use position_tree::PositionTree;
pub use position_tree::{LeafRule, TreeRequest};

use super::FieldError;
use crate::classic::{
    Counts, Event, Observer, Outcome, Path, Polled, Recording, Search, Settings, Stopped, Ties,
};

/// The most events that are recorded for an answer or a picture, by all searches of a request.
pub const MAX_EVENTS: usize = 20_000;
/// The most evaluations that are listed, by all searches of a request.
pub const MAX_LISTED_LEAVES: usize = 100_000;
/// The most nodes that the counts of distinct leaves remember, for all searches of a request: 80 MB.
const REMEMBERED_NODES: usize = 4_000_000;
/// The most nodes that a search visits which keeps them all.
const MAX_KEPT_NODES: u64 = 1_000_000;
/// The most states in the list of SSS*.
const MAX_LISTED_STATES: usize = 500_000;

/// Searches to run on a tree.
pub struct TreeSearch {
    /// The tree.
    pub tree: Box<dyn AnyTree>,
    /// The searches, in the order of the answer.
    pub searches: Vec<Search>,
    /// What all searches have in common.
    pub settings: Settings,
    /// How much to keep of each search; the counts if `None`.
    pub detail: Option<Detail>,
    /// How many events a picture shows; all if `None`.
    pub step: Option<usize>,
}

/// How much to keep of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// What it counts.
    #[default]
    Counts,
    /// The leaves too, in the order of evaluation.
    Leaves,
    /// All events too.
    Events,
}

impl Detail {
    /// All details with their names.
    pub const ALL: &[(&str, Self)] =
        &[("counts", Self::Counts), ("leaves", Self::Leaves), ("events", Self::Events)];

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

/// What a search did on a tree.
#[derive(Clone, Debug)]
pub struct SearchRun {
    /// The search.
    pub search: Search,
    /// Its result, unless it was stopped.
    pub outcome: Option<Outcome>,
    /// What it counted until its end.
    pub counts: Counts,
    /// The leaves in the order of evaluation, if they are kept.
    pub leaves: Option<Vec<Vec<u16>>>,
    /// The events, if they are kept.
    pub recording: Option<Recording>,
    /// Whether an event or a leaf was lost to the limit of what is kept.
    pub is_truncated: bool,
}

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

impl TreeSearch {
    /// Runs the searches one after the other, until `must_stop`.
    pub fn run(&self, must_stop: &dyn Fn() -> bool) -> Vec<SearchRun> {
        self.searches.iter().map(|&search| self.run_one(search, must_stop)).collect()
    }

    fn run_one(&self, search: Search, must_stop: &dyn Fn() -> bool) -> SearchRun {
        let (searches, detail) = (self.searches.len(), self.detail.unwrap_or_default());
        let recorder = RunRecorder {
            keeps_nodes: search.keeps_nodes(),
            counts: Counts::new(REMEMBERED_NODES / searches),
            leaves: (detail == Detail::Leaves).then(|| LeafList::new(MAX_LISTED_LEAVES / searches)),
            recording: (detail == Detail::Events).then(|| Recording::new(MAX_EVENTS / searches)),
        };
        let mut observer = Polled::new(must_stop, recorder);
        let outcome = self.tree.search(search, &self.settings, &mut observer).ok();
        let RunRecorder { counts, leaves, recording, .. } = observer.inner;
        let is_truncated = leaves.as_ref().is_some_and(|list| list.is_truncated)
            || recording.as_ref().is_some_and(|recording| !recording.is_complete());
        let leaves = leaves.map(|list| list.leaves);
        SearchRun { search, outcome, counts, leaves, recording, is_truncated }
    }
}

/// The checks of finished runs: each search evaluates no leaf beyond those of the search that the catalogue
/// names. None where searches may differ in what they do with ties. Those left when `must_stop` are left out.
#[must_use]
pub fn checks(runs: &[SearchRun], settings: &Settings, must_stop: &dyn Fn() -> bool) -> Vec<Check> {
    let leaves_of = |wanted: Search| {
        let run = runs.iter().find(|run| run.search == wanted && run.outcome.is_some())?;
        run.counts.leaves()
    };
    let check = |search: Search| -> Option<Check> {
        let within = search.entry().within.filter(|_| settings.ties == Ties::Cut)?;
        let (own, larger) = (leaves_of(search)?, leaves_of(within)?);
        let holds = (!must_stop()).then(|| own.is_subset(larger))?;
        Some(Check { search, within, holds })
    };
    runs.iter().filter_map(|run| check(run.search)).collect()
}

/// Records what is kept of a run.
struct RunRecorder {
    /// Whether the search itself keeps all nodes, so that its memory has to be bounded.
    keeps_nodes: bool,
    counts: Counts,
    leaves: Option<LeafList>,
    recording: Option<Recording>,
}

/// Evaluations in their order, up to a limit.
struct LeafList {
    leaves: Vec<Vec<u16>>,
    limit: usize,
    is_truncated: bool,
}

impl LeafList {
    const fn new(limit: usize) -> Self {
        Self { leaves: Vec::new(), limit, is_truncated: false }
    }

    fn push(&mut self, path: &Path) -> Result<(), Stopped> {
        self.is_truncated = self.leaves.len() == self.limit;
        if self.is_truncated {
            return Err(Stopped);
        }
        self.leaves.push(path.to_vec());
        Ok(())
    }
}

impl Observer for RunRecorder {
    fn observe(&mut self, path: &Path, event: Event) -> Result<(), Stopped> {
        self.counts.observe(path, event)?;
        if self.keeps_nodes
            && (self.counts.nodes > MAX_KEPT_NODES || self.counts.largest_list > MAX_LISTED_STATES)
        {
            return Err(Stopped);
        }
        if let (Some(leaves), Event::Leaf { .. }) = (&mut self.leaves, event) {
            leaves.push(path)?;
        }
        self.recording.as_mut().map_or(Ok(()), |recording| recording.observe(path, event))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classic::{CATALOGUE, TreeSource, Window};
    use std::cell::Cell;

    #[test]
    fn checks_of_wide_trees_hold_and_can_be_stopped() {
        let tree = TreeSource::parse("random:branching=1000,depth=1", None).unwrap();
        let searches: Vec<_> = CATALOGUE.iter().map(|entry| entry.search).collect();
        let search = TreeSearch {
            tree: Box::new(NumberTree::from(tree)),
            searches,
            settings: Settings::default(),
            detail: None,
            step: None,
        };
        let runs = search.run(&|| false);
        let all = checks(&runs, &search.settings, &|| false);
        assert!(all.len() > 5 && all.iter().all(|check| check.holds), "{all:?}");
        let polls = Cell::new(0);
        let second = || polls.replace(polls.get() + 1) > 0;
        assert_eq!(checks(&runs, &search.settings, &second), all[..1]);
        assert_eq!(polls.get(), all.len(), "each check is preceded by a poll");
    }

    /// How many visits of a leaf a search is granted.
    fn visits(keeps_nodes: bool, most: u64) -> u64 {
        let mut recorder = RunRecorder { keeps_nodes, counts: Counts::new(0), leaves: None, recording: None };
        let visit = |_: &u64| recorder.observe(&[0], Event::Enter { window: Window::FULL }).is_ok();
        (0..most).take_while(visit).count() as u64
    }

    #[test]
    fn a_search_that_keeps_its_nodes_is_bounded() {
        assert_eq!(visits(true, 2 * MAX_KEPT_NODES), MAX_KEPT_NODES);
        assert_eq!(visits(false, 2 * MAX_KEPT_NODES), 2 * MAX_KEPT_NODES);
    }
}
