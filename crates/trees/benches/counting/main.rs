//! What it costs to count: `cargo bench -p bestmove-trees --bench counting`.
//!
//! Processor time for each node, of each search whose leaves are counted as `/v1/trees/measure`
//! does it, beside a plain recursive alpha-beta that tells nobody anything; and beside the plain
//! form of the search itself, where that has another window, a memory or an order of its own. They
//! take turns, and the fastest of each counts.
//!
//! With the name of a search, or `plain`, or `plain-` before the name, it runs once on each tree,
//! to count instructions: `valgrind --tool=callgrind --toggle-collect='*nodes_of*'
//! target/release/deps/counting-… alpha-beta`.

#![allow(clippy::print_stdout, reason = "prints its results")]

mod plain;

use bestmove_trees::{
    CATALOGUE, GivenTree, LeafCounts, Leaves, Player, Polled, RandomTree, Search, Settings, catalogue,
};
use plain::Plain;
use rustix::time::{ClockId, clock_gettime};
use std::hint::black_box;

/// The time for one search.
const SECONDS: f64 = 0.1;

/// The nodes of a plain recursion.
#[inline(never)]
fn nodes_of_plain(search: Plain, tree: &GivenTree) -> u64 {
    black_box(search(tree)).1
}

#[inline(never)]
fn nodes_of(search: Search, tree: &GivenTree) -> u64 {
    let counts = LeafCounts::of_uniform(tree.branching(), tree.node_count());
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
            println!("{branching} children, {depth} plies: {} nodes", nodes_of_asked(name, &tree));
            continue;
        }
        println!(
            "{branching} children, {depth} plies: ns a node, plain alpha-beta, ratio, nodes; plain form, ratio"
        );
        for entry in &CATALOGUE {
            compare(entry.id, entry.search, &tree);
        }
    }
}

/// The nodes of the one search that the command line names.
fn nodes_of_asked(name: &str, tree: &GivenTree) -> u64 {
    let search = |id: &str| id.parse::<Search>().expect("a search");
    match name.strip_prefix("plain") {
        Some("") => nodes_of_plain(plain::alpha_beta, tree),
        Some(id) => nodes_of_plain(plain::of(search(&id[1..])).expect("a plain form"), tree),
        None => nodes_of(search(name), tree),
    }
}

fn compare(id: &str, search: Search, tree: &GivenTree) {
    let (begun, form) = (cpu_seconds(), plain::of(search));
    let (mut own, mut base, mut fair, mut nodes) = (f64::INFINITY, f64::INFINITY, f64::INFINITY, 0);
    while nodes == 0 || cpu_seconds() - begun < SECONDS {
        base = base.min(timed(|| nodes_of_plain(plain::alpha_beta, tree)).0);
        let (nanoseconds, counted) = timed(|| nodes_of(search, tree));
        (own, nodes) = (own.min(nanoseconds), counted);
        if let Some(form) = form {
            let (nanoseconds, plain_nodes) = timed(|| nodes_of_plain(form, tree));
            assert_eq!(plain_nodes, nodes, "{id} visits other nodes than its plain form");
            fair = fair.min(nanoseconds);
        }
    }
    let fair = form.map_or_else(String::new, |_| format!("{fair:8.1} {:8.1}", own / fair));
    println!("{id:26} {own:8.1} {base:8.1} {:8.1} {nodes:9} {fair}", own / base);
}
