//! Sums over random trees, equal to the unit.

use crate::data;
use crate::recorder::run_with;
use bestmove_trees::{
    Event, GivenTree, Leaves, MINUS_INFINITY, NodeId, Observer, Order, PLUS_INFINITY, Player, RandomTree,
    Search, Settings, Stopped, Tree,
};
use serde_json::Value;
use std::collections::HashSet;

/// Counts evaluations, with and without repeats.
struct Evaluations<'a> {
    tree: &'a GivenTree,
    all: u64,
    nodes: HashSet<u32>,
}

impl Observer for Evaluations<'_> {
    fn observe(&mut self, NodeId { path, .. }: NodeId<'_>, event: Event) -> Result<(), Stopped> {
        if matches!(event, Event::Leaf { .. }) {
            self.all += 1;
            self.nodes.insert(self.tree.at(path).unwrap());
        }
        Ok(())
    }
}

fn leaves(row: &Value) -> Leaves {
    let number = |name: &str| row["leaves"][name].as_i64().unwrap() as i32;
    match row["leaves"]["kind"].as_str().unwrap() {
        "distinct" => Leaves::Distinct,
        "integers" => Leaves::Integers { low: number("low"), high: number("high") },
        "binary" => Leaves::Binary { one: row["leaves"]["one"].as_f64().unwrap() },
        "growing" => Leaves::Growing { step: number("step") },
        kind => panic!("{kind}"),
    }
}

fn search(name: &str, tree: &GivenTree) -> (Search, Settings) {
    let plain = Settings::default();
    let guess = |guess| (Search::MtdF, Settings { guess: Some(guess), ..Settings::default() });
    match name {
        "alpha-beta" => (Search::AlphaBeta, plain),
        "branch-and-bound" => (Search::BranchAndBound, plain),
        "scout" => (Search::Scout, plain),
        "pvs" => (Search::Pvs, plain),
        "negascout" => (Search::NegaScout, plain),
        "sss*" => (Search::SssStar, plain),
        "dual*" => (Search::DualStar, plain),
        "mtd +inf" => guess(PLUS_INFINITY),
        "mtd -inf" => guess(MINUS_INFINITY),
        "mtd(f), guess exact" => guess(crate::trees::root_value(tree)),
        "mtd(f), guess middle" => guess(tree.leaf_count().div_ceil(2) as i32),
        "mtd(f), guess static root" => guess(tree.value(&tree.root())),
        "static order" => (Search::AlphaBeta, Settings { order: Order::Static, ..plain }),
        "iterative deepening" => (Search::IterativeDeepening, plain),
        name => panic!("{name}"),
    }
}

/// Compares a row; the number of searches in it.
fn compare(row: &Value) -> usize {
    let number = |name: &str| row[name].as_u64().unwrap();
    let generate = |seed| {
        let quality = row["quality"].as_f64().unwrap();
        let (branching, depth) = (number("branching") as usize, number("depth") as usize);
        RandomTree { branching, depth, seed, leaves: leaves(row), quality, chance: 0 }
            .generate(Player::Max)
            .unwrap()
    };
    let algorithms = row["algorithms"].as_object().unwrap();
    let mut sums = vec![(0, 0); algorithms.len()];
    for seed in row["seeds"][0].as_u64().unwrap()..=row["seeds"][1].as_u64().unwrap() {
        let tree = generate(seed);
        for (name, (all, distinct)) in algorithms.keys().zip(&mut sums) {
            let (search, settings) = search(name, &tree);
            let mut evaluations = Evaluations { tree: &tree, all: 0, nodes: HashSet::new() };
            run_with(search, &tree, &settings, &mut evaluations).unwrap();
            *all += evaluations.all;
            *distinct += evaluations.nodes.len();
        }
    }
    for ((name, expected), (all, distinct)) in algorithms.iter().zip(sums) {
        let place =
            format!("{} {} {} {}: {name}", row["branching"], row["depth"], row["leaves"], row["quality"]);
        assert_eq!(all, expected["evaluations_sum"], "{place}");
        if let Some(sum) = expected["distinct_sum"].as_u64() {
            assert_eq!(distinct as u64, sum, "{place}");
        }
    }
    algorithms.len()
}

/// The evaluations of all its trees, roughly.
fn cost(row: &Value) -> u64 {
    row["trees"].as_u64().unwrap() * row["all"].as_u64().unwrap()
}

#[test]
fn sums_over_small_trees() {
    let file = data::read("means.json");
    let rows = file["rows"].as_array().unwrap().iter().filter(|row| cost(row) <= 16_000);
    assert!(rows.map(compare).sum::<usize>() > 200);
}

/// All rows: `cargo test --release --test classic means -- --ignored`, a minute.
#[test]
#[ignore = "takes a minute"]
fn sums_over_all_trees() {
    let file = data::read("means.json");
    let rows = file["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 234);
    assert!(rows.iter().map(compare).sum::<usize>() > 2000);
}
