//! The files of expected results.

use bestmove::classic::{GivenTree, Player, Tree};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// A file of `tests/classic/data`.
pub(crate) fn read(name: &str) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/classic/data");
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
