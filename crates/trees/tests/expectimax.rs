//! Expectimax against exact fractions.

use crate::recorder::run;
use crate::trees::any_tree;
use bestmove_trees::{Event, GivenTree, Player, Search, Settings, Tree};

/// The expectation of a node as a fraction with this denominator.
fn expectation(tree: &GivenTree, node: u32, player: Player, denominator: i128) -> i128 {
    let children: Vec<_> = tree.children(&node).collect();
    let value = |child| expectation(tree, child, !player, denominator);
    match children.len() as i128 {
        0 => i128::from(tree.value(&node)) * denominator,
        count if player != tree.root_player() => {
            let sum: i128 = children.into_iter().map(value).sum();
            assert_eq!(sum % count, 0, "the denominator has all factors");
            sum / count
        }
        _ if player == Player::Max => children.into_iter().map(value).max().unwrap(),
        _ => children.into_iter().map(value).min().unwrap(),
    }
}

#[test]
fn the_opponent_plays_at_random() {
    // Up to six children, and three plies of chance.
    let denominator = 60_i128.pow(4);
    let mut fractions = 0;
    for seed in 0..2_000 {
        let tree = any_tree(seed);
        let (outcome, recorder) = run(Search::Expectimax, &tree, &Settings::default());
        let exact = expectation(&tree, tree.root(), tree.root_player(), denominator);
        let difference = (i128::from(outcome.value) * denominator - exact).abs();
        assert!(2 * difference <= denominator, "seed {seed}, {tree}: {outcome:?}");
        fractions += u32::from(difference != 0);
        let of_child = |child| expectation(&tree, child, !tree.root_player(), denominator);
        let first_best = tree.children(&tree.root()).position(|child| of_child(child) == exact);
        assert_eq!(outcome.best.map(usize::from), first_best, "seed {seed}, {tree}");
        assert_eq!(recorder.evaluated().len(), tree.leaf_count());
        assert!(!recorder.events.iter().any(|(_, event)| matches!(event, Event::Cut(_))));
    }
    assert!(fractions > 200, "{fractions}");
}

/// Max takes the better mean, though the other node has the better worst case and the same value to
/// the nearest integer.
#[test]
fn means_are_compared_before_they_are_told() {
    let tree = GivenTree::parse("[[5, 5, 5], [4, 4, 8]]", Player::Max).unwrap();
    let (outcome, _) = run(Search::Expectimax, &tree, &Settings::default());
    assert_eq!((outcome.value, outcome.best, outcome.line), (5, Some(1), vec![1]));
}
