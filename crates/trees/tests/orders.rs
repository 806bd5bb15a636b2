//! Orders of children, and searches that learn theirs.

use crate::data;
use crate::recorded::player_at;
use crate::recorder::{Recorder, run, run_with};
use crate::trees::{any_tree, root_value};
use bestmove_trees::{
    Answer, Bound, CATALOGUE, Choice, Event, GivenTree, Leaves, NodeId, Observer, Order, Player, RandomTree,
    Search, Settings, Stopped, Tree, Value, Window,
};
use std::collections::HashMap;

#[test]
fn no_order_changes_the_value() {
    for seed in 0..500 {
        let tree = any_tree(seed);
        for order in [Order::Static, Order::Best, Order::Worst, Order::Random] {
            for entry in CATALOGUE.iter().filter(|entry| entry.answer == Answer::Exact) {
                let settings = Settings { order, seed, ..Settings::default() };
                let (outcome, recorder) = run(entry.search, &tree, &settings);
                assert_eq!(outcome.value, root_value(&tree), "seed {seed}, {tree}, {order:?}, {}", entry.id);
                let polls = order != Order::Random || entry.search == Search::History;
                assert!(polls || recorder.polls == 0, "{order:?}, {}", entry.id);
            }
        }
    }
}

/// The 0/1 trees that hold up a search in random order longest: a node that wins has one losing child, one that loses
/// has none but winning ones. `wins` is for the player to move.
fn reluctant(branching: usize, depth: usize, wins: bool, player: Player) -> String {
    if depth == 0 {
        return u8::from(wins == (player == Player::Max)).to_string();
    }
    let child = |number| reluctant(branching, depth - 1, !wins || number != 0, !player);
    let children: Vec<_> = (0..branching).map(child).collect();
    format!("[{}]", children.join(", "))
}

/// Saks and Wigderson 1986: exact expectations of random order on these trees.
#[test]
fn random_order_has_the_expected_cost() {
    let file = data::read("figures.json");
    let figure =
        file["figures"].as_array().unwrap().iter().find(|figure| figure["id"] == "reluctant").unwrap();
    let mut compared = 0;
    for row in figure["rows"].as_array().unwrap() {
        let branching = row["branching"].as_u64().unwrap() as usize;
        for (name, wins) in [("root_wins", true), ("root_loses", false)] {
            for (depth, exact) in row[name].as_array().unwrap().iter().enumerate().take(6) {
                let Ok(leaves) = u32::try_from(branching.pow(depth as u32)) else { continue };
                if leaves > 300 {
                    continue;
                }
                let tree =
                    GivenTree::parse(&reluctant(branching, depth, wins, Player::Max), Player::Max).unwrap();
                assert_mean(&tree, fraction(exact.as_str().unwrap()));
                compared += 1;
            }
        }
    }
    assert!(compared >= 30, "{compared}");
}

fn fraction(text: &str) -> f64 {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    above.parse::<f64>().unwrap() / below.parse::<f64>().unwrap()
}

/// The mean over seeds is within four standard errors.
fn assert_mean(tree: &GivenTree, exact: f64) {
    const SEEDS: u64 = 2000;
    let evaluations: Vec<_> = (0..SEEDS)
        .map(|seed| {
            let window = Window { alpha: 0, beta: 1 };
            let settings = Settings { window, order: Order::Random, seed, ..Settings::default() };
            run(Search::AlphaBeta, tree, &settings).1.evaluated().len() as f64
        })
        .collect();
    let mean = evaluations.iter().sum::<f64>() / SEEDS as f64;
    let variance = evaluations.iter().map(|count| (count - mean).powi(2)).sum::<f64>() / (SEEDS - 1) as f64;
    let error = (variance / SEEDS as f64).sqrt();
    assert!((mean - exact).abs() <= 4.0 * error + 1e-9, "{mean} ± {error}, expected {exact}: {tree}");
}

#[test]
fn random_order_is_the_same_at_each_visit_and_each_order_is_equally_likely() {
    let tree = GivenTree::parse("[1, 2, 3]", Player::Max).unwrap();
    let mut orders = HashMap::<_, u32>::new();
    for seed in 0..6000 {
        let settings = Settings { order: Order::Random, seed, ..Settings::default() };
        let leaves = |search| run(search, &tree, &settings).1.leaves(&tree);
        assert_eq!(leaves(Search::Minimax), leaves(Search::Negamax));
        *orders.entry(leaves(Search::Minimax)).or_default() += 1;
    }
    assert_eq!(orders.len(), 6);
    assert!(orders.values().all(|count| (880..=1120).contains(count)), "{orders:?}");
}

/// Stops where a pass deeper than this starts.
struct StopAfter(u16);

impl Observer for StopAfter {
    fn observe(&mut self, _: NodeId<'_>, event: Event) -> Result<(), Stopped> {
        match event {
            Event::Pass { depth: Some(depth), .. } if depth > self.0 => Err(Stopped),
            _ => Ok(()),
        }
    }
}

