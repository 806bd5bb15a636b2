//! Trees in memory.

use super::tree::Tree;
use crate::record::NodePath;
use crate::value::{MAX_VALUE, Player, Value};
use std::iter::repeat_n;
use std::ops::Range;

/// The most leaves of a tree.
pub const MAX_LEAVES: usize = 1_000_000;
/// The most nodes of a tree: enough for `MAX_LEAVES` where no node has a single child.
pub const MAX_NODES: usize = 2 * MAX_LEAVES;
/// The most plies from the root to a leaf, few enough to recurse.
pub const MAX_DEPTH: usize = 64;
/// The most children of a node, as a [`NodePath`] numbers them.
pub const MAX_CHILDREN: usize = u16::MAX as usize;

/// A tree in memory. Its nodes are numbered breadth first, so that siblings are next to each other; its
/// leaves are numbered from left to right.
///
/// As text, a node is a number or the list of its children: `[[3, 5], [2, [9, 1]]]`. A static value of an
/// inner node stands before its list, as in `[4: [3, 5], 2]`. The children of a chance node stand in braces, equally
/// likely as in `[{3, 5}, 2]`, or each after its chance, in proportion, as in `[{1: 3, 5: [9, 1]}, 2]`.
///
/// ```
/// use bestmove_trees::{GivenTree, Player};
///
/// let tree = GivenTree::parse("[[3, 5], [2, [9, 1]]]", Player::Max)?;
/// assert_eq!((tree.leaf_count(), tree.node_count(), tree.depth()), (5, 9, 3));
/// assert_eq!(tree.path(tree.leaf(3)), [1, 1, 0]);
/// # Ok::<(), bestmove_core::game::Invalid>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenTree {
    root_player: Player,
    shape: Shape,
    depth: usize,
}

/// The nodes and their values.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Shape {
    Any {
        nodes: Vec<Record>,
        /// The leaves from left to right.
        leaves: Vec<u32>,
    },
    /// Each inner node has as many children and all leaves are equally deep, so that the numbers of a node's
    /// children follow from its own.
    Uniform {
        branching: u32,
        inner: u32,
        leaves: u32,
        /// Each ply whose number, from 1, is a multiple of this is one of chance; none if 0.
        chance: u32,
        values: Values,
    },
}

/// The values of a uniform tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Values {
    /// All leaves have this one.
    Constant(Value),
    /// Those of the leaves; inner nodes have none.
    Leaves(Vec<Value>),
    /// Those of all nodes.
    Nodes(Vec<Value>),
}

/// A node of any tree.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Record {
    value: Value,
    parent: u32,
    first_child: u32,
    children: u32,
    /// The number of the leftmost leaf at or below the node.
    first_leaf: u32,
    is_chance: bool,
    weight: u32,
}

/// A tree in the making: a node without children is a leaf.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) value: Value,
    pub(super) children: Vec<Self>,
    pub(super) is_chance: bool,
    /// Its chance, if its parent is a chance node.
    pub(super) weight: u32,
}

impl Draft {
    pub(super) const fn leaf(value: Value) -> Self {
        Self::inner(value, Vec::new())
    }

    /// A node where a player moves.
    pub(super) const fn inner(value: Value, children: Vec<Self>) -> Self {
        Self { value, children, is_chance: false, weight: 1 }
    }
}

impl GivenTree {
    /// The tree of a draft that is within the limits.
    pub(super) fn from_draft(draft: &Draft, root_player: Player) -> Self {
        let (mut drafts, mut parents) = (vec![draft], vec![0]);
        let mut nodes = Vec::new();
        while let Some(&Draft { value, ref children, is_chance, weight }) = drafts.get(nodes.len()).copied() {
            debug_assert!(children.len() <= MAX_CHILDREN && (-MAX_VALUE..=MAX_VALUE).contains(&value));
            parents.extend(repeat_n(nodes.len() as u32, children.len()));
            nodes.push(Record {
                value,
                parent: parents[nodes.len()],
                first_child: drafts.len() as u32,
                children: children.len() as u32,
                first_leaf: 0,
                is_chance,
                weight,
            });
            drafts.extend(children);
        }
        let (mut leaves, mut depth) = (Vec::new(), 0);
        number_leaves(&mut nodes, 0, 0, &mut leaves, &mut depth);
        Self { root_player, shape: Shape::Any { nodes, leaves }, depth }
    }

