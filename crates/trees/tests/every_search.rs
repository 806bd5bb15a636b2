//! Folds of the events of every search of the catalogue: counts, reasons, pictures, sets of leaves.

use crate::reasons::check_all;
use crate::recorded::uneven_tree;
use crate::recorder::{Recorder, run_with};
use crate::svg::with_class;
use bestmove_trees::picture::{Layout, MAX_DRAWN, Picture};
use bestmove_trees::{
    Answer, CATALOGUE, Counts, Event, GivenTree, MINUS_INFINITY, Order, PLUS_INFINITY, Player, RandomTree,
    Recording, Search, SearchAnswer, Settings, SplitMix64, State, Status, Ties, Tree, Value, Window,
};
use std::collections::BTreeSet;

fn random_tree(random: &mut SplitMix64) -> GivenTree {
    let (most, depth, values) = (2 + random.below(3), 2 + random.below(4), 2 + random.below(30));
    uneven_tree(random, most, depth as usize, values)
}

/// Settings of all kinds, drawn by chance.
fn random_settings(random: &mut SplitMix64) -> Settings {
    let alpha = random.below(20) as Value - 10;
    let windows = [Window::FULL, Window { alpha, beta: alpha + 3 }, Window::at_least(alpha)];
    let guesses = [None, Some(0), Some(PLUS_INFINITY), Some(MINUS_INFINITY), Some(alpha)];
    let orders = [Order::AsGiven, Order::AsGiven, Order::Static, Order::Best, Order::Worst, Order::Random];
    Settings {
        window: windows[random.below(3) as usize],
        ties: [Ties::Cut, Ties::Search][random.below(2) as usize],
        order: orders[random.below(6) as usize],
        seed: random.next_u64(),
        guess: guesses[random.below(5) as usize],
        ..Settings::default()
    }
}

fn recorded(search: Search, tree: &GivenTree, settings: &Settings) -> (SearchAnswer, Recording, Counts) {
    let mut observers = (Recording::new(usize::MAX), Counts::default());
    let outcome = run_with(search, tree, settings, &mut observers).unwrap();
    (outcome, observers.0, observers.1)
}

#[test]
fn reasons_of_every_search_are_true() {
    let mut random = SplitMix64::new(11);
    let (mut seen, mut from_windows) = (0, 0);
    for _ in 0..500 {
        let tree = random_tree(&mut random);
        let settings = random_settings(&mut random);
        // The reasons of other rules are not about the values of minimax.
        for entry in CATALOGUE.iter().filter(|entry| entry.answer != Answer::Other) {
            let (_, recording, _) = recorded(entry.search, &tree, &settings);
            let (reasons, windows) = check_all(&tree, recording.iter());
            (seen, from_windows) = (seen + reasons, from_windows + windows);
        }
    }
    assert!(seen > 10_000 && from_windows > 1_000, "{seen}, {from_windows}");
}

#[test]
fn pictures_of_every_search_are_grey_where_nobody_was() {
    let mut random = SplitMix64::new(12);
    for _ in 0..40 {
        let tree = random_tree(&mut random);
        let settings = random_settings(&mut random);
        let layout = Layout::new(&tree, None, MAX_DRAWN).unwrap();
        for entry in CATALOGUE {
            let (_, recording, _) = recorded(entry.search, &tree, &settings);
            // A bisection of a single value needs no search.
            if recording.is_empty() {
                continue;
            }
            let mut state = State::new(&layout);
            let mut visited = BTreeSet::new();
            for (path, event) in recording.iter() {
                state.apply(&path, event);
                if matches!(event, Event::Enter { .. }) {
                    visited.insert(path);
                }
            }
            let svg = Picture::new(&state, entry.name).svg();
            let grey = with_class(&svg, "left-out");
            let done = &with_class(&svg, "finished") | &with_class(&svg, "dropped");
            let place = format!("{:?} with {settings:?}: {tree}", entry.search);
            assert_eq!(done, visited, "{place}");
            assert!(grey.is_disjoint(&visited), "{place}");
            assert_eq!(grey.len() + visited.len(), layout.places().len(), "{place}");
        }
    }
}

