//! Cost of best moves with complete lines at connect-four:
//! `cargo bench --bench lines -- [options]`.
//!
//! CPU time of the solving thread, and nodes searched, for random unfinished positions with each
//! number of discs (those of the bench `answers`). The solver's table is cleared before each
//! position.

#![allow(clippy::print_stdout, reason = "prints its results")]

use bestmove_core::game::{Rules, SolveLimits, Solver, SolverMemory};
use bestmove_core::games::ConnectFour;
use bestmove_core::games::connect_four::Board;
use clap::Parser;
use common::{cpu_time, percentile};
use positions::{Rng, random_path};
use rustix::time::ClockId;
use std::sync::atomic::AtomicBool;

#[allow(dead_code, reason = "each bench uses a part")]
mod common;
#[allow(dead_code, reason = "shared with the tests")]
#[path = "../crates/core/tests/positions.rs"]
mod positions;

#[derive(Debug, Parser)]
struct Options {
    /// Number of positions for each number of discs.
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    positions: usize,
    /// Minimum number of discs.
    #[arg(long, value_name = "N", default_value_t = 0)]
    from: usize,
    /// Maximum number of discs.
    #[arg(long, value_name = "N", default_value_t = 41)]
    to: usize,
    /// Passed by `cargo bench`.
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() {
    let options = Options::parse();
    println!(
        "{:>5} {:>9} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10}",
        "discs", "positions", "median ms", "mean ms", "p99", "max", "p99 nodes", "max nodes"
    );
    let memory = SolverMemory::new(64 << 20);
    ConnectFour::allocate(&memory);
    let mut all = (Vec::new(), Vec::new());
    for discs in options.from..=options.to {
        let (mut times, mut nodes) = (Vec::new(), Vec::new());
        for board in random_positions(discs, options.positions) {
            memory.clear();
            let (time, searched) = solve(&memory, &board);
            times.push(time);
            nodes.push(searched);
        }
        report(&discs.to_string(), &mut times, &mut nodes);
        all.0.append(&mut times);
        all.1.append(&mut nodes);
    }
    report("all", &mut all.0, &mut all.1);
}

/// Milliseconds and nodes for the best move and the complete line.
fn solve(memory: &SolverMemory, board: &Board) -> (f64, f64) {
    let never = AtomicBool::new(false);
    let limits = SolveLimits { stop: &never, ..SolveLimits::default() };
    // Clearing the table has evicted the clock's code from the caches.
    cpu_time(ClockId::ThreadCPUTime);
    let start = cpu_time(ClockId::ThreadCPUTime);
    let solution = ConnectFour::solve(board, memory, &limits).expect("nothing stops it");
    ((cpu_time(ClockId::ThreadCPUTime) - start) * 1e3, solution.nodes as f64)
}

/// Prints a row.
fn report(discs: &str, times: &mut [f64], nodes: &mut [f64]) {
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    let [median, high, max] = [0.5, 0.99, 1.0].map(|share| percentile(times, share));
    let [high_nodes, max_nodes] = [0.99, 1.0].map(|share| percentile(nodes, share));
    println!(
        "{discs:>5} {:>9} {median:>10.3} {mean:>10.3} {high:>10.3} {max:>10.3} {high_nodes:>10.0} {max_nodes:>10.0}",
        times.len()
    );
}

/// Random positions with `discs` discs, possibly with repetitions.
fn random_positions(discs: usize, count: usize) -> Vec<Board> {
    let mut rng = Rng(discs as u64);
    let boards = std::iter::repeat_with(|| {
        *random_path::<ConnectFour>(&mut rng, ConnectFour::start(), discs).position()
    });
    let has_all_discs = |board: &Board| {
        let mut moves = bestmove_core::game::Moves::new();
        ConnectFour::moves(board, &mut moves);
        !moves.is_empty() && count_discs(board) == discs
    };
    boards.filter(has_all_discs).take(count).collect()
}

fn count_discs(board: &Board) -> usize {
    use bestmove_core::game::Notation;
    ConnectFour::print(board).chars().filter(|cell| "XO".contains(*cell)).count()
}
