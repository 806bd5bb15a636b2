//! Speed-up of a search by more threads: `cargo bench --bench threads`, or `-- 4` for four instead
//! of two.
//!
//! Searches every other three-move opening of checkers with one thread and with several, in
//! alternating order, each with an empty table. Prints the ratio of the times to the deepest
//! iteration that both complete, as a geometric mean with its standard error, and of the nodes
//! visited a second: what is missing there is lost to the machine, not to the search.
//!
//! Times by the clock need as many idle cores as threads. Processor time is divided by the number
//! of threads, so two cores can simulate four.

#![allow(clippy::print_stdout, reason = "prints its results")]

use bestmove_core::game::{Notation, Rules};
use bestmove_core::games::Checkers;
use bestmove_core::search::{Limits, Path, SearchContext, SearchResult, TranspositionTable, search};
use bestmove_core::types::Depth;
use common::cpu_time;
use rustix::time::ClockId;
use serde_json::Value;
use std::collections::HashMap;
use std::env;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

#[allow(dead_code, reason = "each bench uses a part")]
mod common;

const TIME: Duration = Duration::from_secs(2);
const TABLE_BYTES: usize = 64 << 20;
const STEP: usize = 2;
const TWO: NonZeroUsize = NonZeroUsize::new(2).expect("not zero");

/// The seconds that a search took.
#[derive(Clone, Copy)]
struct Seconds {
    clock: f64,
    /// Of all threads together.
    processor: f64,
}

/// The time at which each iteration was completed, and the nodes that all threads visited in a second.
struct Timed {
    iterations: HashMap<Depth, Seconds>,
    nodes_per_second: f64,
}

fn main() {
    let threads = env::args().find_map(|argument| argument.parse().ok()).unwrap_or(TWO);
    let file: Value = serde_json::from_str(include_str!("../crates/core/data/checkers-ballots.json"))
        .expect("a list of ballots");
    println!(
        "opening             depth    seconds: one thread{threads:6}   ratio   by processor time   nodes"
    );
    let (mut by_clock, mut by_processor, mut by_nodes) = (Vec::new(), Vec::new(), Vec::new());
    let ballots = file["ballots"].as_array().expect("a list");
    for (number, ballot) in ballots.iter().step_by(STEP).enumerate() {
        let [name, fen] = ["name", "fen"].map(|part| ballot[part].as_str().expect("a text"));
        let board = Checkers::parse(fen).expect("a position");
        let [one, several] = in_alternating_order(number, board, threads);
        let is_common = |depth: &&Depth| several.iterations.contains_key(depth);
        let Some(depth) = one.iterations.keys().filter(is_common).max() else { continue };
        let nodes = several.nodes_per_second / one.nodes_per_second;
        let [one, several] = [&one, &several].map(|timed| timed.iterations[depth]);
        let clock = one.clock / several.clock;
        let processor = one.processor / several.processor * threads.get() as f64;
        println!(
            "{name:18} {:6} {:22.2} {:5.2} {clock:7.2} {processor:19.2} {nodes:7.2}",
            depth.plies(),
            one.clock,
            several.clock
        );
        by_clock.push(clock);
        by_processor.push(processor);
        by_nodes.push(nodes);
    }
    println!(
        "{} positions, geometric means: {} as fast by the clock",
        by_clock.len(),
        geometric_mean(&by_clock)
    );
    println!("by processor time {}", geometric_mean(&by_processor));
    println!("and {} as many nodes a second", geometric_mean(&by_nodes));
}

/// Searches with one thread and with several, every second time the other way round.
fn in_alternating_order(
    number: usize,
    board: <Checkers as Rules>::Position,
    several: NonZeroUsize,
) -> [Timed; 2] {
    if number.is_multiple_of(2) {
        let one = search_timed(board, NonZeroUsize::MIN);
        [one, search_timed(board, several)]
    } else {
        let several = search_timed(board, several);
        [search_timed(board, NonZeroUsize::MIN), several]
    }
}

/// The geometric mean with its standard error.
fn geometric_mean(ratios: &[f64]) -> String {
    let count = ratios.len() as f64;
    let mean = ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / count;
    let spread = ratios.iter().map(|ratio| (ratio.ln() - mean).powi(2)).sum::<f64>() / (count - 1.0);
    format!("{:.2} ± {:.2} times", mean.exp(), mean.exp() * (spread / count).sqrt())
}

fn search_timed(board: <Checkers as Rules>::Position, threads: NonZeroUsize) -> Timed {
    let (table, stop) = (TranspositionTable::new(TABLE_BYTES), AtomicBool::new(false));
    let (start, processor_start) = (Instant::now(), cpu_time(ClockId::ProcessCPUTime));
    let limits =
        Limits { depth: None, nodes: None, deadline: Some(start + TIME), stop: &stop, checkpoint: None };
    let elapsed = || Seconds {
        clock: start.elapsed().as_secs_f64(),
        processor: cpu_time(ClockId::ProcessCPUTime) - processor_start,
    };
    let mut iterations = HashMap::new();
    let mut record = |found: &SearchResult<Checkers>| {
        iterations.insert(found.depth, elapsed());
    };
    let path = Path::from(board);
    let result = search(
        &path,
        SearchContext { threads, ..SearchContext::new(&Default::default(), &table, limits) },
        &mut record,
    );
    Timed { iterations, nodes_per_second: result.nodes as f64 / elapsed().clock }
}
