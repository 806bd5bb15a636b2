//! Requests for classic searches of a tree, and their results.

mod any_tree;
mod checks;
mod drawing;
mod options;
mod position_tree;
mod recorder;
mod searches;
mod time_share;

pub use any_tree::{AnyTree, DrawnPositions, NumberTree, TreeOrigin};
pub use checks::{Check, checks};
pub use options::{ignored_options, options_of};
pub(crate) use position_tree::PositionTree;
pub use position_tree::{LeafRule, TreeRequest};
pub use recorder::{RunObserver, RunRecorder};
pub use searches::searches_for;

use super::FieldError;
use bestmove_trees::{
    Counts, OutOfMemory, PathList, Polled, Recording, ResourceLimiter, Search, SearchAnswer, Settings,
    TreeSize,
};
use std::cmp::Reverse;
use time_share::TimeShare;

/// The most events that are recorded for an answer or a picture, by all searches of a request.
pub const MAX_EVENTS: usize = 20_000;
/// The most evaluations that are listed, by all searches of a request.
pub const MAX_LISTED_LEAVES: usize = 100_000;

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
    /// All events, as steps of a picture.
    Picture,
}

impl Detail {
    /// All details with their names.
    pub const ALL: &[(&str, Self)] = &[
        ("counts", Self::Counts),
        ("leaves", Self::Leaves),
        ("events", Self::Events),
        ("picture", Self::Picture),
    ];

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
    pub outcome: Option<SearchAnswer>,
    /// What it counted until its end.
    pub counts: Counts,
    /// The leaves in the order of evaluation, if they are kept.
    pub leaves: Option<PathList>,
    /// The events, if they are kept.
    pub recording: Option<Recording>,
    /// Whether an event or a leaf was lost to the limit of what is kept.
    pub is_truncated: bool,
    /// Whether distinct nodes were not counted for lack of memory.
    pub lacks_memory: bool,
    /// What ended it early.
    pub stopped_by: Option<StopCause>,
    /// The bytes of memory that the counts and what is kept take.
    held: usize,
}

/// What ends a search before it has its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopCause {
    /// Its share of the time is over.
    Time,
    /// There is no memory for the nodes that it keeps.
    Memory,
    /// It has recorded as much as an answer may have.
    Recorded,
}

impl StopCause {
    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Memory => "memory",
            Self::Recorded => "recorded",
        }
    }
}

impl TreeSearch {
    /// Makes the tree, if it is not in memory and there is time to make it.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`] if there is none for it.
    pub fn make_tree(&mut self, limiter: &dyn ResourceLimiter) -> Result<(), OutOfMemory> {
        self.tree.make(limiter)
    }

    /// Runs the searches one after the other, each until it has had its share of the time: those
    /// first that look at the fewest leaves, as what they leave of theirs goes to the others. A search that lacks
    /// memory gets the memory in which earlier ones have counted nodes, and begins again.
    pub fn run(&self, limiter: &dyn ResourceLimiter) -> Vec<SearchRun> {
        let mut order: Vec<_> = self.searches.iter().copied().enumerate().collect();
        order.sort_by_key(|(_, search)| Reverse(search.supersets()));
        let time = TimeShare::of_searches(limiter);
        let mut runs: Vec<(usize, SearchRun)> = Vec::with_capacity(order.len());
        for (before, (place, search)) in order.iter().copied().enumerate() {
            let share = time.one_of(order.len() - before);
            let mut run = self.run_one(search, limiter, &share);
            if run.stopped_by == Some(StopCause::Memory) {
                let is_freed =
                    runs.iter_mut().fold(false, |freed, (_, run)| run.forget_nodes(limiter) || freed);
                if is_freed {
                    limiter.return_memory(run.held);
                    run = self.run_one(search, limiter, &share);
                }
            }
            runs.push((place, run));
        }
        runs.sort_by_key(|(place, _)| *place);
        runs.into_iter().map(|(_, run)| run).collect()
    }

    /// The size of the tree of a position, if a search that visits all of it has been asked for: as it has counted, or
    /// without values where it was stopped.
    pub fn counted_size(&self, runs: &[SearchRun], limiter: &dyn ResourceLimiter) -> Option<TreeSize> {
        let mut full = runs.iter().filter(|run| run.search.visits_all());
        let counted = |run: &SearchRun| TreeSize { leaves: run.counts.evaluations, nodes: run.counts.nodes };
        let finished = full.clone().find(|run| run.outcome.is_some()).map(counted);
        finished.or_else(|| full.next().and_then(|_| self.tree.count(limiter)))
    }

