//! The list of states of SSS*.

use super::order::Children;
use crate::record::NodePath;
use crate::value::{Player, Value};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::iter::successors;
use std::rc::Rc;

/// A node on its place in the tree.
pub(super) struct Place<N> {
    siblings: Rc<Siblings<N>>,
    /// The place among the siblings in the order of the search.
    rank: usize,
    /// The ranks from the root to the node.
    ranks: Rc<NodePath>,
    pub(super) parent: Option<Rc<Self>>,
    /// The merit of the node when it was live.
    pub(super) merit: Value,
}

impl<N> Place<N> {
    pub(super) fn root(root: N, merit: Value) -> Self {
        let siblings = Siblings::new(vec![(0, root)], &Rc::default());
        Self { siblings: Rc::new(siblings), rank: 0, ranks: Rc::default(), parent: None, merit }
    }

    pub(super) fn child(parent: &Rc<Self>, siblings: &Rc<Siblings<N>>, rank: usize, merit: Value) -> Self {
        let ranks = parent.ranks.iter().copied().chain([rank as u16]).collect();
        Self { siblings: Rc::clone(siblings), rank, ranks, parent: Some(Rc::clone(parent)), merit }
    }

    pub(super) fn next_sibling(&self, merit: Value) -> Option<Self> {
        let rank = self.rank + 1;
        let parent = self.parent.as_ref().filter(|_| rank < self.siblings.children.len())?;
        Some(Self::child(parent, &self.siblings, rank, merit))
    }

    pub(super) fn node(&self) -> &N {
        &self.siblings.children[self.rank].1
    }

    /// The number among the siblings in the order of the tree.
    pub(super) fn number(&self) -> u16 {
        self.siblings.children[self.rank].0
    }

    pub(super) fn path(&self) -> Vec<u16> {
        let below_root = successors(Some(self), |place| place.parent.as_deref()).take(self.ranks.len());
        let mut path: Vec<_> = below_root.map(Self::number).collect();
        path.reverse();
        path
    }
}

/// The children of a node, which are kept while a state has a place among them.
pub(super) struct Siblings<N> {
    children: Children<N>,
    /// The bytes that all siblings take.
    bytes: Rc<Cell<usize>>,
}

impl<N> Siblings<N> {
    fn new(children: Children<N>, bytes: &Rc<Cell<usize>>) -> Self {
        let siblings = Self { children, bytes: Rc::clone(bytes) };
        bytes.set(bytes.get() + siblings.own_bytes());
        siblings
    }

    const fn own_bytes(&self) -> usize {
        self.children.capacity() * size_of::<(u16, N)>()
    }
}

impl<N> Drop for Siblings<N> {
    fn drop(&mut self) {
        self.bytes.set(self.bytes.get() - self.own_bytes());
    }
}

/// A state: live, to be searched, or solved.
pub(super) struct State<N> {
    pub(super) place: Rc<Place<N>>,
    pub(super) merit: Value,
    pub(super) is_solved: bool,
    /// The path of the leaf that the merit comes from.
    pub(super) from: Rc<NodePath>,
}

impl<N> State<N> {
    pub(super) fn live(place: Rc<Place<N>>, from: Rc<NodePath>) -> Self {
        Self { merit: place.merit, place, is_solved: false, from }
    }
}

/// The states, each found by its merit or by its place.
pub(super) struct StateList<N> {
    /// The player for whom a merit is better the higher it is.
    player: Player,
    states: BTreeMap<Rc<NodePath>, State<N>>,
    /// The best first, then the leftmost.
    by_merit: BTreeSet<(Value, Rc<NodePath>)>,
    siblings_bytes: Rc<Cell<usize>>,
}

impl<N> StateList<N> {
    pub(super) fn new(player: Player) -> Self {
        let (states, by_merit) = (BTreeMap::new(), BTreeSet::new());
        Self { player, states, by_merit, siblings_bytes: Rc::default() }
    }

    /// The children of a node, for the places of states.
    pub(super) fn siblings(&self, children: Children<N>) -> Rc<Siblings<N>> {
        Rc::new(Siblings::new(children, &self.siblings_bytes))
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

    /// About the bytes that a state takes, with its place and its entries.
    const STATE_BYTES: usize = 256;

    /// About the bytes that the states take, with their siblings.
    pub(super) fn bytes(&self) -> usize {
        self.len() * Self::STATE_BYTES + self.siblings_bytes.get()
    }

    /// Takes out a state below a node, if there is one.
    pub(super) fn take_descendant(&mut self, place: &Place<N>) -> Option<State<N>> {
        let (ranks, _) = self.states.range(Rc::clone(&place.ranks)..).next()?;
        let ranks = Rc::clone(Some(ranks).filter(|ranks| ranks.starts_with(&place.ranks))?);
        let state = self.states.remove(&ranks)?;
        self.by_merit.remove(&(-self.player.view(state.merit), ranks));
        Some(state)
    }
}
