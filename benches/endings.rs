//! The solver of Reversi's endings: `cargo bench --bench endings -- [options]`.
//!
//! - Without options, the positions FFO 40 to 49 of the Forum France Othello, whose published
//!   scores are checked. `--from`, `--to` and `--threads` select others. Prints nodes, processor
//!   time and time by the clock.
//! - `--empty N` takes positions of random games with that many empty squares in place of them,
//!   `--at-most` as many, and counts those whose score is proven within `--time-ms`, each with an
//!   empty table and one thread, as the service answers them.
//!
//! Tables have `--solver-mib`. A wrong score makes the command fail.

#![allow(clippy::print_stdout, reason = "prints its results")]

use bestmove_core::game::{Helpers, Notation, Rules, SolveLimits, Solver, SolverMemory};
use bestmove_core::games::Reversi;
use bestmove_core::games::reversi::Board;
use bestmove_core::games::reversi::solver::EndingSolver;
use bestmove_core::search::huge_pages::reexec_with_huge_pages;
use bestmove_core::types::Bound;
use clap::Parser;
use common::cpu_time;
use positions::{Rng, random_path};
use rustix::time::ClockId;
use serde_json::Value;
use std::fs;
use std::process::ExitCode;
use std::time::{Duration, Instant};

#[allow(dead_code, reason = "each bench uses a part")]
mod common;
#[allow(dead_code, reason = "shared with the tests")]
#[path = "../crates/core/tests/positions.rs"]
mod positions;

#[derive(Debug, Parser)]
struct Options {
    /// The first position of the Forum France Othello.
    #[arg(long, default_value_t = 40)]
    from: u64,
    /// The last one.
    #[arg(long, default_value_t = 49)]
    to: u64,
    /// Threads for each position.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Size of the table.
    #[arg(long, default_value_t = 256)]
    solver_mib: usize,
    /// Positions of random games with that many empty squares instead.
    #[arg(long)]
    empty: Option<u32>,
    /// Their number.
    #[arg(long, default_value_t = 60)]
    at_most: usize,
    /// The time for each of them, in milliseconds.
    #[arg(long, default_value_t = 1000)]
    time_ms: u64,
    /// Passed by `cargo bench`.
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> ExitCode {
    reexec_with_huge_pages().expect("the program can start itself");
    let options = Options::parse();
    let is_right = match options.empty {
        Some(empty) => prove_random_endings(&options, empty),
        None => solve_published_endings(&options),
    };
    if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn solve_published_endings(options: &Options) -> bool {
    let text = fs::read_to_string("crates/core/tests/data/reversi/ffo_40_59.json").expect("a data file");
    let data: Value = serde_json::from_str(&text).expect("JSON");
    let (mut nodes, mut cpu, mut clock, mut is_right) = (0, 0.0, 0.0, true);
    println!(
        "| FFO | empty | score |       nodes |  CPU s | clock s |\n\
         |----:|------:|------:|------------:|-------:|--------:|"
    );
    for (number, position) in (40..).zip(data["positions"].as_array().expect("positions")) {
        if !(options.from..=options.to).contains(&number) {
            continue;
        }
        let text = |name: &str| position[name].as_str().expect("a text");
        let board = Reversi::parse(&format!("{} {}", text("board"), text("to_move"))).expect("a position");
        let memory = SolverMemory::new(options.solver_mib << 20);
        Reversi::allocate(&memory);
        let helpers = Some(Helpers::free(options.threads.saturating_sub(1)));
        let mut solver = EndingSolver::new(&memory, SolveLimits { helpers, ..SolveLimits::default() });
        let (began, spent) = (Instant::now(), cpu_time(ClockId::ProcessCPUTime));
        let value = solver.solve(&board).value().expect("nothing stops the search");
        let spent = cpu_time(ClockId::ProcessCPUTime) - spent;
        let elapsed = began.elapsed().as_secs_f64();
        let expected = position["score"].as_i64().expect("a score");
        is_right &= i64::from(value) == expected;
        println!(
            "| {number:3} | {:5} | {value:+5} | {:11} | {spent:6.2} | {elapsed:7.2} |",
            64 - board.discs(),
            solver.nodes()
        );
        (nodes, cpu, clock) = (nodes + solver.nodes(), cpu + spent, clock + elapsed);
    }
    println!("| all |       |       | {nodes:11} | {cpu:6.2} | {clock:7.2} |");
    is_right
}

fn prove_random_endings(options: &Options, empty: u32) -> bool {
    let mut rng = Rng(u64::from(empty));
    let random = std::iter::repeat_with(|| {
        *random_path::<Reversi>(&mut rng, Board::START, 60 - empty as usize).position()
    });
    let boards = random.filter(|board| board.discs() + empty == 64 && Reversi::outcome(board).is_none());
    let (mut proven, mut nodes) = (0, 0);
    for board in boards.take(options.at_most) {
        let memory = SolverMemory::new(options.solver_mib << 20);
        Reversi::allocate(&memory);
        let deadline = Some(Instant::now() + Duration::from_millis(options.time_ms));
        let solution = Reversi::solve(&board, &memory, &SolveLimits { deadline, ..SolveLimits::default() });
        proven += usize::from(solution.as_ref().is_some_and(|solution| solution.bound == Bound::Exact));
        nodes += solution.map_or(0, |solution| solution.nodes);
    }
    let count = options.at_most;
    println!("{empty} empty squares, {} ms: {proven} of {count} proven, {nodes} nodes", options.time_ms);
    true
}
