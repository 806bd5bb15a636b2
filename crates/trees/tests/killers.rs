//! The figures of the documentation: what killers save.

use crate::positions::{Rng, random_path};
use bestmove_core::game::Game;
use bestmove_core::games::{Checkers, ConnectFour};
use bestmove_core::types::Depth;
use bestmove_trees::{Counts, GameTree, Leaf, Leaves, Player, RandomTree, Search, Settings, Tree, catalogue};

/// Evaluations of alpha-beta, and with one and two killers a ply.
fn evaluations<T: Tree>(sums: &mut [u64; 3], tree: &T) {
    let kinds = [(Search::AlphaBeta, 1), (Search::Killer, 1), (Search::Killer, 2)];
    for (sum, (search, killers)) in sums.iter_mut().zip(kinds) {
        let mut counts = Counts::default();
        catalogue::run(search, tree, &Settings { killers, ..Settings::default() }, &mut counts).unwrap();
        *sum += counts.evaluations;
    }
}

/// The trees of 200 positions after some random moves each.
fn positions<G: Game>(plies: usize, depth: u8) -> [u64; 3] {
    let (mut sums, mut rng, knowledge) = ([0; 3], Rng(1), G::Knowledge::default());
    for _ in 0..200 {
        let position = *random_path::<G>(&mut rng, G::start(), plies).position();
        let tree = GameTree::<G>::new(position, &[], Depth::new(depth), &knowledge, Leaf::Evaluation);
        evaluations(&mut sums, &tree);
    }
    sums
}

#[test]
fn killers_save_leaves_in_games() {
    let mut random = [0; 3];
    for seed in 1..=200 {
        let tree =
            RandomTree { branching: 4, depth: 6, seed, leaves: Leaves::Distinct, quality: 0.0, chance: 0 };
        evaluations(&mut random, &tree.generate(Player::Max).unwrap());
    }
    assert_eq!(random, [183_839, 184_800, 184_433]);
    assert_eq!(positions::<ConnectFour>(6, 6), [2_058_938, 891_488, 713_442]);
    assert_eq!(positions::<Checkers>(10, 5), [209_103, 167_459, 153_045]);
}