#[test]
fn every_step_of_every_search_agrees_with_its_events() {
    let mut random = SplitMix64::new(13);
    for _ in 0..100 {
        let tree = random_tree(&mut random);
        let settings = random_settings(&mut random);
        let layout = Layout::new(&tree, None, MAX_DRAWN).unwrap();
        for entry in CATALOGUE {
            let (_, recording, _) = recorded(entry.search, &tree, &settings);
            let mut state = State::new(&layout);
            let mut visited = BTreeSet::new();
            for (path, event) in recording.iter() {
                state.apply(&path, event);
                let node = layout.at(&path).0;
                let status = state.nodes()[node as usize].status;
                match event {
                    Event::Enter { .. } => {
                        visited.insert(node);
                        assert_eq!(status, Status::Open);
                    }
                    Event::Leave { score, bound } => {
                        assert_eq!(status, Status::Finished { score: score.into(), bound });
                    }
                    _ => {}
                }
            }
            for node in 0..layout.places().len() as u32 {
                assert_eq!(state.nodes()[node as usize].is_visited(), visited.contains(&node));
            }
        }
    }
}

#[test]
fn counts_of_every_search_are_those_of_its_events() {
    let mut random = SplitMix64::new(14);
    for _ in 0..200 {
        let tree = random_tree(&mut random);
        let settings = random_settings(&mut random);
        for entry in CATALOGUE {
            let (_, _, counts) = recorded(entry.search, &tree, &settings);
            let mut recorder = Recorder::default();
            run_with(entry.search, &tree, &settings, &mut recorder).unwrap();
            assert_eq!(counts.nodes as usize, recorder.nodes());
            assert_eq!(counts.evaluations as usize, recorder.evaluated().len());
            let leaves = recorder.evaluated().into_iter();
            let distinct: BTreeSet<_> =
                leaves.filter(|path| tree.children(&tree.at(path).unwrap()).len() == 0).collect();
            assert_eq!(counts.leaves().unwrap().iter().collect::<BTreeSet<_>>(), distinct);
            assert_eq!(counts.distinct(), Some(distinct.len()));
            assert_eq!(counts.passes as usize, recorder.passes());
            assert_eq!(counts.largest_list, recorder.largest_list());
            assert_eq!(counts.cutoffs() as usize, recorder.cutoffs().len());
        }
    }
}

/// The catalogue says which search's leaves contain those of another. Half of the trees have equal leaves.
#[test]
fn leaves_are_within_those_that_the_catalogue_names() {
    let mut compared = 0;
    for seed in 0..1_000 {
        let leaves = match seed % 2 {
            0 => bestmove_trees::Leaves::Integers { low: -3, high: 3 },
            _ => bestmove_trees::Leaves::Distinct,
        };
        let (branching, depth) = [(2, 5), (3, 4), (4, 3), (2, 6), (5, 2)][seed as usize % 5];
        let tree = RandomTree { branching, depth, seed, leaves, quality: 0.0, chance: 0 }
            .generate(Player::Max)
            .unwrap();
        let mut counts = Vec::new();
        for entry in CATALOGUE {
            let (_, _, counted) = recorded(entry.search, &tree, &Settings::default());
            counts.push((entry, counted));
        }
        for (entry, own) in &counts {
            let Some(other) = entry.within else { continue };
            let (_, other) = counts.iter().find(|(entry, _)| entry.search == other).unwrap();
            let missing = own.leaves().unwrap().first_missing(other.leaves().unwrap());
            assert_eq!(missing, None, "{:?} on {tree}", entry.search);
            compared += 1;
        }
    }
    assert!(compared > 10_000, "{compared}");
}

#[test]
fn the_line_of_exact_searches_leads_to_the_value() {
    let mut random = SplitMix64::new(15);
    for _ in 0..300 {
        let tree = random_tree(&mut random);
        let layout = Layout::new(&tree, None, MAX_DRAWN).unwrap();
        for search in
            [Search::Minimax, Search::AlphaBeta, Search::AlphaBetaFailHard, Search::Pvs, Search::Scout]
        {
            let (outcome, recording, _) = recorded(search, &tree, &Settings::default());
            assert_eq!(State::at(&layout, &recording, usize::MAX).line(), outcome.line, "{search:?}: {tree}");
        }
    }
}
