//! What must hold between the searches on every tree: 10,000 trees with fixed seeds, ties included.

use crate::recorder::{Recorder, run};
use crate::trees::{any_tree, mirrored, move_values, root_value, value};
use bestmove_trees::{
    Answer, Bound, CATALOGUE, GivenTree, MINUS_INFINITY, Order, PLUS_INFINITY, Player, Search, SearchAnswer,
    Settings, Ties, Tree, Window,
};
use std::collections::HashMap;

const TREES: u64 = 10_000;

fn guessing(guess: i32) -> Settings {
    Settings { guess: Some(guess), ..Settings::default() }
}

#[test]
fn all_find_the_value_and_the_best_move() {
    for seed in 0..TREES {
        let tree = any_tree(seed);
        let (truth, moves) = (root_value(&tree), move_values(&tree));
        let first_best = moves.iter().position(|value| *value == truth).map(|number| number as u16);
        for entry in &CATALOGUE {
            let place = format!("seed {seed}, {tree}, {}", entry.id);
            let (outcome, _) = run(entry.search, &tree, &Settings::default());
            match entry.answer {
                Answer::Other => continue,
                Answer::Exact => assert_eq!((outcome.value, outcome.bound), (truth, Bound::Exact), "{place}"),
                Answer::Bound => assert_bound(&place, truth, &outcome),
            }
            assert!(outcome.is_complete);
            if entry.answer == Answer::Exact {
                assert_best_play(&place, &tree, &outcome.line);
            }
            if takes_the_first_best(entry.search) {
                assert_eq!(outcome.best, first_best, "{place}");
            } else {
                let best = outcome.best.map(|best| moves[usize::from(best)]);
                assert_eq!(best, (!moves.is_empty()).then_some(truth), "{place}");
            }
        }
    }
}

/// Those that look at the children in order and need a better one to change their mind.
fn takes_the_first_best(search: Search) -> bool {
    use Search::{
        AlphaBeta, AlphaBetaFailHard, AlphaBetaIterative, AlphaBetaStoredBounds, Aspiration, BranchAndBound,
        LAlphaBeta, Minimax, NegaScout, Negamax, Pvs, Scout,
    };
    let in_order = [
        AlphaBeta,
        AlphaBetaFailHard,
        AlphaBetaIterative,
        AlphaBetaStoredBounds,
        Aspiration,
        BranchAndBound,
        LAlphaBeta,
        Minimax,
        NegaScout,
        Negamax,
        Pvs,
        Scout,
    ];
    in_order.contains(&search)
}

fn assert_bound(place: &str, truth: i32, outcome: &SearchAnswer) {
    let is_true = match outcome.bound {
        Bound::Exact => truth == outcome.value,
        Bound::Lower => truth >= outcome.value,
        Bound::Upper => truth <= outcome.value,
    };
    assert!(is_true, "{place}: {truth} {outcome:?}");
}

/// The line ends at a leaf, and all its moves are best.
fn assert_best_play(place: &str, tree: &GivenTree, line: &[u16]) {
    let truth = root_value(tree);
    let leaf = tree.at(line).unwrap();
    assert!(tree.children(&leaf).len() == 0, "{place}");
    for plies in 0..=line.len() {
        let player = if plies % 2 == 0 { tree.root_player() } else { !tree.root_player() };
        let value = value(tree, tree.at(&line[..plies]).unwrap(), player);
        assert_eq!(value, truth, "{place}: {line:?} after {plies} plies");
    }
}

#[test]
fn leaves_are_within_those_of_the_catalogue() {
    for seed in 0..TREES {
        let tree = any_tree(seed);
        let orders = [Order::AsGiven, Order::Static, Order::Best, Order::Worst, Order::Random];
        let order = orders[(seed % 10 / 2) as usize];
        let settings = Settings { order, ..Settings::default() };
        let leaves: HashMap<_, _> = CATALOGUE
            .iter()
            .map(|entry| (entry.search, run(entry.search, &tree, &settings).1.distinct_leaves(&tree)))
            .collect();
        for entry in &CATALOGUE {
            if let Some(larger) = entry.within {
                let is_subset = leaves[&entry.search].is_subset(&leaves[&larger]);
                assert!(is_subset, "seed {seed}, {order:?}, {tree}: {} outside {larger:?}", entry.id);
            }
        }
    }
}

