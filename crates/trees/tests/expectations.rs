//! Numbers of leaves against exact expectations, within four standard errors where trees are drawn.

use crate::tally::{evaluations, tally};
use crate::theory::{fraction, rows};
use bestmove_trees::theory::{coin_leaves, mean_leaves_of_two_plies, reluctant_leaves, xi};
use bestmove_trees::{
    GivenTree, Leaves, Order, Player, RandomTree, Search, Settings, Window, minimal_leaves,
};

/// Checks that a mean is within four standard errors of its expectation.
fn assert_near(sample: &[u64], expected: f64, case: &str) {
    let count = sample.len() as f64;
    let mean = sample.iter().sum::<u64>() as f64 / count;
    let squares: f64 = sample.iter().map(|&value| (value as f64 - mean).powi(2)).sum();
    let error = (squares / (count - 1.0) / count).sqrt();
    assert!((mean - expected).abs() <= 4.0 * error + 1e-9, "{case}: {mean} ± {error}, expected {expected}");
}

#[test]
fn two_plies() {
    for branching in [2, 3, 4, 5, 6, 10] {
        let leaves = |seed| {
            let tree =
                RandomTree { branching, depth: 2, seed, leaves: Leaves::Distinct, quality: 0.0, chance: 0 };
            evaluations(Search::AlphaBeta, &tree.generate(Player::Max).unwrap(), &Settings::default())
        };
        let sample: Vec<_> = (1..=1000).map(leaves).collect();
        assert_near(&sample, mean_leaves_of_two_plies(branching as u32), &format!("branching {branching}"));
    }
}

/// All orders of four and of eight different leaves.
#[test]
fn all_orders() {
    for (depth, column) in [(2, "b2 d2"), (3, "b2 d3")] {
        let trees: Vec<_> = permutations(1 << depth).iter().map(|order| binary_tree(order)).collect();
        for row in rows("all-orders", 8) {
            let name = row["algorithm"].as_str().unwrap();
            let guess = Settings { guess: Some(0), ..Settings::default() };
            let (search, settings) = match name {
                "sss*" => (Search::SssStar, Settings::default()),
                "dual*" => (Search::DualStar, Settings::default()),
                "mtd 0" => (Search::MtdF, guess),
                id => (id.parse().unwrap(), Settings::default()),
            };
            let distinct = |tree: &GivenTree| tally(search, tree, &settings).1.distinct.len() as f64;
            let mean = trees.iter().map(distinct).sum::<f64>() / trees.len() as f64;
            assert!((mean - fraction(&row[column])).abs() < 1e-12, "{name}, {column}: {mean}");
        }
    }
}

fn permutations(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![vec![]];
    }
    let shorter = permutations(count - 1);
    let insert = |order: &Vec<usize>, at: usize| [&order[..at], &[count - 1], &order[at..]].concat();
    shorter.iter().flat_map(|order| (0..count).map(|at| insert(order, at))).collect()
}

fn binary_tree(leaves: &[usize]) -> GivenTree {
    fn text(leaves: &[usize]) -> String {
        match leaves {
            [leaf] => leaf.to_string(),
            _ => {
                let (left, right) = leaves.split_at(leaves.len() / 2);
                format!("[{}, {}]", text(left), text(right))
            }
        }
    }
    GivenTree::parse(&text(leaves), Player::Max).unwrap()
}

/// Whether Max wins at the root is all that this window asks.
fn win_or_loss() -> Settings {
    Settings { window: Window::at_least(1), ..Settings::default() }
}

#[test]
fn coins() {
    for (branching, depth) in [(2, 4), (2, 7), (3, 5), (4, 4), (5, 3), (6, 4)] {
        for p in [0.5, 1.0 - xi(branching)] {
            // The chance is that of the player who moves to the leaf.
            let one = if depth % 2 == 1 { p } else { 1.0 - p };
            let leaves = |seed| {
                let leaves = Leaves::Binary { one };
                let tree = RandomTree {
                    branching: branching as usize,
                    depth,
                    seed,
                    leaves,
                    quality: 0.0,
                    chance: 0,
                };
                evaluations(Search::AlphaBeta, &tree.generate(Player::Max).unwrap(), &win_or_loss())
            };
            let sample: Vec<_> = (1..=1000).map(leaves).collect();
            let expected = coin_leaves(branching, p).nth(depth).unwrap().mean();
            assert_near(&sample, expected, &format!("branching {branching}, depth {depth}, p {p}"));
        }
    }
}

#[test]
fn random_order_on_the_hardest_trees() {
    for (branching, depth) in [(2, 3), (2, 8), (3, 4), (4, 5), (5, 4), (6, 3)] {
        let expected = reluctant_leaves(branching).nth(depth).unwrap();
        for (wins, expected) in [(true, expected.if_won), (false, expected.if_lost)] {
            for root in [Player::Max, Player::Min] {
                let text = reluctant(branching, depth, root, wins);
                let tree = GivenTree::parse(&text, root).unwrap();
                let settings = |seed| Settings { order: Order::Random, seed, ..win_or_loss() };
                let leaves = |seed| evaluations(Search::AlphaBeta, &tree, &settings(seed));
                let sample: Vec<_> = (1..=1000).map(leaves).collect();
                assert_near(&sample, expected, &format!("branching {branching}, depth {depth}, won: {wins}"));
            }
        }
    }
}

/// A node that wins has one losing child, one that loses has none.
fn reluctant(branching: u32, depth: usize, player: Player, wins: bool) -> String {
    if depth == 0 {
        return i32::from((player == Player::Max) == wins).to_string();
    }
    let child = |number| reluctant(branching, depth - 1, !player, !(wins && number == 0));
    format!("[{}]", (0..branching).map(child).collect::<Vec<_>>().join(","))
}

/// The best cases of the table for 40 moves and of others, by running alpha-beta.
#[test]
fn perfect_order() {
    let cases = [(40, 0), (40, 1), (40, 2), (40, 3), (2, 15), (3, 10), (7, 5), (10, 6), (1000, 2), (1000, 1)];
    for (case, (branching, depth)) in cases.into_iter().enumerate() {
        let seed = case as u64;
        let perfect =
            RandomTree { branching, depth, seed, leaves: Leaves::Distinct, quality: 1.0, chance: 0 };
        for root in [Player::Max, Player::Min] {
            let tree = perfect.generate(root).unwrap();
            let best = minimal_leaves(branching as u64, depth as u32).unwrap();
            for search in [Search::AlphaBeta, Search::AlphaBetaFailHard] {
                assert_eq!(evaluations(search, &tree, &Settings::default()), best, "{perfect:?}");
            }
        }
    }
}

/// Best-first order makes a perfect tree of any.
#[test]
fn best_children_first() {
    for seed in 1..=50 {
        let random =
            RandomTree { branching: 3, depth: 5, seed, leaves: Leaves::Distinct, quality: 0.0, chance: 0 };
        let best_first = Settings { order: Order::Best, ..Settings::default() };
        for root in [Player::Max, Player::Min] {
            let tree = random.generate(root).unwrap();
            assert_eq!(Some(evaluations(Search::AlphaBeta, &tree, &best_first)), minimal_leaves(3, 5));
        }
    }
}
