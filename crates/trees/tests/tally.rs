//! An observer that counts.

use crate::recorder::run_with;
use bestmove_trees::{Event, NodeId, Observer, Reach, Search, SearchAnswer, Settings, Stopped, Tree};
use std::collections::HashSet;

/// Counts of a search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) evaluations: u64,
    pub(crate) distinct: HashSet<Vec<u16>>,
    /// Visits that no memory answers.
    pub(crate) nodes: u64,
    pub(crate) cutoffs: u64,
    pub(crate) deep: u64,
}

impl Observer for Tally {
    fn observe(&mut self, NodeId { path, .. }: NodeId<'_>, event: Event) -> Result<(), Stopped> {
        match event {
            Event::Enter { .. } => self.nodes += 1,
            Event::Probe { hit, .. } => self.nodes -= u64::from(hit),
            Event::Leaf { .. } => {
                self.evaluations += 1;
                self.distinct.insert(path.to_vec());
            }
            Event::Cut(cutoff) => {
                self.cutoffs += 1;
                self.deep += u64::from(cutoff.reach == Reach::Deep);
            }
            _ => {}
        }
        Ok(())
    }

    fn poll(&mut self) -> Result<(), Stopped> {
        Ok(())
    }
}

/// Runs a search and counts.
pub(crate) fn tally<T: Tree>(search: Search, tree: &T, settings: &Settings) -> (SearchAnswer, Tally) {
    let mut tally = Tally::default();
    let outcome = run_with(search, tree, settings, &mut tally).unwrap();
    (outcome, tally)
}

/// The evaluations of a search.
pub(crate) fn evaluations<T: Tree>(search: Search, tree: &T, settings: &Settings) -> u64 {
    tally(search, tree, settings).1.evaluations
}