#[test]
fn every_first_guess_stays_within_alpha_beta_and_evaluates_no_leaf_twice() {
    for seed in 0..TREES {
        let tree = any_tree(seed);
        let truth = root_value(&tree);
        let all = run(Search::AlphaBeta, &tree, &Settings::default()).1.distinct_leaves(&tree);
        for guess in [MINUS_INFINITY, PLUS_INFINITY, truth - 1, truth, truth + 1, 0, 1_000_000_000] {
            let (outcome, recorder) = run(Search::MtdF, &tree, &guessing(guess));
            let place = format!("seed {seed}, {tree}, guess {guess}");
            assert_eq!(outcome.value, truth, "{place}");
            let leaves = recorder.distinct_leaves(&tree);
            assert!(leaves.is_subset(&all), "{place}");
            assert_eq!(leaves.len(), recorder.evaluated().len(), "{place}");
            assert!(guess != truth || recorder.passes() <= 2, "{place}");
            let aspiration = Settings { margin: 1 + (seed % 3) as i32, ..guessing(guess) };
            let (outcome, recorder) = run(Search::Aspiration, &tree, &aspiration);
            assert_eq!(outcome.value, truth, "{place}");
            assert!(recorder.distinct_leaves(&tree).is_subset(&all), "{place}");
        }
    }
}

#[test]
fn sss_star_is_mtd_from_above_and_dual_star_from_below() {
    for seed in 0..TREES {
        let tree = any_tree(seed);
        let leaves =
            |search, settings: &Settings, tree: &GivenTree| run(search, tree, settings).1.leaves(tree);
        let plain = Settings::default();
        let place = format!("seed {seed}, {tree}");
        let (sss, dual) = (leaves(Search::SssStar, &plain, &tree), leaves(Search::DualStar, &plain, &tree));
        assert_eq!(sss, leaves(Search::MtdF, &guessing(PLUS_INFINITY), &tree), "{place}");
        assert_eq!(dual, leaves(Search::MtdF, &guessing(MINUS_INFINITY), &tree), "{place}");
        assert_eq!(dual, leaves(Search::SssStar, &plain, &mirrored(&tree)), "{place}");
    }
}

#[test]
fn the_list_of_sss_star_is_no_longer_than_stockman_says() {
    for seed in 0..TREES {
        let tree = any_tree(seed);
        if tree.is_uniform() {
            let depth = tree.depth() as u32;
            let [floor, ceil] =
                [depth / 2, depth.div_ceil(2)].map(|plies| tree.branching().max(1).pow(plies));
            let (max, min) = if tree.root_player() == Player::Max { (ceil, floor) } else { (floor, ceil) };
            let longest = |search| run(search, &tree, &Settings::default()).1.largest_list();
            assert!(
                longest(Search::SssStar) <= max && longest(Search::DualStar) <= min,
                "seed {seed}, {tree}"
            );
        }
    }
}

/// Three windows around the value of a tree.
fn windows(tree: &GivenTree, seed: u64) -> [Window; 3] {
    let truth = root_value(tree);
    let width = (seed % 4) as i32 + 1;
    [truth - width - 1, truth - 1, truth + 1].map(|alpha| Window { alpha, beta: alpha + width })
}

#[test]
fn fail_hard_is_fail_soft_clamped() {
    for seed in 0..TREES {
        let tree = any_tree(seed);
        for window in windows(&tree, seed) {
            let settings = Settings { window, ..Settings::default() };
            let place = format!("seed {seed}, {tree}, {window:?}");
            let (soft, soft_events) = run(Search::AlphaBeta, &tree, &settings);
            let (hard, hard_events) = run(Search::AlphaBetaFailHard, &tree, &settings);
            assert_eq!(hard.value, window.clamp(soft.value), "{place}");
            assert_eq!(hard_events.leaves(&tree), soft_events.leaves(&tree), "{place}");
            assert_bound(&place, root_value(&tree), &soft);
            assert_bound(&place, root_value(&tree), &hard);
        }
    }
}

