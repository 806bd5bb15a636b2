//! Speed-up of a search by a second thread: `cargo bench --bench threads`.
//!
//! Searches every other three-move opening of checkers with one thread and with two, in alternating order, each with an
//! empty table. Compares the times to the deepest iteration that both complete: the ratio of one thread to two, and the
//! geometric mean with its standard error. Needs a machine with two idle cores.

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
    println!("opening             depth   seconds: one thread   two   ratio");
    let mut ratios = Vec::new();
    let ballots = file["ballots"].as_array().expect("a list");
    for (number, ballot) in ballots.iter().step_by(STEP).enumerate() {
        let [name, fen] = ["name", "fen"].map(|part| ballot[part].as_str().expect("a text"));
        let board = Checkers::parse(fen).expect("a position");
        let timed = |threads| times_to_depth(board, NonZeroUsize::new(threads).expect("a thread at least"));
        let (one, two) = if number % 2 == 0 {
            let one = timed(1);
            (one, timed(2))
        } else {
            let two = timed(2);
            (timed(1), two)
        };
        let Some(depth) = one.keys().filter(|depth| two.contains_key(depth)).max() else { continue };
        let [one, two] = [one[depth], two[depth]].map(|time| time.as_secs_f64());
        println!("{name:18} {:6} {one:22.2} {two:5.2} {:7.2}", depth.plies(), one / two);
        ratios.push(one / two);
    }
    let count = ratios.len() as f64;
    let mean = ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / count;
    let spread = ratios.iter().map(|ratio| (ratio.ln() - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let (mean, error) = (mean.exp(), mean.exp() * (spread / count).sqrt());
    println!("{count} positions, geometric mean {mean:.2} ± {error:.2}");
}

/// The time at which each iteration was completed.
fn times_to_depth(board: <Checkers as Rules>::Position, threads: NonZeroUsize) -> HashMap<Depth, Duration> {
    let (table, stop) = (TranspositionTable::new(TABLE_BYTES), AtomicBool::new(false));
    let start = Instant::now();
    let limits =
        Limits { depth: None, nodes: None, deadline: Some(start + TIME), stop: &stop, checkpoint: None };
    let mut times = HashMap::new();
    let mut record = |found: &SearchResult<Checkers>| {
        times.insert(found.depth, start.elapsed());
    };
    let path = Path::from(board);
    search(
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
    times
}
