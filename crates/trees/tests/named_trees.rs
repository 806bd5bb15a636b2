//! The catalogue of trees.

use crate::data;
use bestmove_trees::{NAMED_TREES, NamedTree, Player, Tree};
use std::collections::HashMap;

/// The trees of the data with their values and least leaves, by text and root player.
fn expected() -> HashMap<(String, &'static str), (i64, u64)> {
    let files = ["worked_trees.json", "published_trees.json", "showcase_trees.json"].map(data::read);
    let mut trees = HashMap::new();
    for tree in files.iter().flat_map(|file| file["trees"].as_array().unwrap()) {
        let root = if tree["root"] == "max" { "max" } else { "min" };
        for tree in tree["variants"].as_array().unwrap_or(&vec![tree.clone()]) {
            let figures = (tree["value"].as_i64().unwrap(), tree["smallest_proof"].as_u64().unwrap());
            trees.insert((tree["tree"].to_string(), root), figures);
        }
    }
    trees
}

#[test]
fn named_trees_are_those_of_the_data() {
    let expected = expected();
    for named in NAMED_TREES.iter().filter(|named| !named.tree().has_chance()) {
        let root = if named.root == Player::Max { "max" } else { "min" };
        let text = named.text.replace(' ', "");
        let (value, proof) = expected.get(&(text, root)).unwrap_or_else(|| panic!("{}", named.id));
        let tree = named.tree();
        assert_eq!(tree.to_string(), named.text);
        assert_eq!(i64::from(data::minimax(&tree).value), *value, "{}", named.id);
        assert_eq!(data::smallest_proof(&tree).len() as u64, *proof, "{}", named.id);
    }
    let published = ["published_trees.json", "showcase_trees.json"].map(data::read);
    for tree in published.iter().flat_map(|file| file["trees"].as_array().unwrap()) {
        let text = tree["tree"].to_string();
        assert!(
            NAMED_TREES.iter().any(|named| named.text.replace(' ', "") == text),
            "{} is missing",
            tree["id"]
        );
    }
}

#[test]
fn entries_are_complete() {
    for (at, named) in NAMED_TREES.iter().enumerate() {
        let is_kebab = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase());
        assert!(named.id.split('-').all(is_kebab), "{}", named.id);
        assert!(NAMED_TREES[..at].iter().all(|other| other.id != named.id && other.title != named.title));
        assert!(named.shows.ends_with('.') && !named.shows.contains("  "), "{}", named.id);
        assert!(!named.source.is_empty() && !named.source.contains(".txt"), "{}", named.id);
        assert_eq!(NamedTree::find(named.id), Ok(named));
    }
    let error = NamedTree::find("figure").unwrap_err().to_string();
    assert!(error.starts_with("tree: expected one of textbook-figure, textbook-figure-swapped, "), "{error}");
    assert!(error.ends_with("got \"figure\""), "{error}");
}
