//! Game trees.

use crate::value::{Player, Value};

/// A game tree: a node is a leaf with a value for Max, or has children in an order. The players
/// alternate. A chance node is nobody's move: the player who would move there moves at its
/// children.
pub trait Tree {
    /// A node, cheap to copy.
    type Node: Clone;

    /// The root.
    fn root(&self) -> Self::Node;

    /// The player to move at the root.
    fn root_player(&self) -> Player;

    /// The children in their order, at most 65,535; none at a leaf.
    fn children(&self, node: &Self::Node) -> impl ExactSizeIterator<Item = Self::Node>;

    /// The value of a leaf; of another node its static value, zero where the tree has none.
    fn value(&self, node: &Self::Node) -> Value;

    /// The most plies that a leaf can be away from the root, if that is known: it saves looking for the deepest one.
    fn max_depth(&self) -> Option<usize> {
        None
    }

    /// The depth to which the tree has all moves, if it is known: noisy moves may go on beyond it.
    fn full_width_depth(&self) -> Option<usize> {
        self.max_depth()
    }

    /// The move to a child, as the killer and history heuristics remember it: the number of the child by
    /// default.
    fn move_to(&self, _: &Self::Node, child: usize) -> usize {
        child
    }

    /// Whether there may be chance nodes.
    fn has_chance(&self) -> bool {
        false
    }

    /// Whether chance decides at a node with children: a roll of dice, a card.
    fn is_chance(&self, _: &Self::Node) -> bool {
        false
    }

    /// The chance of a child of a chance node, in proportion to those of its siblings.
    fn weight(&self, _child: &Self::Node) -> u32 {
        1
    }

    /// The least and the largest value of a leaf, if they are known.
    fn leaf_range(&self) -> Option<(Value, Value)> {
        None
    }

    /// Whether the move to a child is noisy, as captures are; never by default.
    fn is_noisy(&self, _: &Self::Node, _child: usize) -> bool {
        false
    }

    /// The number of a node, if the tree is uniform and knows it: breadth first from 0.
    fn number(&self, _: &Self::Node) -> Option<u32> {
        None
    }

    /// The same number for nodes that are the same position with the same tree below it, and different ones for
    /// others; none where each node is a position of its own.
    fn position_key(&self, _: &Self::Node) -> Option<u64> {
        None
    }
}