/// The value of a node by the definition of minimax, with static values at the horizon.
fn value_to_depth(tree: &GivenTree, node: u32, player: Player, plies: u16) -> Value {
    if plies == 0 {
        return tree.value(&node);
    }
    let values = tree.children(&node).map(|child| value_to_depth(tree, child, !player, plies - 1));
    let best = if player == Player::Max { values.max() } else { values.min() };
    best.unwrap_or_else(|| tree.value(&node))
}

#[test]
fn iterations_have_the_value_of_their_depth_and_the_last_finished_one_stands() {
    for seed in 0..300 {
        let root = if seed % 2 == 0 { Player::Max } else { Player::Min };
        let leaves = Leaves::Growing { step: 5 };
        let tree = RandomTree { branching: 3, depth: 5, seed, leaves, quality: 0.0, chance: 0 }
            .generate(root)
            .unwrap();
        for search in [Search::IterativeDeepening, Search::RefutationTable] {
            for depth in 1..=5 {
                let outcome = run_with(search, &tree, &Settings::default(), &mut StopAfter(depth)).unwrap();
                assert_eq!(
                    outcome.value,
                    value_to_depth(&tree, tree.root(), root, depth),
                    "{search:?}, seed {seed}"
                );
                assert_eq!((outcome.depth, outcome.is_complete), (Some(depth), depth == 5));
                let best = tree.at(&outcome.line[..1]).unwrap();
                assert_eq!(outcome.value, value_to_depth(&tree, best, !root, depth - 1));
            }
        }
    }
}

#[test]
fn deepening_ends_where_it_met_no_horizon() {
    let tree = GivenTree::parse("[5, [[[1, 2]]]]", Player::Max).unwrap();
    let (outcome, recorder) = run(Search::IterativeDeepening, &tree, &Settings::default());
    assert_eq!((outcome.value, outcome.depth, recorder.passes()), (5, Some(4), 4));
    let leaf = GivenTree::parse("7", Player::Min).unwrap();
    let (outcome, recorder) = run(Search::IterativeDeepening, &leaf, &Settings::default());
    assert_eq!((outcome.value, outcome.best, recorder.nodes()), (7, None, 1));
}

#[test]
fn best_first_visits_the_minimal_tree() {
    for seed in 0..200 {
        for (branching, depth) in [(2, 5), (3, 3), (4, 4)] {
            let arguments =
                RandomTree { branching, depth, seed, leaves: Leaves::Distinct, quality: 0.0, chance: 0 };
            let tree = arguments.generate(Player::Max).unwrap();
            let settings = Settings { order: Order::Best, ..Settings::default() };
            let (_, recorder) = run(Search::AlphaBeta, &tree, &settings);
            let minimal = branching.pow(depth.div_ceil(2) as u32) + branching.pow((depth / 2) as u32) - 1;
            assert_eq!(recorder.evaluated().len(), minimal, "seed {seed}");
        }
    }
}

/// M & N minimaxing on trees of one ply: 9, 8 and 6 with a bonus of 4 for equal children.
#[test]
fn choice_is_worth_something() {
    let value = |text: &str, m, n| {
        let tree = GivenTree::parse(text, Player::Max).unwrap();
        run(Search::MNMinimax, &tree, &Settings { choice: choice(m, n), ..Settings::default() }).0.value
    };
    assert_eq!(value("[8, 9, 6]", 1, 1), 9);
    // (4 - 1) / 2 = 1; and for the third (4 - 3) / 4 = 0.
    assert_eq!(value("[8, 9, 6]", 2, 1), 10);
    assert_eq!(value("[8, 9, 6]", 3, 1), 10);
    // 4 / 2 + 4 / 4.
    assert_eq!(value("[9, 9, 9]", 9, 1), 12);
    assert_eq!(value("[[9, 9], [0, 1, 2]]", 1, 2), 7);
    assert_eq!(value("[1000000000, 1000000000]", 2, 2), 1_000_000_000);
    for seed in 0..500 {
        let tree = any_tree(seed);
        let settings = Settings { choice: choice(1, 1), ..Settings::default() };
        let ((outcome, m_n), (_, minimax)) =
            (run(Search::MNMinimax, &tree, &settings), run(Search::Minimax, &tree, &settings));
        assert_eq!(outcome.value, root_value(&tree));
        assert_eq!(m_n.events, minimax.events, "seed {seed}");
    }
}

const fn choice(max_children: usize, min_children: usize) -> Choice {
    Choice { max_children, min_children, bonus: 4 }
}

/// On trees whose static values foretell the leaves, memory of the last iteration saves leaves of the next.
#[test]
fn deepening_saves_leaves() {
    let mut saved = [0_i64; 2];
    for seed in 0..200 {
        let leaves = Leaves::Growing { step: 10 };
        let tree = RandomTree { branching: 4, depth: 4, seed, leaves, quality: 0.0, chance: 0 }
            .generate(Player::Max)
            .unwrap();
        let evaluations = |search| {
            let recorder: Recorder = run(search, &tree, &Settings::default()).1;
            recorder.evaluated().iter().filter(|path| path.len() == 4).count() as i64
        };
        let plain = evaluations(Search::AlphaBeta);
        saved[0] += plain - evaluations(Search::RefutationTable);
        saved[1] += plain - evaluations(Search::IterativeDeepening);
    }
    assert!(saved[0] > 0 && saved[1] > saved[0], "{saved:?}");
}