    fn run_one(&self, search: Search, limiter: &dyn ResourceLimiter, time: &TimeShare<'_>) -> SearchRun {
        let mut observer = Polled::new(time, RunRecorder::new(self, search, limiter));
        if self.tree.has_slow_leaves() {
            observer = observer.at_each_event();
        }
        let outcome = self.tree.search(search, &self.settings, &mut observer).ok();
        let mut run = observer.inner.into_run(search, outcome);
        if run.outcome.as_ref().is_none_or(|outcome| !outcome.is_complete) {
            run.stopped_by = Some(match (run.is_truncated, time.must_stop()) {
                (true, _) => StopCause::Recorded,
                (false, true) => StopCause::Time,
                (false, false) => StopCause::Memory,
            });
        }
        run
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bestmove_trees::{CATALOGUE, TreeSource};
    use std::cell::Cell;
    use std::time::Duration;

    #[test]
    fn checks_of_wide_trees_hold_and_can_be_stopped() {
        let tree = TreeSource::parse("random:branching=1000,depth=1", None).unwrap();
        let searches: Vec<_> = CATALOGUE.iter().map(|entry| entry.search).collect();
        let mut search = TreeSearch {
            tree: Box::new(NumberTree::from(tree)),
            searches,
            settings: Settings::default(),
            detail: None,
            step: None,
        };
        search.make_tree(&|| false).unwrap();
        let runs = search.run(&|| false);
        let all = checks(&runs, &search.settings, &|| false);
        assert!(all.len() > 5 && all.iter().all(|check| check.holds), "{all:?}");
        let polls = Cell::new(0);
        let second = || polls.replace(polls.get() + 1) > 0;
        assert_eq!(checks(&runs, &search.settings, &second), all[..1]);
        assert_eq!(polls.get(), all.len(), "each check is preceded by a poll");
    }

    /// Each look at the clock takes a millisecond.
    struct Clock(Cell<u64>);

    impl ResourceLimiter for Clock {
        fn must_stop(&self) -> bool {
            self.0.set(self.0.get().saturating_sub(1));
            self.0.get() == 0
        }

        fn time_left(&self) -> Option<Duration> {
            Some(Duration::from_millis(self.0.get()))
        }
    }

    #[test]
    fn a_large_search_does_not_take_the_time_of_the_others() {
        let tree = TreeSource::parse("random:branching=4,depth=8", None).unwrap();
        let searches =
            vec![Search::Minimax, Search::AlphaBeta, Search::Negamax, Search::BranchAndBound, Search::Pvs];
        let mut search = TreeSearch {
            tree: Box::new(NumberTree::from(tree)),
            searches: searches.clone(),
            settings: Settings::default(),
            detail: None,
            step: None,
        };
        search.make_tree(&|| false).unwrap();
        let runs = search.run(&Clock(Cell::new(2_000)));
        assert!(runs.iter().map(|run| run.search).eq(searches));
        let finished: Vec<_> = runs.iter().map(|run| run.outcome.is_some()).collect();
        assert_eq!(finished, [false, true, false, true, true]);
        assert!(runs.iter().all(|run| run.counts.nodes > 10_000 || run.outcome.is_some()));
    }

    /// So much memory.
    struct Memory {
        left: Cell<usize>,
    }

    impl ResourceLimiter for Memory {
        fn must_stop(&self) -> bool {
            false
        }

        fn take_memory(&self, bytes: usize) -> Result<(), OutOfMemory> {
            self.left.set(self.left.get().checked_sub(bytes).ok_or(OutOfMemory)?);
            Ok(())
        }

        fn return_memory(&self, bytes: usize) {
            self.left.set(self.left.get() + bytes);
        }
    }

    /// A search with so much memory, and what is left of it.
    fn run_within(tree: &str, search: Search, bytes: usize) -> Result<(SearchRun, usize), OutOfMemory> {
        let (mut runs, left) = run_all_within(tree, vec![search], bytes)?;
        Ok((runs.remove(0), left))
    }

    fn run_all_within(
        tree: &str,
        searches: Vec<Search>,
        bytes: usize,
    ) -> Result<(Vec<SearchRun>, usize), OutOfMemory> {
        let memory = Memory { left: Cell::new(bytes) };
        let tree = NumberTree::from(TreeSource::parse(tree, None).unwrap());
        let settings = Settings::default();
        let mut search = TreeSearch { tree: Box::new(tree), searches, settings, detail: None, step: None };
        search.make_tree(&memory)?;
        Ok((search.run(&memory), memory.left.get()))
    }

    /// Uneven trees have no numbers for their nodes, so that counting them takes memory.
    #[test]
    fn a_search_gets_the_memory_in_which_others_have_counted_nodes() {
        let mut tree = "0".to_owned();
        for number in 1..12 {
            tree = format!("[{tree}, {number}, [{tree}]]");
        }
        let is_complete = |run: &SearchRun| run.outcome.as_ref().is_some_and(|outcome| outcome.is_complete);
        let deepening = |bytes| run_within(&tree, Search::IterativeDeepening, bytes);
        let least = (1..)
            .map(|step| step << 16)
            .find(|&bytes| deepening(bytes).is_ok_and(|(run, _)| is_complete(&run)));
        let least = least.unwrap();
        let searches = vec![Search::Minimax, Search::AlphaBeta, Search::IterativeDeepening];
        for more in 0..40 {
            let (runs, _) = run_all_within(&tree, searches.clone(), least + (more << 16)).unwrap();
            let stopped = runs.iter().map(|run| run.stopped_by).collect::<Vec<_>>();
            assert!(runs.iter().all(is_complete), "{stopped:?} with {more} steps more");
        }
        let (run, _) = deepening(least - (1 << 16)).unwrap();
        assert_eq!((is_complete(&run), run.stopped_by), (false, Some(StopCause::Memory)));
    }

    #[test]
    fn a_tree_is_made_only_where_there_is_memory_for_it() {
        const LARGE: &str = "random:branching=10,depth=6";
        assert!(run_within(LARGE, Search::AlphaBeta, 3_999_999).is_err());
        let (run, left) = run_within(LARGE, Search::Minimax, 4_500_000).unwrap();
        assert_eq!((run.counts.distinct(), left < 500_000), (Some(1_000_000), true));
        let constant = format!("{LARGE},leaves=binary,one=1,quality=1");
        let (run, left) = run_within(&constant, Search::AlphaBeta, 400_000).unwrap();
        assert_eq!(run.outcome.unwrap().value, 1);
        assert!(left > 0);
    }

    #[test]
    fn a_search_that_keeps_its_nodes_ends_where_there_is_no_memory_for_them() {
        const TREE: &str = "random:branching=4,depth=8";
        for search in [Search::MtdF, Search::MtdBisect, Search::IterativeDeepening, Search::SssStar] {
            let (small, large) = (350_000, 20_000_000);
            let (stopped, left) = run_within(TREE, search, small).unwrap();
            assert!(stopped.outcome.is_none_or(|outcome| !outcome.is_complete), "{search:?}");
            assert!(left < small, "{search:?}");
            let (run, left) = run_within(TREE, search, large).unwrap();
            assert!(run.outcome.unwrap().is_complete, "{search:?}");
            assert!(large - left < small, "{search:?} returns what it kept");
        }
        assert!(run_within(TREE, Search::AlphaBeta, 350_000).unwrap().0.outcome.is_some(), "it keeps none");
    }

    /// SSS* keeps the siblings of its states, here eight megabytes.
    #[test]
    fn siblings_of_states_are_kept_where_there_is_memory_for_them() {
        const WIDE: &str = "random:branching=1000,depth=2";
        for (bytes, is_complete) in [(14_000_000, true), (11_000_000, false)] {
            let (_, left) = run_within(WIDE, Search::AlphaBeta, bytes).unwrap();
            assert!(left + 5_000_000 > bytes, "{left} for the search");
            let outcome = run_within(WIDE, Search::SssStar, bytes).unwrap().0.outcome;
            assert_eq!(outcome.is_some_and(|outcome| outcome.is_complete), is_complete, "{bytes}");
        }
    }

    #[test]
    fn nodes_are_not_counted_where_there_is_no_memory_for_them() {
        let flat = format!("[{}]", ["1"; 10_000].join(","));
        for (bytes, distinct) in [(1_000_000, Some(10_000)), (100_000, None)] {
            let (run, _) = run_within(&flat, Search::Minimax, bytes).unwrap();
            assert_eq!((run.counts.evaluations, run.counts.distinct()), (10_000, distinct));
            assert_eq!(run.lacks_memory, distinct.is_none());
        }
    }

    #[test]
    fn a_tree_is_not_begun_without_the_time_for_it() {
        struct Hurried(Cell<u32>);
        impl ResourceLimiter for Hurried {
            fn must_stop(&self) -> bool {
                self.0.set(self.0.get() + 1);
                false
            }
            fn time_left(&self) -> Option<Duration> {
                Some(Duration::from_micros(500))
            }
        }
        let hurried = Hurried(Cell::new(0));
        for (depth, is_made) in [(19, false), (16, true)] {
            let text = format!("random:branching=2,depth={depth},quality=1");
            let mut tree = NumberTree::from(TreeSource::parse(&text, None).unwrap());
            tree.make(&hurried).unwrap();
            assert_eq!((matches!(tree, NumberTree::Made(_)), hurried.0.get() > 0), (is_made, is_made));
            let leaves = 1 << depth;
            let origin = tree.origin(&hurried);
            assert!(
                matches!(origin, TreeOrigin::InMemory { leaves: known, .. } if known == leaves),
                "{origin:?}"
            );
        }
    }
}
