//! What a search does, event by event. Counts, pictures and steps are folds over a prefix of the events.

use crate::value::{Bound, Player, Value, Window};

/// The way from the root to a node: the numbers of the children in the order of the tree, from 0.
pub type NodePath = [u16];

/// Which node an event is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeId<'a> {
    /// Its path.
    pub path: &'a NodePath,
    /// Its [number](crate::Tree::number), if the tree knows one and the search has asked for it: for sets of nodes.
    pub number: Option<u32>,
}

impl<'a> From<&'a NodePath> for NodeId<'a> {
    #[inline(always)]
    fn from(path: &'a NodePath) -> Self {
        Self { path, number: None }
    }
}

/// One thing that a search does at a node. Its values are whole, or means as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<V = Value> {
    /// Starts a pass over the whole tree, as iterative deepening, aspiration and MTD do.
    Pass {
        /// The window of the root.
        window: Window<V>,
        /// Plies that the pass looks ahead, if it is limited.
        depth: Option<u16>,
    },
    /// MTD: what is known of the value of the root after a pass, by all passes so far and the range that was given.
    Bounds {
        /// The value is at least this.
        lower: V,
        /// The value is at most this.
        upper: V,
    },
    /// Visits the node.
    Enter {
        /// The window on entry.
        window: Window<V>,
    },
    /// Calls the leaf function.
    Leaf {
        /// What it returned.
        value: V,
        /// Whether the node is a leaf at the horizon of a pass only, and has children in the tree.
        is_horizon: bool,
    },
    /// A child brought a better score than those before it.
    Improve {
        /// The best score so far.
        score: V,
        /// The number of the child.
        child: u16,
    },
    /// Leaves out the rest of the children.
    Cut(Cutoff<V>),
    /// Visits the node once more, because the score of the null window before is no more than a bound.
    Research {
        /// The window of the second search.
        window: Window<V>,
    },
    /// Late move reductions: the next visit looks less deep, and its score is not that of the full depth.
    Reduce {
        /// Plies less.
        plies: u16,
    },
    /// Star2: the next visit searches the first child alone, for a bound of the mean above.
    ProbeChild,
    /// Aspiration: the value of the root is outside the window of the pass. It fails high with a lower bound, low with
    /// an upper one.
    Fail {
        /// The score.
        score: V,
        /// What it says of the value.
        bound: Bound,
    },
    /// Finds bounds of the node's value in the memory or the transposition table. A visit that they answer is no node
    /// of the count.
    Probe {
        /// The value is at least this.
        lower: V,
        /// The value is at most this.
        upper: V,
        /// Whether that answers the visit.
        hit: bool,
    },
    /// Returns from the node.
    Leave {
        /// The score.
        score: V,
        /// What the score says of the value, given the window on entry.
        bound: Bound,
    },
    /// SSS*: puts the node into the list.
    Insert {
        /// No way of play through the node can exceed it; in DUAL* none can fall below.
        merit: V,
        /// Whether it is solved, or live.
        is_solved: bool,
    },
    /// SSS*: takes the node out of the list, as an ancestor is solved without it.
    Drop,
    /// SSS*: takes the node, solved, from the list.
    Solved {
        /// The merit of the state.
        merit: V,
    },
    /// SSS*: the list before a state is taken from it.
    List {
        /// States.
        states: usize,
    },
}

/// Children that a node leaves out, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cutoff<V = Value> {
    /// The player to move at the node: a cutoff at a Max node is a beta cutoff, at a Min node an alpha
    /// cutoff. At a chance node, the player for whom the mean is good enough.
    pub player: Player,
    /// Children searched, at least one.
    pub searched: u16,
    /// Children left out, at least one.
    pub skipped: u16,
    /// The best score of the node.
    pub score: V,
    /// The bound of the opponent that the score reaches.
    pub bound: V,
    /// What makes the score sufficient.
    pub against: Against<V>,
    /// How far up the bound comes from.
    pub reach: Reach,
}

/// What makes the score of a node sufficient for a cutoff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against<V = Value> {
    /// An ancestor where the opponent is to move and is already sure of a score that is as good or better.
    Ancestor {
        /// Its ply; the nearest such ancestor.
        ply: u16,
        /// The opponent's score there.
        sure: V,
    },
    /// The window with which the search came to the node: no ancestor is sure of enough.
    Window(Window<V>),
    /// The window with which the search came to a chance node: its mean cannot be inside, even if the other children
    /// are all worth this, the least or the most that there is.
    Chance {
        /// The window.
        window: Window<V>,
        /// The most favourable value of a child.
        rest: V,
        /// Whether probes leave some of the rest less than that.
        is_probed: bool,
    },
}

/// How far up the bound of a cutoff comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The best score of the parent's finished children would have cut too. Where that score is a bound, the ancestor
    /// that made it one is the one that is sure.
    Shallow,
    /// The bound comes from an ancestor further up.
    Deep,
    /// Only the window of the root or a null window cuts.
    Window,
}

impl Reach {
    /// All with their names.
    pub const ALL: &[(&str, Self)] =
        &[("shallow", Self::Shallow), ("deep", Self::Deep), ("window", Self::Window)];

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

/// A search that its observer has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Hears the events of a search.
pub trait Observer {
    /// An event at a node.
    ///
    /// # Errors
    ///
    /// [`Stopped`] ends the search.
    fn observe(&mut self, node: NodeId<'_>, event: Event) -> Result<(), Stopped>;

    /// An event at a node that is worth a mean, or is above one: its values are not rounded.
    ///
    /// # Errors
    ///
    /// [`Stopped`] ends the search.
    fn observe_mean(&mut self, node: NodeId<'_>, event: Event<f64>) -> Result<(), Stopped> {
        self.observe(node, event.rounded())
    }

    /// Whether visits and evaluations are all that it hears. A search then keeps no lines, so that its answer has no
    /// best move, and tells no cutoffs, whose reasons it does not look for.
    fn only_counts(&self) -> bool {
        false
    }

    /// A step of silent work between events, such as valuing children to put the best first.
    ///
    /// # Errors
    ///
    /// [`Stopped`] ends the search.
    fn poll(&mut self) -> Result<(), Stopped> {
        Ok(())
    }

    /// The search takes this many bytes of memory, which it keeps until its end.
    ///
    /// # Errors
    ///
    /// [`Stopped`] ends the search.
    fn hold(&mut self, _bytes: usize) -> Result<(), Stopped> {
        Ok(())
    }
}

/// Hears nothing.
impl Observer for () {
    fn observe(&mut self, _: NodeId<'_>, _: Event) -> Result<(), Stopped> {
        Ok(())
    }
}
