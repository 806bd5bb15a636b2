//! What it costs to count: `cargo bench -p bestmove-trees --bench counting`.
//!
//! Processor time for each node, of each search with its counts as the service keeps them, beside a plain recursive
//! alpha-beta that tells nobody anything. The two take turns, and the fastest of each counts.
//!
//! With the name of a search, or `plain`, it runs once on each tree, to count instructions: `valgrind --tool=callgrind
//! --toggle-collect='*nodes_of*' target/release/deps/counting-… alpha-beta`.

#![allow(clippy::print_stdout, reason = "prints its results")]

use bestmove_trees::{
    CATALOGUE, Counts, GivenTree, Leaves, MINUS_INFINITY, PLUS_INFINITY, Player, Polled, RandomTree, Search,
    Settings, Tree, Value, catalogue,
};
use rustix::time::{ClockId, clock_gettime};
use std::hint::black_box;

/// The time for one search.
const SECONDS: f64 = 0.1;

/// Alpha-beta as a textbook has it.
fn plain(
    tree: &GivenTree,
    node: u32,
    is_max: bool,
    mut alpha: Value,
    mut beta: Value,
    nodes: &mut u64,
) -> Value {
    *nodes += 1;
    let children = tree.children(&node);
    if children.len() == 0 {
        return tree.value(&node);
    }
    let mut best = if is_max { MINUS_INFINITY } else { PLUS_INFINITY };
    for child in children {
        let score = plain(tree, child, !is_max, alpha, beta, nodes);
        if is_max {
            best = best.max(score);
            alpha = alpha.max(best);
        } else {
            best = best.min(score);
            beta = beta.min(best);
        }
        if alpha >= beta {
            break;
        }
    }
    best
}

#[inline(never)]
fn nodes_of_plain(tree: &GivenTree) -> u64 {
    let mut nodes = 0;
    black_box(plain(tree, tree.root(), true, MINUS_INFINITY, PLUS_INFINITY, &mut nodes));
    nodes
}

#[inline(never)]
fn nodes_of(search: Search, tree: &GivenTree) -> u64 {
    let counts = Counts::of_uniform(tree.branching(), tree.node_count());
    let mut observer = Polled::new(&|| false, counts);
    black_box(catalogue::run(search, tree, &Settings::default(), &mut observer)).ok();
    observer.inner.nodes
}

fn cpu_seconds() -> f64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec as f64 + now.tv_nsec as f64 / 1e9
}

/// The nanoseconds for a node, and the nodes.
fn timed(search: impl FnOnce() -> u64) -> (f64, u64) {
    let begun = cpu_seconds();
    let nodes = search();
    ((cpu_seconds() - begun) * 1e9 / nodes as f64, nodes)
}

fn main() {
    let asked = std::env::args().nth(1).filter(|argument| argument != "--bench");
    for (branching, depth) in [(4, 8), (2, 16)] {
        let tree =
            RandomTree { branching, depth, seed: 1, leaves: Leaves::Distinct, quality: 0.5, chance: 0 };
        let tree = tree.generate(Player::Max).expect("within the limits");
        if let Some(name) = &asked {
            let nodes = match name.as_str() {
                "plain" => nodes_of_plain(&tree),
                id => nodes_of(id.parse().expect("a search"), &tree),
            };
            println!("{branching} children, {depth} plies: {nodes} nodes");
            continue;
        }
        println!("{branching} children, {depth} plies: ns a node, of a plain recursion, ratio, nodes");
        for entry in &CATALOGUE {
            let begun = cpu_seconds();
            let (mut own, mut base, mut nodes) = (f64::INFINITY, f64::INFINITY, 0);
            while nodes == 0 || cpu_seconds() - begun < SECONDS {
                base = base.min(timed(|| nodes_of_plain(&tree)).0);
                let (nanoseconds, counted) = timed(|| nodes_of(entry.search, &tree));
                (own, nodes) = (own.min(nanoseconds), counted);
            }
            println!("{:26} {own:8.1} {base:8.1} {:8.1} {nodes:9}", entry.id, own / base);
        }
    }
}
