//! Speed-up of a search by a second thread: `cargo bench --bench threads`.
//!
//! Searches every other three-move opening of checkers with one thread and with two, in alternating order, each with an
//! empty table. Compares the times to the deepest iteration that both complete: the ratio of one thread to two, and the
//! geometric mean with its standard error. Also compares the nodes visited in the same time: what is missing from twice
//! as many is lost to the machine, not to the search. Needs a machine with two idle cores.

#![allow(clippy::print_stdout, reason = "prints its results")]

use bestmove::game::{Notation, Rules};
use bestmove::games::Checkers;
use bestmove::search::{Limits, Path, SearchContext, SearchResult, Settings, TranspositionTable, search};
use bestmove::types::Depth;
use serde_json::Value;
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

const TIME: Duration = Duration::from_secs(2);
const TABLE_BYTES: usize = 64 << 20;
const STEP: usize = 2;

fn main() {
    let file: Value =
        serde_json::from_str(include_str!("../data/checkers-ballots.json")).expect("a list of ballots");
    println!("opening             depth   seconds: one thread   two   ratio   nodes");
    let (mut speed_ups, mut node_ratios) = (Vec::new(), Vec::new());
    let ballots = file["ballots"].as_array().expect("a list");
    for (number, ballot) in ballots.iter().step_by(STEP).enumerate() {
        let [name, fen] = ["name", "fen"].map(|part| ballot[part].as_str().expect("a text"));
        let board = Checkers::parse(fen).expect("a position");
        let timed = |threads| times_to_depth(board, NonZeroUsize::new(threads).expect("a thread at least"));
        let ((one, one_nodes), (two, two_nodes)) = if number % 2 == 0 {
            let one = timed(1);
            (one, timed(2))
        } else {
            let two = timed(2);
            (timed(1), two)
        };
        let Some(depth) = one.keys().filter(|depth| two.contains_key(depth)).max() else { continue };
        let [one, two] = [one[depth], two[depth]].map(|time| time.as_secs_f64());
        let (speed_up, nodes) = (one / two, two_nodes as f64 / one_nodes as f64);
        println!("{name:18} {:6} {one:22.2} {two:5.2} {speed_up:7.2} {nodes:7.2}", depth.plies());
        speed_ups.push(speed_up);
        node_ratios.push(nodes);
    }
    println!("{} positions, geometric means: {} as fast", speed_ups.len(), geometric_mean(&speed_ups));
    println!("and {} as many nodes", geometric_mean(&node_ratios));
}

/// The geometric mean with its standard error.
fn geometric_mean(ratios: &[f64]) -> String {
    let count = ratios.len() as f64;
    let mean = ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / count;
    let spread = ratios.iter().map(|ratio| (ratio.ln() - mean).powi(2)).sum::<f64>() / (count - 1.0);
    format!("{:.2} ± {:.2} times", mean.exp(), mean.exp() * (spread / count).sqrt())
}

/// The time at which each iteration was completed, and the number of nodes that all threads visited.
fn times_to_depth(
    board: <Checkers as Rules>::Position,
    threads: NonZeroUsize,
) -> (HashMap<Depth, Duration>, u64) {
    let (table, stop) = (TranspositionTable::new(TABLE_BYTES), AtomicBool::new(false));
    let start = Instant::now();
    let limits =
        Limits { depth: None, nodes: None, deadline: Some(start + TIME), stop: &stop, checkpoint: None };
    let mut times = HashMap::new();
    let mut record = |found: &SearchResult<Checkers>| {
        times.insert(found.depth, start.elapsed());
    };
    let path = Path::from(board);
    let result = search(
        &path,
        SearchContext {
            knowledge: &Default::default(),
            table: &table,
            limits,
            settings: Settings::STRONGEST,
            threads,
        },
        &mut record,
    );
    (times, result.nodes)
}
