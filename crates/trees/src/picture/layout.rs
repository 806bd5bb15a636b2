//! The places of nodes: leaves at 0, 1, 2, … from left to right, a parent in the middle of its children, plies
//! below each other. They depend on the tree alone, so a picture stands still while a search goes on.

use crate::phrases;
use crate::record::NodePath;
use crate::resource_limiter::ResourceLimiter;
use crate::trees::{Tree, UniformSize, greatest_common_divisor};
use crate::value::{Player, Value};
use bestmove_core::game::Invalid;
use std::ops::Range;

/// The most nodes that a picture shows, unless told otherwise.
pub const MAX_DRAWN: usize = 2_000;
/// Nodes below the last ply that a layout visits to count leaves.
const MAX_COUNTED: usize = 200_000;

/// A tree with a place for each node. Nodes are numbered ply by ply, so siblings are next to each other.
#[derive(Clone, Debug)]
pub struct Layout {
    nodes: Vec<Place>,
    columns: usize,
    has_chance: bool,
}

/// A node and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The player to move; at a chance node the one who moves after it.
    pub player: Player,
    /// Whether chance decides there.
    pub is_chance: bool,
    /// The chance of the node, if its parent is a chance node.
    pub chance: Option<Box<str>>,
    /// Plies from the root.
    pub ply: u16,
    /// The number of the parent; of the root, 0.
    pub parent: u32,
    /// The number among the children of the parent.
    pub number: u16,
    /// What is below the node.
    pub below: Below,
    /// The column, in leaves from the left.
    pub x: f32,
    first_child: u32,
}

/// What is below a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Below {
    /// Nothing: it is a leaf.
    Leaf {
        /// Its value.
        value: Value,
    },
    /// So many children.
    Children(u16),
    /// A subtree that is not drawn.
    Folded {
        /// Its leaves, unless they were too many to count.
        leaves: Option<usize>,
    },
}

impl Layout {
    /// Draws at most `limit` nodes; with `plies`, nothing deeper.
    ///
    /// # Errors
    ///
    /// [`Invalid`] with the depth that could be drawn, if the tree has more nodes.
    pub fn new<T: Tree>(tree: &T, plies: Option<u16>, limit: usize) -> Result<Self, Invalid> {
        Self::paused(tree, plies, limit, &|| false)
    }

    /// Draws at most `limit` nodes; with `plies`, nothing deeper. Pauses before each of them.
    ///
    /// # Errors
    ///
    /// [`Invalid`] with the depth that could be drawn, if the tree has more nodes.
    pub fn paused<T: Tree>(
        tree: &T,
        plies: Option<u16>,
        limit: usize,
        limiter: &dyn ResourceLimiter,
    ) -> Result<Self, Invalid> {
        let mut found = vec![tree.root()];
        let root = Place::new(tree.root_player(), 0, 0, 0);
        let mut layout = Self { nodes: vec![root], columns: 0, has_chance: false };
        let mut budget = MAX_COUNTED;
        let mut at = 0;
        while at < layout.nodes.len() {
            // So few nodes are drawn to the end.
            limiter.pause().ok();
            let Place { player, ply, .. } = layout.nodes[at];
            let node = found[at].clone();
            let is_chance = tree.is_chance(&node);
            layout.nodes[at].is_chance = is_chance;
            layout.has_chance |= is_chance;
            let children = tree.children(&node);
            let (first_child, count) = (layout.nodes.len() as u32, children.len());
            let is_folded = count > 0 && plies.is_some_and(|plies| ply >= plies);
            layout.nodes[at].below = match count {
                0 => Below::Leaf { value: tree.value(&node) },
                _ if is_folded => Below::Folded { leaves: count_leaves(tree, &node, &mut budget) },
                count => Below::Children(count as u16),
            };
            layout.nodes[at].first_child = first_child;
            if !is_folded {
                if layout.nodes.len() + count > limit {
                    return Err(too_many(ply, limit));
                }
                found.extend(children);
                let player = if is_chance { player } else { !player };
                let child = |number| Place::new(player, ply + 1, at as u32, number);
                layout.nodes.extend((0..count as u16).map(child));
                if is_chance {
                    layout.tell_chances(tree, &found, first_child as usize);
                }
            }
            at += 1;
        }
        layout.place();
        Ok(layout)
    }