/// Where a search cuts, and whose cutoffs these are. How far they reach depends on the scores, which are clamped to
/// the window in fail-hard alone.
fn cutoffs(recorder: &Recorder) -> Vec<(Vec<u16>, u16, &'static str)> {
    let cutoffs = recorder.cutoffs().into_iter();
    cutoffs.map(|(path, searched, side, _)| (path, searched, side)).collect()
}

#[test]
fn the_forms_of_alpha_beta_agree() {
    for seed in 0..TREES {
        let tree = any_tree(seed);
        for window in windows(&tree, seed).into_iter().chain([Window::FULL]) {
            let of = |search, ties| run(search, &tree, &Settings { window, ties, ..Settings::default() });
            let place = format!("seed {seed}, {tree}, {window:?}");
            let (hard, array) =
                (of(Search::AlphaBetaFailHard, Ties::Cut), of(Search::AlphaBetaIterative, Ties::Cut));
            assert_eq!(array.1.leaves(&tree), hard.1.leaves(&tree), "{place}");
            assert_eq!(cutoffs(&array.1), cutoffs(&hard.1), "{place}");
            assert_bound(&place, root_value(&tree), &array.0);
            let negamax = of(Search::AlphaBetaNegamax, Ties::Cut);
            assert_eq!(negamax.1.visits(), array.1.visits(), "{place}");
            assert_eq!(negamax.1.events, array.1.events, "{place}");
            assert_eq!((negamax.0.value, negamax.0.bound), (array.0.value, array.0.bound), "{place}");
            for ties in [Ties::Cut, Ties::Search] {
                let (soft, stored) = (of(Search::AlphaBeta, ties), of(Search::AlphaBetaStoredBounds, ties));
                assert_eq!(stored.1.visits(), soft.1.visits(), "{place}");
                assert_eq!((stored.0, stored.1.cutoffs()), (soft.0, soft.1.cutoffs()), "{place}");
            }
        }
    }
}

#[test]
fn windows_of_the_others_tell_true_bounds_too() {
    let searches = CATALOGUE.iter().filter(|entry| entry.options.contains(&bestmove_trees::Setting::Window));
    let searches: Vec<_> =
        searches.filter(|entry| entry.answer != Answer::Other).map(|entry| entry.search).collect();
    for seed in 0..TREES {
        let tree = any_tree(seed);
        for window in windows(&tree, seed) {
            let settings = Settings { window, ..Settings::default() };
            for search in &searches {
                let (outcome, _) = run(*search, &tree, &settings);
                assert_bound(
                    &format!("seed {seed}, {tree}, {window:?}, {search:?}"),
                    root_value(&tree),
                    &outcome,
                );
            }
        }
    }
}

#[test]
fn searching_ties_visits_a_superset() {
    for seed in 0..TREES {
        let tree = any_tree(seed);
        for search in [Search::AlphaBeta, Search::BranchAndBound] {
            let of = |ties| run(search, &tree, &Settings { ties, ..Settings::default() });
            let (cut, searched) = (of(Ties::Cut), of(Ties::Search));
            assert_eq!(cut.0.value, searched.0.value);
            assert!(
                cut.1.distinct_leaves(&tree).is_subset(&searched.1.distinct_leaves(&tree)),
                "seed {seed}, {tree}"
            );
        }
    }
}

#[test]
fn negascout_saves_second_searches_of_pvs() {
    let mut saved = 0;
    for seed in 0..TREES {
        let tree = any_tree(seed);
        let of = |search| run(search, &tree, &Settings::default()).1;
        let (pvs, negascout): (Recorder, Recorder) = (of(Search::Pvs), of(Search::NegaScout));
        assert_eq!(negascout.distinct_leaves(&tree), pvs.distinct_leaves(&tree), "seed {seed}, {tree}");
        assert!(negascout.evaluated().len() <= pvs.evaluated().len(), "seed {seed}, {tree}");
        saved += pvs.evaluated().len() - negascout.evaluated().len();
    }
    assert!(saved > 0);
}
