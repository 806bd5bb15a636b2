//! The files of expected results.

use crate::tally::Tally;
use bestmove_trees::{GivenTree, Player, Tree};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// A file of `tests/data`.
pub(crate) fn read(name: &str) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    serde_json::from_str(&fs::read_to_string(folder.join(name)).unwrap()).unwrap()
}

/// The player to move at the root of a tree.
pub(crate) fn player(tree: &Value) -> Player {
    match tree["root"].as_str() {
        Some("max") => Player::Max,
        Some("min") => Player::Min,
        other => panic!("root {other:?}"),
    }
}

/// A path as the files write it: numbers of children, joined by dots.
pub(crate) fn path(text: &str) -> Vec<u16> {
    text.split('.').filter(|child| !child.is_empty()).map(|child| child.parse().unwrap()).collect()
}

/// The values of the leaves, from left to right.
pub(crate) fn leaves(tree: &GivenTree) -> Vec<i32> {
    (0..tree.leaf_count()).map(|number| tree.value(&tree.leaf(number))).collect()
}

/// What plain minimax finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Minimax {
    pub(crate) value: i32,
    pub(crate) leaves: u64,
    pub(crate) nodes: u64,
}

/// Plain minimax, the oracle of all searches.
pub(crate) fn minimax<T: Tree>(tree: &T) -> Minimax {
    minimax_of(tree, &tree.root(), tree.root_player())
}

fn minimax_of<T: Tree>(tree: &T, node: &T::Node, player: Player) -> Minimax {
    let children = tree.children(node).map(|child| minimax_of(tree, &child, !player));
    let join = |left: Minimax, right: Minimax| Minimax {
        value: if player == Player::Max { left.value.max(right.value) } else { left.value.min(right.value) },
        leaves: left.leaves + right.leaves,
        nodes: left.nodes + right.nodes,
    };
    let below = children.reduce(join);
    below.map_or_else(
        || Minimax { value: tree.value(node), leaves: 1, nodes: 1 },
        |below| Minimax { nodes: below.nodes + 1, ..below },
    )
}

/// The smallest proof of the value of a tree.
pub(crate) fn smallest_proof<T: Tree>(tree: &T) -> Vec<u32> {
    bestmove_trees::smallest_proof(tree, &mut Tally::default()).unwrap()
}
