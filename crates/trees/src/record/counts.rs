//! Counts of a search.

use super::event::{Cutoff, Event, NodeId, NodePath, Observer, Reach, Stopped};
use super::path_set::PathSet;
use crate::value::Player;

/// What a search has done so far, in numbers.
#[derive(Clone, Debug)]
pub struct Counts {
    /// Visits of nodes, the root and leaves included, repeats included, without visits that the memory answers
    /// at once; in SSS*, live states taken from the list.
    pub nodes: u64,
    /// Calls of the leaf function, repeats included.
    pub evaluations: u64,
    /// Cutoffs at nodes of Max.
    pub beta_cutoffs: u64,
    /// Cutoffs at nodes of Min.
    pub alpha_cutoffs: u64,
    /// Cutoffs by the score of an ancestor beyond the parent.
    pub deep_cutoffs: u64,
    /// Cutoffs by the window of the root or a null window alone.
    pub window_cutoffs: u64,
    /// Cutoffs after the first child.
    pub first_child_cutoffs: u64,
    /// Children searched again after a null window.
    pub second_searches: u64,
    /// Passes over the whole tree.
    pub passes: u64,
    /// Visits that the memory or the transposition table answers at once.
    pub hits: u64,
    /// SSS*: the largest number of states in the list.
    pub largest_list: usize,
    limit: usize,
    leaves: Option<PathSet>,
    memory: Option<PathSet>,
}

impl Default for Counts {
    fn default() -> Self {
        Self::new(usize::MAX)
    }
}

impl Counts {
    /// No counts yet. To count distinct leaves and the entries of the memory, it names up to `limit` nodes of
    /// either; beyond that these two are unknown.
    #[must_use]
    pub fn new(limit: usize) -> Self {
        Self::with(PathSet::default(), limit)
    }

    /// No counts yet, for a search of a tree where each inner node has `branching` children and all leaves are
    /// equally deep, `nodes` in all.
    #[must_use]
    pub fn of_uniform(branching: usize, nodes: usize) -> Self {
        Self::with(PathSet::of_uniform(branching, nodes), usize::MAX)
    }

    fn with(empty: PathSet, limit: usize) -> Self {
        Self {
            nodes: 0,
            evaluations: 0,
            beta_cutoffs: 0,
            alpha_cutoffs: 0,
            deep_cutoffs: 0,
            window_cutoffs: 0,
            first_child_cutoffs: 0,
            second_searches: 0,
            passes: 0,
            hits: 0,
            largest_list: 0,
            limit,
            leaves: Some(empty.clone()),
            memory: Some(empty),
        }
    }

    /// The leaves of the tree that were evaluated, unless they were too many to remember.
    #[must_use]
    pub const fn leaves(&self) -> Option<&PathSet> {
        self.leaves.as_ref()
    }

    /// The number of leaves evaluated, without repeats, unless they were too many to remember.
    #[must_use]
    pub fn distinct(&self) -> Option<usize> {
        self.leaves().map(PathSet::len)
    }

    /// The number of nodes of which the memory keeps bounds, unless they were too many to remember.
    #[must_use]
    pub fn memory_entries(&self) -> Option<usize> {
        self.memory.as_ref().map(PathSet::len)
    }

    /// The bytes of memory that the two take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        [&self.leaves, &self.memory].into_iter().flatten().map(PathSet::bytes).sum()
    }

    /// Gives up the two, which are unknown from now on.
    pub fn forget_nodes(&mut self) {
        (self.leaves, self.memory) = (None, None);
    }

    /// Cutoffs at nodes of either player.
    #[must_use]
    pub const fn cutoffs(&self) -> u64 {
        self.beta_cutoffs + self.alpha_cutoffs
    }

    /// Cutoffs that the parent's finished children alone would have made.
    #[must_use]
    pub const fn shallow_cutoffs(&self) -> u64 {
        self.cutoffs() - self.deep_cutoffs - self.window_cutoffs
    }

    /// The share of cutoffs after the first child: the measure of a good order. None without a cutoff.
    #[must_use]
    pub fn first_child_share(&self) -> Option<f64> {
        (self.cutoffs() > 0).then(|| self.first_child_cutoffs as f64 / self.cutoffs() as f64)
    }

    const fn count_cutoff(&mut self, cutoff: Cutoff) {
        match cutoff.player {
            Player::Max => self.beta_cutoffs += 1,
            Player::Min => self.alpha_cutoffs += 1,
        }
        match cutoff.reach {
            Reach::Shallow => {}
            Reach::Deep => self.deep_cutoffs += 1,
            Reach::Window => self.window_cutoffs += 1,
        }
        self.first_child_cutoffs += (cutoff.searched == 1) as u64;
    }
}

