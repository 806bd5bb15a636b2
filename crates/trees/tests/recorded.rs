//! Trees and recordings for tests.

use bestmove_trees::{
    Event, GivenTree, NodePath, Player, Recording, SplitMix64, Ties, Tree, Value, Walk, Window, alpha_beta,
};
use std::collections::HashMap;

/// The events of alpha-beta.
pub(crate) fn recorded(tree: &GivenTree, window: Window, ties: Ties) -> Recording {
    let mut recording = Recording::new(usize::MAX);
    let mut walk = Walk::new(tree, ties, &mut recording);
    alpha_beta(&mut walk, &tree.root(), window).unwrap();
    recording
}

/// A random tree where nodes of one ply differ in their children, and leaves in their depth.
pub(crate) fn uneven_tree(random: &mut SplitMix64, most: u64, depth: usize, values: u64) -> GivenTree {
    let player = if random.below(2) == 0 { Player::Max } else { Player::Min };
    GivenTree::parse(&subtree(random, most, depth, values), player).unwrap()
}

fn subtree(random: &mut SplitMix64, most: u64, depth: usize, values: u64) -> String {
    if depth == 0 || random.below(8) == 0 {
        return (random.below(values) as i64 - values as i64 / 2).to_string();
    }
    let children = 1 + random.below(most);
    let children: Vec<_> = (0..children).map(|_| subtree(random, most, depth - 1, values)).collect();
    let value = random.below(values) as i64 - values as i64 / 2;
    format!("{value}: [{}]", children.join(","))
}

/// The exact value of each node, by path, to a depth.
pub(crate) fn minimax(tree: &GivenTree, depth: Option<u16>) -> HashMap<Vec<u16>, Value> {
    let mut values = HashMap::new();
    fill(tree, &mut Vec::new(), depth, &mut values);
    values
}

fn fill(
    tree: &GivenTree,
    path: &mut Vec<u16>,
    depth: Option<u16>,
    values: &mut HashMap<Vec<u16>, Value>,
) -> Value {
    let node = tree.at(path).unwrap();
    let children = if depth == Some(0) { 0 } else { tree.children(&node).len() as u16 };
    let scores: Vec<_> = (0..children)
        .map(|child| {
            path.push(child);
            let score = fill(tree, path, depth.map(|depth| depth - 1), values);
            path.pop();
            score
        })
        .collect();
    let value = match player_at(tree, path) {
        _ if scores.is_empty() => tree.value(&node),
        Player::Max => *scores.iter().max().unwrap(),
        Player::Min => *scores.iter().min().unwrap(),
    };
    values.insert(path.clone(), value);
    value
}

/// The player to move at a path.
pub(crate) fn player_at(tree: &GivenTree, path: &NodePath) -> Player {
    if path.len().is_multiple_of(2) { tree.root_player() } else { !tree.root_player() }
}

/// Whether an event enters a node.
pub(crate) const fn enters(event: Event) -> bool {
    matches!(event, Event::Enter { .. })
}
