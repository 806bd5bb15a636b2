//! An observer that keeps all events, and what the files of expected results tell of them.

use bestmove_trees::{
    Event, GivenTree, NodeId, Observer, Player, Search, SearchAnswer, Settings, Stopped, Tree, Value,
    catalogue,
};
use std::collections::BTreeSet;

/// All events of a search, until it is stopped.
#[derive(Default)]
pub(crate) struct Recorder {
    pub(crate) events: Vec<(Vec<u16>, Event)>,
    pub(crate) polls: usize,
}

impl Observer for Recorder {
    fn observe(&mut self, NodeId { path, .. }: NodeId<'_>, event: Event) -> Result<(), Stopped> {
        self.events.push((path.to_vec(), event));
        Ok(())
    }

    fn poll(&mut self) -> Result<(), Stopped> {
        self.polls += 1;
        Ok(())
    }
}

/// Runs a search and keeps its events.
pub(crate) fn run(search: Search, tree: &GivenTree, settings: &Settings) -> (SearchAnswer, Recorder) {
    let mut recorder = Recorder::default();
    let outcome = run_with(search, tree, settings, &mut recorder).unwrap();
    (outcome, recorder)
}

/// A visit of a node: its path, the window on entry and the score.
pub(crate) type Visit = (Vec<u16>, Value, Value, Value);

impl Recorder {
    fn count(&self, is_counted: impl Fn(&Event) -> bool) -> usize {
        self.events.iter().filter(|(_, event)| is_counted(event)).count()
    }

    /// The paths of the evaluations in order.
    pub(crate) fn evaluated(&self) -> Vec<Vec<u16>> {
        let leaves = self.events.iter().filter(|(_, event)| matches!(event, Event::Leaf { .. }));
        leaves.map(|(path, _)| path.clone()).collect()
    }

    /// The numbers of the leaves in the order of evaluation.
    pub(crate) fn leaves(&self, tree: &GivenTree) -> Vec<usize> {
        let number = |path: Vec<u16>| tree.leaves_below(tree.at(&path).unwrap()).start;
        self.evaluated().into_iter().map(number).collect()
    }

    pub(crate) fn distinct_leaves(&self, tree: &GivenTree) -> BTreeSet<usize> {
        self.leaves(tree).into_iter().collect()
    }

    /// The visits that no memory answers.
    pub(crate) fn nodes(&self) -> usize {
        self.count(|event| matches!(event, Event::Enter { .. }))
            - self.count(|event| matches!(event, Event::Probe { hit: true, .. }))
    }

    pub(crate) fn passes(&self) -> usize {
        self.count(|event| matches!(event, Event::Pass { .. }))
    }

    /// The most states in the list of SSS*.
    pub(crate) fn largest_list(&self) -> usize {
        let states =
            self.events.iter().map(|(_, event)| if let Event::List { states } = event { *states } else { 0 });
        states.max().unwrap_or(0)
    }

    /// The path of each cutoff, the children searched, whose it is and how far it reaches.
    pub(crate) fn cutoffs(&self) -> Vec<(Vec<u16>, u16, &'static str, &'static str)> {
        let cutoff = |(path, event): &(Vec<u16>, Event)| {
            let Event::Cut(cutoff) = event else { return None };
            let name = if cutoff.player == Player::Max { "beta" } else { "alpha" };
            Some((path.clone(), cutoff.searched, name, cutoff.reach.name()))
        };
        self.events.iter().filter_map(cutoff).collect()
    }

    /// The visits in the order of entry.
    pub(crate) fn visits(&self) -> Vec<Visit> {
        let (mut visits, mut open) = (Vec::<Visit>::new(), Vec::new());
        for (path, event) in &self.events {
            match event {
                Event::Enter { window } => {
                    open.push(visits.len());
                    visits.push((path.clone(), window.alpha, window.beta, 0));
                }
                Event::Leave { score, .. } => visits[open.pop().unwrap()].3 = *score,
                _ => {}
            }
        }
        assert!(open.is_empty(), "each visit ends");
        visits
    }
}

/// Runs a search with any observer, compiled once for each kind of tree.
pub(crate) fn run_with<T: Tree>(
    search: Search,
    tree: &T,
    settings: &Settings,
    mut observer: &mut dyn Observer,
) -> Result<SearchAnswer, Stopped> {
    catalogue::run(search, tree, settings, &mut observer)
}
