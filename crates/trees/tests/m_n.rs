//! M & N alpha-beta against M & N minimaxing.

use crate::recorder::run;
use crate::trees::any_tree;
use bestmove_trees::{Bound, Choice, Search, Settings, Window};

/// Choices with M and N of their own, M = N = 1 among them.
fn choices(seed: u64) -> [Choice; 4] {
    let bonus = [0, 1, 4, 7, 30][(seed % 5) as usize];
    let choice = |max_children, min_children| Choice { max_children, min_children, bonus };
    [choice(1, 1), choice(2, 1), choice(1, 3), choice(4, 2)]
}

#[test]
fn m_n_alpha_beta_finds_the_value_of_m_n_minimaxing() {
    let mut saved = 0;
    for seed in 0..3_000 {
        let tree = any_tree(seed);
        for choice in choices(seed) {
            let plain = Settings { choice, ..Settings::default() };
            let (truth, all) = run(Search::MNMinimax, &tree, &plain);
            let width = 1 + (seed % 7) as i32;
            let windows = [-3, -1, 0, 2].map(|less| truth.value - width + less);
            let windows = windows.map(|alpha| Window { alpha, beta: alpha + width });
            for window in windows.into_iter().chain([Window::FULL]) {
                let settings = Settings { window, ..plain.clone() };
                let (outcome, cut) = run(Search::MNAlphaBeta, &tree, &settings);
                let place = format!("seed {seed}, {tree}, {choice:?}, {window:?}");
                assert_eq!(outcome.value, window.clamp(truth.value), "{place}");
                let leaves = (cut.distinct_leaves(&tree), all.distinct_leaves(&tree));
                assert!(leaves.0.is_subset(&leaves.1) && cut.evaluated().len() == leaves.0.len(), "{place}");
                saved += leaves.1.len() - leaves.0.len();
            }
        }
    }
    assert!(saved > 100_000, "{saved}");
}

#[test]
fn with_one_child_each_it_is_alpha_beta() {
    for seed in 0..1_000 {
        let tree = any_tree(seed);
        for window in [Window::FULL, Window { alpha: -2, beta: 2 }] {
            let choice = Choice { max_children: 1, min_children: 1, bonus: 9 };
            let settings = Settings { window, choice, ..Settings::default() };
            let (m_n, events) = run(Search::MNAlphaBeta, &tree, &settings);
            let (alpha_beta, others) = run(Search::AlphaBetaFailHard, &tree, &settings);
            assert_eq!(m_n, alpha_beta, "seed {seed}, {tree}");
            assert_eq!(events.events, others.events, "seed {seed}, {tree}");
        }
    }
}

/// The second child of Max counts for half of what it is short of the bonus, so 0 below −3 and not below 1.
#[test]
fn a_choice_widens_the_window() {
    let tree =
        bestmove_trees::GivenTree::parse("[[1, 9], [-2, 9], [-3, 9]]", bestmove_trees::Player::Max).unwrap();
    let choice = Choice { max_children: 2, min_children: 1, bonus: 4 };
    let (outcome, recorder) = run(Search::MNAlphaBeta, &tree, &Settings { choice, ..Settings::default() });
    assert_eq!((outcome.value, outcome.bound), (1, Bound::Exact));
    assert_eq!(recorder.leaves(&tree), [0, 1, 2, 3, 4], "-2 is worth (4 − 3) / 2, -3 nothing");
}
