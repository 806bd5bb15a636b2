//! The list of states of SSS*.

use super::{Children, Path, Player, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::iter::successors;
use std::rc::Rc;

/// A node on its place in the tree.
pub(super) struct Place<N> {
    siblings: Rc<Children<N>>,
    /// The place among the siblings in the order of the search.
    rank: usize,
    /// The ranks from the root to the node.
    ranks: Rc<Path>,
    pub(super) parent: Option<Rc<Self>>,
    /// The merit of the node when it was live.
    pub(super) merit: Value,
}

impl<N> Place<N> {
    pub(super) fn root(root: N, merit: Value) -> Self {
        Self { siblings: Rc::new(vec![(0, root)]), rank: 0, ranks: Rc::default(), parent: None, merit }
    }

    pub(super) fn child(parent: &Rc<Self>, siblings: &Rc<Children<N>>, rank: usize, merit: Value) -> Self {
        let ranks = parent.ranks.iter().copied().chain([rank as u16]).collect();
        Self { siblings: Rc::clone(siblings), rank, ranks, parent: Some(Rc::clone(parent)), merit }
    }

    pub(super) fn next_sibling(&self, merit: Value) -> Option<Self> {
        let rank = self.rank + 1;
        let parent = self.parent.as_ref().filter(|_| rank < self.siblings.len())?;
        Some(Self::child(parent, &self.siblings, rank, merit))
    }

    pub(super) fn node(&self) -> &N {
        &self.siblings[self.rank].1
    }

    /// The number among the siblings in the order of the tree.
    pub(super) fn number(&self) -> u16 {
        self.siblings[self.rank].0
    }

    pub(super) fn path(&self) -> Vec<u16> {
        let below_root = successors(Some(self), |place| place.parent.as_deref()).take(self.ranks.len());
        let mut path: Vec<_> = below_root.map(Self::number).collect();
        path.reverse();
        path
    }
}

/// A state: live, to be searched, or solved.
pub(super) struct State<N> {
    pub(super) place: Rc<Place<N>>,
    pub(super) merit: Value,
    pub(super) is_solved: bool,
    /// The path of the leaf that the merit comes from.
    pub(super) from: Rc<Path>,
}

impl<N> State<N> {
    pub(super) fn live(place: Rc<Place<N>>, from: Rc<Path>) -> Self {
        Self { merit: place.merit, place, is_solved: false, from }
    }
}

/// The states, each found by its merit or by its place.
pub(super) struct StateList<N> {
    /// The player for whom a merit is better the higher it is.
    player: Player,
    states: BTreeMap<Rc<Path>, State<N>>,
    /// The best first, then the leftmost.
    by_merit: BTreeSet<(Value, Rc<Path>)>,
}

impl<N> StateList<N> {
    pub(super) const fn new(player: Player) -> Self {
        Self { player, states: BTreeMap::new(), by_merit: BTreeSet::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    pub(super) fn insert(&mut self, state: State<N>) {
        let ranks = Rc::clone(&state.place.ranks);
        self.by_merit.insert((-self.player.view(state.merit), Rc::clone(&ranks)));
        self.states.insert(ranks, state);
    }

    pub(super) fn take_best(&mut self) -> State<N> {
        let (_, ranks) = self.by_merit.pop_first().expect("the list ends with the root solved");
        self.states.remove(&ranks).expect("each merit belongs to a state")
    }

    /// Drops all states below a node.
    pub(super) fn drop_descendants(&mut self, place: &Place<N>) {
        let from = self.states.range(Rc::clone(&place.ranks)..);
        let below: Vec<_> = from
            .map(|(ranks, _)| Rc::clone(ranks))
            .take_while(|ranks| ranks.starts_with(&place.ranks))
            .collect();
        for ranks in below {
            let state = self.states.remove(&ranks).expect("it was there");
            self.by_merit.remove(&(-self.player.view(state.merit), ranks));
        }
    }
}
