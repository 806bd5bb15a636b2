//! Nodes per second of each search beside a plain recursive alpha-beta, which tells nobody anything.

use bestmove_trees::{
    CATALOGUE, Event, GivenTree, Leaves, MINUS_INFINITY, NodePath, Observer, PLUS_INFINITY, Player,
    RandomTree, Settings, Stopped, Tree, Value, catalogue,
};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Counts visits.
#[derive(Default)]
struct Nodes(u64);

impl Observer for Nodes {
    fn observe(&mut self, _: &NodePath, event: Event) -> Result<(), Stopped> {
        self.0 += u64::from(matches!(event, Event::Enter { .. }));
        Ok(())
    }
}

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

/// Nodes per second, in millions, of the fastest of many searches, and the nodes of one.
fn measure(mut search: impl FnMut() -> u64) -> (f64, u64) {
    let started = Instant::now();
    let (mut fastest, mut nodes) = (f64::INFINITY, 0);
    while started.elapsed() < Duration::from_millis(500) {
        let begun = Instant::now();
        nodes = search();
        fastest = fastest.min(begun.elapsed().as_secs_f64());
    }
    (nodes as f64 / fastest / 1e6, nodes)
}

/// `cargo test --release --test classic speed -- --ignored --nocapture`
#[test]
#[ignore = "measures speed"]
#[expect(clippy::print_stdout, reason = "a table for people")]
fn nodes_per_second() {
    for (branching, depth) in [(4, 8), (2, 16)] {
        let tree = RandomTree { branching, depth, seed: 1, leaves: Leaves::Distinct, quality: 0.5 };
        let tree = tree.generate(Player::Max).unwrap();
        let (base, nodes) = measure(|| {
            let mut nodes = 0;
            black_box(plain(&tree, tree.root(), true, MINUS_INFINITY, PLUS_INFINITY, &mut nodes));
            nodes
        });
        println!("b = {branching}, d = {depth}: million nodes a second, times slower, nodes");
        println!("{:24} {base:8.1} {:6.1} {nodes:9}", "plain recursion", 1.0);
        for entry in &CATALOGUE {
            let (speed, nodes) = measure(|| {
                let mut nodes = Nodes::default();
                black_box(catalogue::run(entry.search, &tree, &Settings::default(), &mut nodes).unwrap());
                nodes.0
            });
            println!("{:24} {speed:8.1} {:6.1} {nodes:9}", entry.id, base / speed);
        }
    }
}