    /// A uniform tree, whose values are in the order of the numbers of their nodes.
    pub(super) const fn uniform(
        size: UniformSize,
        depth: usize,
        chance: usize,
        values: Values,
        root_player: Player,
    ) -> Self {
        let UniformSize { branching, inner, leaves } = size;
        let (branching, inner, leaves) = (branching as u32, inner as u32, leaves as u32);
        let shape = Shape::Uniform { branching, inner, leaves, chance: chance as u32, values };
        Self { root_player, shape, depth }
    }

    fn child_range(&self, node: u32) -> Range<u32> {
        match &self.shape {
            Shape::Any { nodes, .. } => {
                let Record { first_child, children, .. } = nodes[node as usize];
                first_child..first_child + children
            }
            Shape::Uniform { branching, inner, .. } if node < *inner => {
                let first = node * branching + 1;
                first..first + branching
            }
            Shape::Uniform { .. } => 0..0,
        }
    }

    /// The number of nodes, leaves included.
    #[must_use]
    pub const fn node_count(&self) -> usize {
        match &self.shape {
            Shape::Any { nodes, .. } => nodes.len(),
            Shape::Uniform { inner, leaves, .. } => (*inner + *leaves) as usize,
        }
    }

    /// The number of leaves.
    #[must_use]
    pub const fn leaf_count(&self) -> usize {
        match &self.shape {
            Shape::Any { leaves, .. } => leaves.len(),
            Shape::Uniform { leaves, .. } => *leaves as usize,
        }
    }

    /// The plies from the root to the deepest leaf.
    #[must_use]
    pub const fn depth(&self) -> usize {
        self.depth
    }

    /// The largest number of children.
    #[must_use]
    pub fn branching(&self) -> usize {
        match &self.shape {
            Shape::Any { nodes, .. } => {
                nodes.iter().map(|record| record.children as usize).max().unwrap_or(0)
            }
            Shape::Uniform { inner: 0, .. } => 0,
            Shape::Uniform { branching, .. } => *branching as usize,
        }
    }

    /// Whether all inner nodes have the same number of children and all leaves are equally deep.
    #[must_use]
    pub fn is_uniform(&self) -> bool {
        let Shape::Any { nodes, leaves } = &self.shape else { return true };
        let inner = nodes.iter().map(|record| record.children).filter(|&children| children > 0);
        let (least, most) = (inner.clone().min(), inner.max());
        least == most && leaves.iter().all(|&leaf| self.path(leaf).len() == self.depth)
    }

    /// Its size, if it was made as a uniform tree.
    #[must_use]
    pub const fn uniform_size(&self) -> Option<UniformSize> {
        match self.shape {
            Shape::Any { .. } => None,
            Shape::Uniform { branching, inner, leaves, .. } => Some(UniformSize {
                branching: branching as usize,
                inner: inner as usize,
                leaves: leaves as usize,
            }),
        }
    }

    /// The leaf with this number.
    ///
    /// # Panics
    ///
    /// If there are no more than `number` leaves.
    #[must_use]
    pub fn leaf(&self, number: usize) -> u32 {
        match &self.shape {
            Shape::Any { leaves, .. } => leaves[number],
            Shape::Uniform { inner, leaves, .. } => {
                assert!(number < *leaves as usize, "there are {leaves} leaves");
                *inner + number as u32
            }
        }
    }

    /// The numbers of the leaves at or below a node.
    #[must_use]
    pub fn leaves_below(&self, node: u32) -> Range<usize> {
        let descend = |node, child: fn(Range<u32>) -> Option<u32>| {
            std::iter::successors(Some(node), |&node| child(self.child_range(node))).last().unwrap_or(node)
        };
        let [leftmost, rightmost] =
            [descend(node, |mut children| children.next()), descend(node, Range::last)];
        self.leaf_number(leftmost)..self.leaf_number(rightmost) + 1
    }

    /// The number of a leaf from the left.
    fn leaf_number(&self, leaf: u32) -> usize {
        match &self.shape {
            Shape::Any { nodes, .. } => nodes[leaf as usize].first_leaf as usize,
            Shape::Uniform { inner, .. } => (leaf - inner) as usize,
        }
    }

    fn parent(&self, node: u32) -> u32 {
        match &self.shape {
            Shape::Any { nodes, .. } => nodes[node as usize].parent,
            Shape::Uniform { branching, .. } => (node - 1) / branching,
        }
    }