    /// Takes the chances of the nodes from a number on, which are the children of one.
    fn tell_chances<T: Tree>(&mut self, tree: &T, found: &[T::Node], first: usize) {
        let weights = found[first..].iter().map(|child| u64::from(tree.weight(child)));
        let all = weights.clone().sum();
        for (place, weight) in self.nodes[first..].iter_mut().zip(weights) {
            place.chance = Some(chance(weight, all).into());
        }
    }

    /// Refuses a uniform tree of more than `limit` nodes.
    ///
    /// # Errors
    ///
    /// [`Invalid`] with the depth that could be drawn.
    pub fn refuse_larger(size: &UniformSize, limit: usize) -> Result<(), Invalid> {
        let (mut nodes, mut of_ply) = (1, 1);
        for ply in 0.. {
            if nodes >= size.nodes() {
                break;
            }
            of_ply *= size.branching;
            nodes += of_ply;
            if nodes > limit {
                return Err(too_many(ply, limit));
            }
        }
        Ok(())
    }

    fn place(&mut self) {
        let mut stack = vec![0];
        while let Some(node) = stack.pop() {
            let children = self.children(node);
            if children.is_empty() {
                self.nodes[node as usize].x = self.columns as f32;
                self.columns += 1;
            }
            stack.extend(children.rev());
        }
        for node in (0..self.nodes.len()).rev() {
            let children = self.children(node as u32);
            if let (Some(first), Some(last)) = (children.clone().next(), children.last()) {
                self.nodes[node].x = f32::midpoint(self[first].x, self[last].x);
            }
        }
    }

    /// The places, by number; that of the root is first.
    #[must_use]
    pub fn places(&self) -> &[Place] {
        &self.nodes
    }

    /// Whether there are chance nodes.
    #[must_use]
    pub const fn has_chance(&self) -> bool {
        self.has_chance
    }

    /// The number of columns: leaves and folded subtrees.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.columns
    }

    /// The number of plies below the root.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.nodes.last().map_or(0, |deepest| deepest.ply.into())
    }

    /// The drawn children of a node.
    #[must_use]
    pub fn children(&self, node: u32) -> Range<u32> {
        let &Place { below, first_child, .. } = &self[node];
        match below {
            Below::Children(count) => first_child..first_child + u32::from(count),
            Below::Leaf { .. } | Below::Folded { .. } => 0..0,
        }
    }

    /// The last drawn node on a path, and whether the path ends there.
    #[must_use]
    pub fn at(&self, path: &NodePath) -> (u32, bool) {
        let mut node = 0;
        for &number in path {
            match self.children(node).nth(number.into()) {
                Some(child) => node = child,
                None => return (node, false),
            }
        }
        (node, true)
    }

    /// The path of a node.
    #[must_use]
    pub fn path(&self, mut node: u32) -> Vec<u16> {
        let mut path = Vec::new();
        while node != 0 {
            path.push(self[node].number);
            node = self[node].parent;
        }
        path.reverse();
        path
    }
}

impl std::ops::Index<u32> for Layout {
    type Output = Place;

    fn index(&self, node: u32) -> &Place {
        &self.nodes[node as usize]
    }
}

impl Place {
    const fn new(player: Player, ply: u16, parent: u32, number: u16) -> Self {
        let (is_chance, chance, below) = (false, None, Below::Children(0));
        Self { player, is_chance, chance, ply, parent, number, below, x: 0.0, first_child: 0 }
    }
}

/// A chance as a fraction, or with three decimal places where that is shorter.
fn chance(weight: u64, all: u64) -> String {
    let divisor = greatest_common_divisor(weight, all);
    let (weight, all) = (weight / divisor, all / divisor);
    if all < 100 { format!("{weight}/{all}") } else { format!("{:.3}", weight as f64 / all as f64) }
}

fn too_many(ply: u16, limit: usize) -> Invalid {
    Invalid::new(phrases::plies(), phrases::drawn_plies(limit, ply), phrases::more_nodes())
}

/// The leaves below a node, unless `budget` nodes are not enough to tell.
fn count_leaves<T: Tree>(tree: &T, node: &T::Node, budget: &mut usize) -> Option<usize> {
    let mut stack = vec![node.clone()];
    let mut leaves = 0;
    while let Some(node) = stack.pop() {
        let children = tree.children(&node);
        leaves += usize::from(children.len() == 0);
        *budget = budget.checked_sub(children.len())?;
        stack.extend(children);
    }
    Some(leaves)
}
