//! The minimal tree: critical positions, and the smallest proof of a value.
//!
//! Knuth and Moore, *An analysis of alpha-beta pruning*, 1975.

use super::silent;
use super::tree::Tree;
use crate::record::{NodePath, Observer, Stopped};
use crate::value::{Player, Value};

/// A critical position. A search that visits the best child of each node first visits no others, where the
/// tree is uniform and no two leaves are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Critical {
    /// Type 1, on the principal variation: the root, and the first child of a type 1. Which child
    /// is first is a matter of the line that the types are told beside: its next node at a type 1,
    /// the reply that refutes at a type 2.
    Pv,
    /// Type 2, where the first child cuts: the other children of a type 1, and all children of a type 3.
    Cut,
    /// Type 3, where all children are searched: the first child of a type 2.
    All,
}

impl Critical {
    /// The type of the node at the end of a path, if it is critical and the first child of each node is its best.
    #[must_use]
    pub fn at(path: &NodePath) -> Option<Self> {
        path.iter().try_fold(Self::Pv, |parent, &child| parent.child(child == 0))
    }

    /// The type of a child, if it is critical: of the one that stands for the first child, or of another.
    #[must_use]
    pub const fn child(self, is_first: bool) -> Option<Self> {
        match self {
            Self::Pv if is_first => Some(Self::Pv),
            Self::Cut if is_first => Some(Self::All),
            Self::Pv | Self::All => Some(Self::Cut),
            Self::Cut => None,
        }
    }

    /// Knuth and Moore's number of the type.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::Pv => 1,
            Self::Cut => 2,
            Self::All => 3,
        }
    }
}

/// The leaves of the minimal tree, b^⌈d/2⌉ + b^⌊d/2⌋ − 1: as many as alpha-beta evaluates in perfect order, and
/// the smallest proof of any uniform tree. `None` if the number is too large.
#[must_use]
pub fn minimal_leaves(branching: u64, depth: u32) -> Option<u64> {
    let half = branching.checked_pow(depth / 2)?;
    branching.checked_pow(depth.div_ceil(2))?.checked_sub(1)?.checked_add(half)
}

/// The numbers of the fewest leaves that prove the value of the root to be what it is, counted from the left.
///
/// They contain a leaf of each of two strategies: one child at the nodes of Max and all at the nodes of Min
/// prove that the value is at least so much, one at the nodes of Min and all at the nodes of Max that it is at most
/// so much. The two share one path.
///
/// # Errors
///
/// [`Stopped`] by the observer, which is polled at each node and hears of no event.
pub fn smallest_proof<T: Tree>(tree: &T, observer: &mut dyn Observer) -> Result<Vec<u32>, Stopped> {
    let (root, player) = (tree.root(), tree.root_player());
    let value = silent::value(tree, &root, player, None, observer)? as Value;
    let proofs = Prover { tree, value, next_leaf: 0, observer }.prove(&root, player)?;
    Ok(proofs.exact.expect("the value is the root's"))
}

struct Prover<'a, T: Tree> {
    tree: &'a T,
    value: Value,
    next_leaf: u32,
    observer: &'a mut dyn Observer,
}

/// The smallest proofs of a node, as numbers of leaves; `None` of what is not true.
struct Proofs {
    at_least: Option<Vec<u32>>,
    at_most: Option<Vec<u32>>,
    /// Both at once.
    exact: Option<Vec<u32>>,
}

impl<T: Tree> Prover<'_, T> {
    fn prove(&mut self, node: &T::Node, player: Player) -> Result<Proofs, Stopped> {
        self.observer.poll()?;
        let mut children = Vec::new();
        for child in self.tree.children(node) {
            children.push(self.prove(&child, !player)?);
        }
        if children.is_empty() {
            return Ok(self.prove_leaf(node));
        }
        let exact = smallest_exact(&children, player);
        let (at_least, at_most) = children.into_iter().map(|child| (child.at_least, child.at_most)).unzip();
        Ok(match player {
            Player::Max => Proofs { at_least: smallest(at_least), at_most: all(at_most), exact },
            Player::Min => Proofs { at_least: all(at_least), at_most: smallest(at_most), exact },
        })
    }

    fn prove_leaf(&mut self, node: &T::Node) -> Proofs {
        let (value, leaf) = (self.tree.value(node), self.next_leaf);
        self.next_leaf += 1;
        let proof = |holds: bool| holds.then(|| vec![leaf]);
        Proofs {
            at_least: proof(value >= self.value),
            at_most: proof(value <= self.value),
            exact: proof(value == self.value),
        }
    }
}

/// One child: the first of those with the fewest leaves.
fn smallest(proofs: Vec<Option<Vec<u32>>>) -> Option<Vec<u32>> {
    proofs.into_iter().flatten().min_by_key(Vec::len)
}

/// All children.
fn all(proofs: Vec<Option<Vec<u32>>>) -> Option<Vec<u32>> {
    proofs.into_iter().collect::<Option<Vec<_>>>().map(|proofs| proofs.concat())
}

/// Both proofs share the path through one child; the proof with all children needs the others too.
fn smallest_exact(children: &[Proofs], player: Player) -> Option<Vec<u32>> {
    let other = |child: &Proofs| -> Option<usize> {
        match player {
            Player::Max => child.at_most.as_ref().map(Vec::len),
            Player::Min => child.at_least.as_ref().map(Vec::len),
        }
    };
    let all: usize = children.iter().map(other).sum::<Option<usize>>()?;
    let size = |child: &Proofs| Some(child.exact.as_ref()?.len() + all - other(child)?);
    let sizes = children.iter().enumerate().filter_map(|(at, child)| Some((size(child)?, at)));
    let (_, shared) = sizes.min()?;
    let proof = |(at, child): (usize, &Proofs)| match player {
        _ if at == shared => child.exact.clone(),
        Player::Max => child.at_most.clone(),
        Player::Min => child.at_least.clone(),
    };
    children.iter().enumerate().map(proof).collect::<Option<Vec<_>>>().map(|proofs| proofs.concat())
}
