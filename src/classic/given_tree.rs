//! Trees that are given node by node.

use super::{MAX_VALUE, Path, Player, Tree, Value};
use std::iter::repeat_n;
use std::ops::Range;

/// The most leaves of a tree.
pub const MAX_LEAVES: usize = 1_000_000;
/// The most nodes of a tree: enough for `MAX_LEAVES` where no node has a single child.
pub const MAX_NODES: usize = 2 * MAX_LEAVES;
/// The most plies from the root to a leaf, few enough to recurse.
pub const MAX_DEPTH: usize = 64;
/// The most children of a node, as a [`Path`] numbers them.
pub const MAX_CHILDREN: usize = u16::MAX as usize;

/// A tree in memory. Its nodes are numbered breadth first, so that siblings are next to each other; its
/// leaves are numbered from left to right.
///
/// As text, a node is a number or the list of its children: `[[3, 5], [2, [9, 1]]]`. A static value of an
/// inner node stands before its list, as in `[4: [3, 5], 2]`.
///
/// ```
/// use bestmove::classic::{GivenTree, Player};
///
/// let tree = GivenTree::parse("[[3, 5], [2, [9, 1]]]", Player::Max)?;
/// assert_eq!((tree.leaf_count(), tree.node_count(), tree.depth()), (5, 9, 3));
/// assert_eq!(tree.path(tree.leaf(3)), [1, 1, 0]);
/// # Ok::<(), bestmove::game::Invalid>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenTree {
    root_player: Player,
    nodes: Vec<Record>,
    /// The leaves from left to right.
    leaves: Vec<u32>,
    depth: usize,
}

/// A node of the arena.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Record {
    value: Value,
    parent: u32,
    first_child: u32,
    children: u32,
    /// The number of the leftmost leaf at or below the node.
    first_leaf: u32,
}

/// A tree in the making: a node without children is a leaf.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) value: Value,
    pub(super) children: Vec<Self>,
}

impl Draft {
    pub(super) const fn leaf(value: Value) -> Self {
        Self { value, children: Vec::new() }
    }
}

impl GivenTree {
    /// The tree of a draft that is within the limits.
    pub(super) fn from_draft(draft: &Draft, root_player: Player) -> Self {
        let (mut drafts, mut parents) = (vec![draft], vec![0]);
        let mut nodes = Vec::new();
        while let Some(Draft { value, children }) = drafts.get(nodes.len()) {
            debug_assert!(children.len() <= MAX_CHILDREN && (-MAX_VALUE..=MAX_VALUE).contains(value));
            parents.extend(repeat_n(nodes.len() as u32, children.len()));
            nodes.push(Record {
                value: *value,
                parent: parents[nodes.len()],
                first_child: drafts.len() as u32,
                children: children.len() as u32,
                first_leaf: 0,
            });
            drafts.extend(children);
        }
        let mut tree = Self { root_player, nodes, leaves: Vec::new(), depth: 0 };
        tree.number_leaves(0, 0);
        tree
    }

    fn number_leaves(&mut self, node: u32, ply: usize) {
        self.nodes[node as usize].first_leaf = self.leaves.len() as u32;
        let children = self.child_range(node);
        if children.is_empty() {
            self.leaves.push(node);
            self.depth = self.depth.max(ply);
        }
        for child in children {
            self.number_leaves(child, ply + 1);
        }
    }

    fn record(&self, node: u32) -> &Record {
        &self.nodes[node as usize]
    }

    fn child_range(&self, node: u32) -> Range<u32> {
        let record = self.record(node);
        record.first_child..record.first_child + record.children
    }

    /// The number of nodes, leaves included.
    #[must_use]
    pub const fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The number of leaves.
    #[must_use]
    pub const fn leaf_count(&self) -> usize {
        self.leaves.len()
    }

    /// The plies from the root to the deepest leaf.
    #[must_use]
    pub const fn depth(&self) -> usize {
        self.depth
    }

    /// The largest number of children.
    #[must_use]
    pub fn branching(&self) -> usize {
        self.nodes.iter().map(|record| record.children as usize).max().unwrap_or(0)
    }

    /// Whether all inner nodes have the same number of children and all leaves are equally deep.
    #[must_use]
    pub fn is_uniform(&self) -> bool {
        let inner = self.nodes.iter().map(|record| record.children).filter(|&children| children > 0);
        let (least, most) = (inner.clone().min(), inner.max());
        least == most && self.leaves.iter().all(|&leaf| self.path(leaf).len() == self.depth)
    }

    /// The leaf with this number.
    ///
    /// # Panics
    ///
    /// If there are no more than `number` leaves.
    #[must_use]
    pub fn leaf(&self, number: usize) -> u32 {
        self.leaves[number]
    }

    /// The numbers of the leaves at or below a node.
    #[must_use]
    pub fn leaves_below(&self, node: u32) -> Range<usize> {
        let last = |node| self.child_range(node).last();
        let rightmost = std::iter::successors(Some(node), |&node| last(node)).last().unwrap_or(node);
        self.record(node).first_leaf as usize..self.record(rightmost).first_leaf as usize + 1
    }

    /// The path to a node.
    #[must_use]
    pub fn path(&self, mut node: u32) -> Vec<u16> {
        let mut path = Vec::new();
        while node != self.root() {
            let parent = self.record(node).parent;
            path.push((node - self.record(parent).first_child) as u16);
            node = parent;
        }
        path.reverse();
        path
    }

    /// The node at the end of a path, if there is one.
    #[must_use]
    pub fn at(&self, path: &Path) -> Option<u32> {
        path.iter().try_fold(self.root(), |node, &child| self.child_range(node).nth(child.into()))
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
        self.record(*node).value
    }

    fn max_depth(&self) -> Option<usize> {
        Some(self.depth)
    }
}
