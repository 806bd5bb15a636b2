//! Counts against those of other programs, and sets of leaves.

use crate::data;
use crate::recorded::recorded;
use crate::recorder::run_with;
use bestmove_trees::{
    CATALOGUE, Counts, Event, GivenTree, LeafCounts, Observer, PathSet, Recording, Search, Settings, Stopped,
    Ties, Tree, TreeSource, Walk, Window, alpha_beta,
};
use serde_json::Value;

fn counted(tree: &GivenTree, limit: usize) -> Counts {
    let mut counts = Counts::new(limit);
    let mut walk = Walk::new(tree, Ties::Cut, &mut counts);
    alpha_beta(&mut walk, &tree.root(), Window::FULL).unwrap();
    counts
}

/// A tree of the data with what alpha-beta does on it.
fn check(tree: &GivenTree, expected: &Value) {
    let counts = counted(tree, usize::MAX);
    let number = |name: &str| expected[name].as_u64().unwrap();
    assert_eq!(counts.evaluations, number("evaluations"), "{tree}");
    assert_eq!(counts.distinct().unwrap() as u64, number("distinct"), "{tree}");
    assert_eq!(counts.nodes, number("nodes"), "{tree}");
    let leaves: Vec<_> =
        expected["leaves"].as_array().unwrap().iter().map(|leaf| leaf.as_u64().unwrap()).collect();
    let expected_leaves = leaves.iter().map(|&leaf| tree.path(tree.leaf(leaf as usize)));
    assert!(counts.leaves().unwrap().iter().eq(expected_leaves), "{tree}");
    let cutoffs = expected["cutoffs"].as_array().map_or(&[][..], Vec::as_slice);
    let of = |at: usize, what: &str| cutoffs.iter().filter(|cutoff| cutoff[at] == what).count() as u64;
    assert_eq!(counts.alpha_cutoffs, of(2, "alpha"), "{tree}");
    assert_eq!(counts.beta_cutoffs, of(2, "beta"), "{tree}");
    assert_eq!(counts.shallow_cutoffs(), of(3, "shallow"), "{tree}");
    assert_eq!(counts.deep_cutoffs, of(3, "deep"), "{tree}");
    let first = cutoffs.iter().filter(|cutoff| cutoff[1] == 1).count();
    assert_eq!(counts.first_child_cutoffs, first as u64, "{tree}");
    let share = (!cutoffs.is_empty()).then(|| first as f64 / cutoffs.len() as f64);
    assert_eq!(counts.first_child_share(), share, "{tree}");
}

#[test]
fn counts_of_alpha_beta_are_those_of_other_programs() {
    let mut seen = 0;
    for expected in data::read("random_trees.json")["trees"].as_array().unwrap() {
        let tree = GivenTree::parse(&expected["tree"].to_string(), data::player(expected)).unwrap();
        check(&tree, &expected["algorithms"]["alpha-beta fail-soft"]);
        seen += 1;
    }
    for expected in data::read("worked_trees.json")["trees"].as_array().unwrap() {
        for variant in expected["variants"].as_array().unwrap() {
            let tree = GivenTree::parse(&variant["tree"].to_string(), data::player(expected)).unwrap();
            check(&tree, &variant["algorithms"]["alpha-beta fail-soft"]);
            seen += 1;
        }
    }
    assert_eq!(seen, 60 + 18);
}

#[test]
fn distinct_leaves_are_unknown_beyond_the_limit() {
    let tree = GivenTree::parse("[[1,2],[3,4]]", bestmove_trees::Player::Max).unwrap();
    let all = counted(&tree, 7);
    assert_eq!((all.evaluations, all.distinct()), (4, Some(4)));
    let some = counted(&tree, 6);
    assert_eq!((some.evaluations, some.distinct()), (4, None));
}

#[test]
fn repeated_work_is_counted_once_where_it_should_be() {
    let mut counts = Counts::default();
    let events: [(&[u16], Event); 10] = [
        (&[], Event::Pass { window: Window::FULL, depth: None }),
        (&[], Event::Enter { window: Window::FULL }),
        (&[0], Event::Enter { window: Window::FULL }),
        (&[0], Event::Leaf { value: 3, is_horizon: false }),
        (&[], Event::Pass { window: Window::FULL, depth: None }),
        (&[0], Event::Research { window: Window::FULL }),
        (&[0], Event::Leaf { value: 3, is_horizon: false }),
        (&[0], Event::Enter { window: Window::FULL }),
        (&[0], Event::Probe { lower: 3, upper: 3, hit: true }),
        (&[], Event::List { states: 7 }),
    ];
    for (path, event) in events {
        counts.observe(path.into(), event).unwrap();
    }
    assert_eq!((counts.evaluations, counts.distinct()), (2, Some(1)));
    assert_eq!((counts.passes, counts.nodes, counts.second_searches), (2, 2, 1));
    assert_eq!((counts.memory_entries(), counts.largest_list), (Some(1), 7));
    assert_eq!((counts.cutoffs(), counts.first_child_share()), (0, None));
}