    /// The plies from the root to a node.
    fn ply(&self, node: u32) -> usize {
        let up = |&node: &u32| (node != self.root()).then(|| self.parent(node));
        std::iter::successors(Some(node), up).count() - 1
    }

    /// The path to a node.
    #[must_use]
    pub fn path(&self, mut node: u32) -> Vec<u16> {
        let mut path = Vec::new();
        while node != self.root() {
            let parent = self.parent(node);
            path.push((node - self.child_range(parent).start) as u16);
            node = parent;
        }
        path.reverse();
        path
    }

    /// The node at the end of a path, if there is one.
    #[must_use]
    pub fn at(&self, path: &NodePath) -> Option<u32> {
        path.iter().try_fold(self.root(), |node, &child| self.child_range(node).nth(child.into()))
    }
}

/// Numbers the leaves at or below a node from left to right.
fn number_leaves(nodes: &mut [Record], node: u32, ply: usize, leaves: &mut Vec<u32>, depth: &mut usize) {
    let record = &mut nodes[node as usize];
    record.first_leaf = leaves.len() as u32;
    let children = record.first_child..record.first_child + record.children;
    if children.is_empty() {
        leaves.push(node);
        *depth = (*depth).max(ply);
    }
    for child in children {
        number_leaves(nodes, child, ply + 1, leaves, depth);
    }
}

/// The size of a tree where each inner node has as many children and all leaves are equally deep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UniformSize {
    /// The children of each inner node.
    pub branching: usize,
    /// The number of inner nodes.
    pub inner: usize,
    /// The number of leaves.
    pub leaves: usize,
}

impl UniformSize {
    /// The size of a tree with that many children and plies.
    pub(super) fn new(branching: usize, depth: usize) -> Self {
        let of_ply = |ply| branching.pow(ply as u32);
        Self { branching, inner: (0..depth).map(of_ply).sum(), leaves: of_ply(depth) }
    }

    /// The number of nodes, leaves included.
    #[must_use]
    pub const fn nodes(&self) -> usize {
        self.inner + self.leaves
    }
}

impl Tree for GivenTree {
    type Node = u32;

    fn root(&self) -> u32 {
        0
    }

    fn root_player(&self) -> Player {
        self.root_player
    }

    fn children(&self, node: &u32) -> impl ExactSizeIterator<Item = u32> {
        self.child_range(*node)
    }

    fn value(&self, node: &u32) -> Value {
        let node = *node as usize;
        match &self.shape {
            Shape::Any { nodes, .. } => nodes[node].value,
            Shape::Uniform { values: Values::Nodes(values), .. } => values[node],
            Shape::Uniform { inner, values, .. } => match (node.checked_sub(*inner as usize), values) {
                (None, _) => 0,
                (Some(_), Values::Constant(value)) => *value,
                (Some(leaf), Values::Leaves(values) | Values::Nodes(values)) => values[leaf],
            },
        }
    }

    fn max_depth(&self) -> Option<usize> {
        Some(self.depth)
    }

    fn number(&self, node: &u32) -> Option<u32> {
        matches!(self.shape, Shape::Uniform { .. }).then_some(*node)
    }

    fn has_chance(&self) -> bool {
        match &self.shape {
            Shape::Any { nodes, .. } => nodes.iter().any(|record| record.is_chance),
            Shape::Uniform { chance, .. } => (1..=self.depth).contains(&(*chance as usize)),
        }
    }

    fn is_chance(&self, node: &u32) -> bool {
        match &self.shape {
            Shape::Any { nodes, .. } => nodes[*node as usize].is_chance,
            Shape::Uniform { chance: 0, .. } => false,
            Shape::Uniform { chance, inner, .. } => {
                node < inner && (self.ply(*node) as u32 + 1).is_multiple_of(*chance)
            }
        }
    }

    fn weight(&self, child: &u32) -> u32 {
        match &self.shape {
            Shape::Any { nodes, .. } => nodes[*child as usize].weight,
            Shape::Uniform { .. } => 1,
        }
    }

    fn leaf_range(&self) -> Option<(Value, Value)> {
        let values = (0..self.leaf_count()).map(|number| self.value(&self.leaf(number)));
        let range = |range: (Value, Value), value| (range.0.min(value), range.1.max(value));
        Some(values.fold((Value::MAX, Value::MIN), range))
    }
}