impl Observer for Counts {
    /// Where the event is known, little is left of this.
    #[inline(always)]
    fn observe(&mut self, node: NodeId<'_>, event: Event) -> Result<(), Stopped> {
        match event {
            Event::Pass { .. } => self.passes += 1,
            Event::Enter { .. } => self.nodes += 1,
            Event::Leaf { is_horizon, .. } => {
                self.evaluations += 1;
                if !is_horizon {
                    remember(&mut self.leaves, node, self.limit);
                }
            }
            Event::Cut(cutoff) => self.count_cutoff(cutoff),
            Event::Research { .. } => self.second_searches += 1,
            Event::Probe { hit, .. } => {
                self.nodes -= u64::from(hit);
                self.hits += u64::from(hit);
                remember(&mut self.memory, node, self.limit);
            }
            Event::List { states } => self.largest_list = self.largest_list.max(states),
            Event::Bounds { .. }
            | Event::Improve { .. }
            | Event::Leave { .. }
            | Event::Insert { .. }
            | Event::Drop
            | Event::Reduce { .. }
            | Event::ProbeChild
            | Event::Fail { .. }
            | Event::Solved { .. } => {}
        }
        Ok(())
    }
}

/// The evaluations of a search of a uniform tree and its visits, for which it keeps neither lines nor the reasons of
/// cutoffs.
#[derive(Clone, Debug)]
pub struct LeafCounts {
    /// Visits of nodes, as [`Counts::nodes`] has them.
    pub nodes: u64,
    /// Calls of the leaf function, repeats included.
    pub evaluations: u64,
    leaves: PathSet,
}

impl LeafCounts {
    /// No counts yet, for a search of a tree where each inner node has `branching` children and all leaves are
    /// equally deep, `nodes` in all.
    #[must_use]
    pub fn of_uniform(branching: usize, nodes: usize) -> Self {
        Self { nodes: 0, evaluations: 0, leaves: PathSet::of_uniform(branching, nodes) }
    }

    /// The number of leaves evaluated, without repeats.
    #[must_use]
    pub const fn distinct(&self) -> usize {
        self.leaves.len()
    }

    /// The bytes of memory that the set of leaves takes.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.leaves.bytes()
    }
}

impl Observer for LeafCounts {
    #[inline(always)]
    fn observe(&mut self, NodeId { path, number }: NodeId<'_>, event: Event) -> Result<(), Stopped> {
        match event {
            Event::Enter { .. } => self.nodes += 1,
            Event::Probe { hit, .. } => self.nodes -= u64::from(hit),
            Event::Leaf { is_horizon, .. } => {
                self.evaluations += 1;
                match number {
                    _ if is_horizon => {}
                    Some(number) => self.leaves.insert_number(number),
                    None => self.leaves.insert(path),
                }
            }
            _ => {}
        }
        Ok(())
    }

    #[inline(always)]
    fn only_counts(&self) -> bool {
        true
    }
}

/// Adds a node to a set, and gives the set up where it becomes too large.
#[inline(always)]
fn remember(set: &mut Option<PathSet>, NodeId { path, number }: NodeId<'_>, limit: usize) {
    match (set, number) {
        (Some(nodes), Some(number)) if nodes.is_numbered() => nodes.insert_number(number),
        (set, _) => remember_path(set, path, limit),
    }
}

#[inline(never)]
fn remember_path(set: &mut Option<PathSet>, path: &NodePath, limit: usize) {
    if let Some(nodes) = set {
        nodes.insert(path);
        if nodes.named() > limit {
            *set = None;
        }
    }
}