/// Two killers a ply, then those of two plies above; the first of all is the last move that cut.
#[test]
fn two_killers_are_tried_before_those_of_two_plies_above() {
    let (mut checked, mut saved) = (0, 0);
    for seed in 0..500 {
        let tree = any_tree(seed);
        for killers in [1, 2] {
            let settings = Settings { killers, ..Settings::default() };
            let (outcome, recorder) = run(Search::Killer, &tree, &settings);
            assert_eq!(outcome.value, root_value(&tree), "seed {seed}, {tree}");
            checked += check_killers(&tree, &recorder, killers);
            let nodes = recorder.nodes() as i64;
            saved += if killers == 1 { nodes } else { -nodes };
        }
    }
    assert!(checked > 3_000 && saved != 0, "{checked}, {saved}");
}

/// Follows the killers by the cutoffs: the first child of each visit is as expected. How many were.
fn check_killers(tree: &GivenTree, recorder: &Recorder, a_ply: usize) -> usize {
    let (mut killers, mut checked) = (vec![Vec::<u16>::new(); 70], 0);
    let mut expected: Vec<Option<u16>> = Vec::new();
    // A cutoff after the last child leaves nothing out, and is learnt too.
    let mut best = [0; 70];
    for (path, event) in &recorder.events {
        match event {
            Event::Enter { .. } => {
                if let Some((child, above)) = path.split_last()
                    && let Some(first) = expected[above.len()].take()
                {
                    assert_eq!(*child, first, "{tree}: {path:?}");
                    checked += 1;
                }
                let children = tree.children(&tree.at(path).unwrap()).len();
                let two_above = path.len().checked_sub(2).filter(|_| a_ply == 2);
                let tried = [Some(path.len()), two_above].into_iter().flatten();
                let mut tried = tried.flat_map(|ply| killers[ply].clone());
                let first = tried.find(|&killer| usize::from(killer) < children).unwrap_or(0);
                expected.truncate(path.len());
                expected.push((children > 0).then_some(first));
            }
            Event::Improve { child, .. } => best[path.len()] = *child,
            Event::Leave { bound, .. } if *bound == Bound::beyond(!player_at(tree, path)) => {
                let (killer, killers) = (best[path.len()], &mut killers[path.len()]);
                killers.retain(|&other| other != killer);
                killers.insert(0, killer);
                killers.truncate(a_ply);
            }
            _ => {}
        }
    }
    checked
}

#[test]
fn children_are_ordered_more_near_the_root() {
    for seed in 0..200 {
        let leaves = Leaves::Distinct;
        let tree = RandomTree { branching: 3, depth: 4, seed, leaves, quality: 0.0, chance: 0 }
            .generate(Player::Max)
            .unwrap();
        let of = |order_depth| {
            let settings = Settings { order: Order::Best, order_depth, ..Settings::default() };
            run(Search::AlphaBeta, &tree, &settings)
        };
        let evaluations = |order_depth| of(order_depth).1.evaluated().len();
        assert_eq!(evaluations(0), 17, "all nodes ordered: the minimal tree");
        assert_eq!(of(0).1.events, of(1).1.events, "nodes with one ply left have children to order");
        let plain = run(Search::AlphaBeta, &tree, &Settings::default());
        assert_eq!(of(5).1.events, plain.1.events, "no node has five plies below it");
        assert_eq!(of(4).1.polls > 0, of(5).1.polls == 0);
        for order_depth in 0..6 {
            assert_eq!(of(order_depth).0.value, root_value(&tree));
        }
        assert!(of(4).1.polls < of(3).1.polls && of(3).1.polls < of(2).1.polls);
    }
}

#[test]
fn aspiration_tells_whether_it_fails_high_or_low() {
    let mut told = 0;
    for seed in 0..500 {
        let tree = any_tree(seed);
        let truth = root_value(&tree);
        for guess in [truth - 3, truth - 1, truth, truth + 2, truth + 9] {
            let settings = Settings { guess: Some(guess), margin: 2, ..Settings::default() };
            let (_, recorder) = run(Search::Aspiration, &tree, &settings);
            let fails: Vec<_> = recorder
                .events
                .iter()
                .filter_map(|(path, event)| match event {
                    Event::Fail { score, bound } => Some((path.clone(), *score, *bound)),
                    _ => None,
                })
                .collect();
            match &fails[..] {
                [] => assert!((guess - 1..=guess + 1).contains(&truth)),
                [(path, score, Bound::Lower)] => {
                    assert!(path.is_empty() && truth >= *score && *score >= guess + 2);
                }
                [(path, score, Bound::Upper)] => {
                    assert!(path.is_empty() && truth <= *score && *score <= guess - 2);
                }
                fails => panic!("{fails:?}"),
            }
            told += fails.len();
            assert_eq!(recorder.passes(), 1 + fails.len());
        }
    }
    assert!(told > 1_000, "{told}");
}