/// Iterative deepening values inner nodes at its horizons, which are no leaves of the tree.
#[test]
fn distinct_leaves_are_leaves_of_the_tree() {
    let tree = TreeSource::parse("textbook-figure", None).unwrap().into_tree();
    for search in [Search::IterativeDeepening, Search::RefutationTable] {
        let mut counts = Counts::default();
        run_with(search, &tree, &Settings::default(), &mut counts).unwrap();
        assert!(counts.evaluations > 14, "{search:?}");
        let leaves = counts.leaves().unwrap();
        assert!(leaves.iter().all(|path| tree.children(&tree.at(&path).unwrap()).len() == 0), "{search:?}");
    }
}

/// In a uniform tree, nodes have numbers that follow from their paths: the sets are the same.
#[test]
fn nodes_are_counted_by_number_as_by_path() {
    let tree = TreeSource::parse("random:branching=3,depth=5,seed=1", None).unwrap().into_tree();
    for search in [Search::AlphaBeta, Search::Pvs, Search::MtdF, Search::SssStar] {
        let mut counts = (Counts::of_uniform(3, tree.node_count()), Counts::default());
        run_with(search, &tree, &Settings::default(), &mut counts).unwrap();
        let [mut by_number, mut by_path] =
            [&counts.0, &counts.1].map(|counts| counts.leaves().unwrap().iter().collect::<Vec<_>>());
        by_number.sort();
        by_path.sort();
        assert_eq!(by_number, by_path, "{search:?}");
        assert_eq!(counts.0.distinct(), counts.1.distinct(), "{search:?}");
        assert_eq!(counts.0.memory_entries(), counts.1.memory_entries(), "{search:?}");
    }
}

/// Where leaves alone are counted, the searches keep no lines and tell no cutoffs; they visit the same nodes.
#[test]
fn leaves_are_counted_alone_as_with_the_rest() {
    for text in
        ["random:branching=3,depth=5,seed=1,quality=0.5", "random:branching=2,depth=6,seed=2,chance=2"]
    {
        let tree = TreeSource::parse(text, None).unwrap().into_tree();
        let searches = CATALOGUE.iter().map(|entry| entry.search);
        for search in searches.filter(|search| search.knows_chance() || !tree.has_chance()) {
            let settings = Settings { ties: Ties::Search, killers: 2, ..Settings::default() };
            for settings in [Settings::default(), settings] {
                let mut leaves = LeafCounts::of_uniform(tree.branching(), tree.node_count());
                let mut counts = Counts::of_uniform(tree.branching(), tree.node_count());
                let alone = run_with(search, &tree, &settings, &mut leaves).unwrap();
                let with_rest = run_with(search, &tree, &settings, &mut counts).unwrap();
                assert_eq!(
                    (leaves.nodes, leaves.evaluations),
                    (counts.nodes, counts.evaluations),
                    "{search:?}"
                );
                assert_eq!(Some(leaves.distinct()), counts.distinct(), "{search:?}");
                assert_eq!((alone.value, alone.bound), (with_rest.value, with_rest.bound), "{search:?}");
            }
        }
    }
}

#[test]
fn a_recording_stops_the_search_at_its_limit() {
    let tree = GivenTree::parse("[[1,2],[3,4]]", bestmove_trees::Player::Max).unwrap();
    let all = recorded(&tree, Window::FULL, Ties::Cut);
    assert!(all.is_complete());
    for limit in 0..all.len() {
        let mut both = (Recording::new(limit), Counts::default());
        let mut walk = Walk::new(&tree, Ties::Cut, &mut both);
        assert_eq!(alpha_beta(&mut walk, &tree.root(), Window::FULL), Err(Stopped));
        assert!(!both.0.is_complete());
        assert!(both.0.iter().eq(all.iter().take(limit)));
        let leaves = all.iter().take(limit).filter(|(_, event)| matches!(event, Event::Leaf { .. }));
        assert_eq!(both.1.evaluations, leaves.count() as u64);
    }
}

#[test]
fn a_set_of_leaves_finds_the_first_that_another_lacks() {
    let set = |leaves: &[[u16; 2]]| {
        let mut set = PathSet::default();
        leaves.iter().for_each(|leaf| set.insert(leaf));
        set
    };
    let (small, large) = (set(&[[1, 1], [0, 1]]), set(&[[0, 0], [0, 1], [1, 1]]));
    assert!(small.is_subset(&large) && !large.is_subset(&small));
    assert_eq!(large.first_missing(&small), Some(vec![0, 0]));
}
