//! The connect-four solver against other solvers: `cargo bench --bench solver -- [options]`.
//!
//! Measures the CPU time of the solving thread, without opening books. All solvers get the same
//! positions and take turns within each set. Each clears its table, about 64 MiB, before each
//! position, outside of the measured time.
//!
//! - The sets are those of Pascal Pons (blog.gamesolver.org, part 2), whose published scores are
//!   checked, and random positions in which no move ends the game, which are checked against our
//!   scores. `--set NAME=N` selects a set, `--at-most N` limits each set, `--empty` adds the empty
//!   board. All sets take ten to twenty minutes.
//! - The peers `connect-four-ai` (crates.io) and `bitbully` (PyPI) are installed under
//!   `target/peers` first, which needs Python's `venv`. `--only-ours` runs without peers.
//! - `--peer NAME=COMMAND` adds a solver; repeat it for more. A peer reads a position on each line,
//!   as the columns played, `1` to `7`, and answers with a line `SCORE MICROSECONDS NODES`.
//!
//! The last column is the mean divided by the best mean of a peer: below 1, ours is faster than all
//! of them. `connect-four-ai` is compiled for the local processor; `RUSTFLAGS=-Ctarget-cpu=native`
//! does so for ours. `bitbully` comes compiled and is called from Python, which costs about 20 µs a
//! position. Wrong scores are printed and make the command fail.

#![allow(clippy::print_stdout, reason = "prints its results")]

use bestmove_core::game::{Rules, SolveLimits, Solver, SolverMemory};
use bestmove_core::games::ConnectFour;
use bestmove_core::games::connect_four::Board;
use bestmove_core::games::connect_four::solver::ValueSolver;
use clap::Parser;
use common::peer::{Peer, bitbully, connect_four_ai};
use common::{cpu_time, percentile};
use positions::{Rng, moves};
use rustix::time::ClockId;
use std::fs;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

#[path = "common/boards.rs"]
mod boards;
#[allow(dead_code, reason = "each bench uses a part")]
mod common;
#[allow(dead_code, reason = "shared with the tests")]
#[path = "../crates/core/tests/positions.rs"]
mod positions;

/// The sets, and the default number of positions of each.
const SETS: [(&str, usize); 12] = [
    ("L3_R1", 1000),
    ("L2_R1", 1000),
    ("L2_R2", 1000),
    ("L1_R1", 1000),
    ("L1_R2", 100),
    ("L1_R3", 10),
    ("random-16", 30),
    ("random-14", 30),
    ("random-12", 30),
    ("random-10", 30),
    ("random-8", 30),
    (EMPTY, 1),
];
const EMPTY: &str = "empty";

/// The number of rounds of a set. Within a round each solver gets several positions in a row, so
/// that its code stays in the caches.
const ROUNDS: usize = 50;

#[derive(Debug, Parser)]
struct Options {
    /// Another solver and the command that runs it; can be repeated.
    #[arg(long = "peer", value_name = "NAME=COMMAND", value_parser = peer)]
    peers: Vec<(String, String)>,
    /// A set to solve, and the number of its positions; can be repeated [default: all but `empty`].
    #[arg(long = "set", value_name = "NAME[=N]", value_parser = set)]
    sets: Vec<(String, usize)>,
    /// Maximum number of positions of each set.
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    at_most: usize,
    /// Solve the empty board as well.
    #[arg(long)]
    empty: bool,
    /// Run our solver only, and install nothing.
    #[arg(long, conflicts_with = "peers")]
    only_ours: bool,
    /// Passed by `cargo bench`.
    #[arg(long, hide = true)]
    bench: bool,
}

fn peer(text: &str) -> Result<(String, String), String> {
    let (name, command) = text.split_once('=').ok_or("expected NAME=COMMAND")?;
    Ok((name.to_owned(), command.to_owned()))
}

fn set(text: &str) -> Result<(String, usize), String> {
    let (name, count) = text.split_once('=').map_or((text, None), |(name, count)| (name, Some(count)));
    let known = SETS.iter().find(|(known, _)| *known == name);
    let (_, default) =
        known.ok_or_else(|| format!("expected one of {}", SETS.map(|set| set.0).join(", ")))?;
    let count = count.map_or(Ok(*default), |count| count.parse().map_err(|_| "expected a number"))?;
    Ok((name.to_owned(), count))
}

struct Position {
    /// The columns played, from 1.
    columns: String,
    board: Board,
    /// The published score.
    value: Option<i32>,
}

impl Position {
    /// Parses the columns played, from 1, optionally followed by a space and the score.
    fn read(line: &str) -> Self {
        let (columns, value) = line.split_once(' ').unwrap_or((line, ""));
        let drop_disc = |board: Board, column: u8| {
            let cell = moves::<ConnectFour>(&board).into_iter().find(|cell| cell.column() == column - b'1');
            ConnectFour::play(&board, cell.expect("a legal move"))
        };
        let board = columns.bytes().fold(Board::default(), drop_disc);
        Self { columns: columns.to_owned(), board, value: value.trim().parse().ok() }
    }
}

fn positions_of(set: &str, count: usize) -> Vec<Position> {
    if set == EMPTY {
        return vec![Position::read("")];
    }
    if let Some(plies) = set.strip_prefix("random-") {
        let plies = plies.parse().expect("a number");
        let mut rng = Rng(plies as u64);
        let random = std::iter::repeat_with(|| boards::random(&mut rng, plies)).flatten();
        let position = |(columns, board)| Position { columns, board, value: None };
        return random.map(position).take(count).collect();
    }
    let path = format!("crates/core/tests/data/connect-four/Test_{set}");
    let text = fs::read_to_string(path).expect("a published set");
    text.lines().take(count).map(Position::read).collect()
}

struct Answer {
    value: i32,
    micros: f64,
    nodes: f64,
}

trait Solve {
    fn solve(&mut self, positions: &[Position]) -> Vec<Answer>;
}

struct Ours(SolverMemory);

impl Solve for Ours {
    fn solve(&mut self, positions: &[Position]) -> Vec<Answer> {
        let never = AtomicBool::new(false);
        let limits = SolveLimits { stop: &never, ..SolveLimits::default() };
        let answer = |position: &Position| {
            self.0.clear();
            // Clearing the table has evicted the clock's code from the caches.
            cpu_time(ClockId::ThreadCPUTime);
            let start = cpu_time(ClockId::ThreadCPUTime);
            let mut solver = ValueSolver::new(&self.0, limits);
            let bracket = solver.solve(&position.board);
            let spent = cpu_time(ClockId::ThreadCPUTime) - start;
            let value = bracket.value().expect("nothing stops the search");
            Answer { value, micros: spent * 1e6, nodes: solver.nodes() as f64 }
        };
        positions.iter().map(answer).collect()
    }
}

impl Solve for Peer {
    fn solve(&mut self, positions: &[Position]) -> Vec<Answer> {
        let columns: Vec<&str> = positions.iter().map(|position| position.columns.as_str()).collect();
        let answer = |line: String| {
            let read = || {
                let mut words = line.split_whitespace();
                let value = words.next()?.parse().ok()?;
                let mut number = || words.next()?.parse().ok();
                Some(Answer { value, micros: number()?, nodes: number()? })
            };
            read().unwrap_or_else(|| panic!("{line:?} is not an answer"))
        };
        self.solve_all(&columns).into_iter().map(answer).collect()
    }
}

struct Entrant {
    name: String,
    solver: Box<dyn Solve>,
    /// The answers for the current set.
    answers: Vec<Answer>,
}

impl Entrant {
    fn new(name: &str, solver: impl Solve + 'static) -> Self {
        Self { name: name.to_owned(), solver: Box::new(solver), answers: Vec::new() }
    }

    fn mean(&self, figure: impl Fn(&Answer) -> f64) -> f64 {
        self.answers.iter().map(figure).sum::<f64>() / self.answers.len() as f64
    }
}

fn main() -> ExitCode {
    let options = Options::parse();
    let memory = SolverMemory::new(64 << 20);
    // As the peers do, so that clearing takes as long and leaves the caches as cold.
    ConnectFour::allocate(&memory);
    let mut entrants = vec![Entrant::new("bestmove", Ours(memory))];
    if !options.only_ours {
        let registered = [("connect-four-ai", connect_four_ai()), ("bitbully", bitbully())];
        let registered = registered.map(|(name, command)| (name.to_owned(), command));
        for (name, command) in registered.iter().chain(&options.peers) {
            entrants.push(Entrant::new(name, Peer::start(command)));
        }
    }
    let warm_up = positions_of("L3_R1", 20);
    for entrant in &mut entrants {
        entrant.solver.solve(&warm_up);
    }

    let all =
        SETS.iter().filter(|(name, _)| *name != EMPTY).map(|(name, count)| ((*name).to_owned(), *count));
    let mut sets = if options.sets.is_empty() { all.collect() } else { options.sets };
    sets.extend(options.empty.then(|| (EMPTY.to_owned(), 1)));

    println!(
        "| set       |    n | solver          |    mean µs |  median µs |     p99 µs |     max µs | mean nodes | mismatches | mean / best peer's |\n\
         |-----------|-----:|-----------------|-----------:|-----------:|-----------:|-----------:|-----------:|-----------:|-------------------:|"
    );
    let mut mismatches = Vec::new();
    for (set, count) in sets {
        let positions = positions_of(&set, count.min(options.at_most));
        take_turns(&mut entrants, &positions);
        mismatches.extend(report(&set, &entrants, &positions));
    }
    for mismatch in &mismatches {
        println!("{mismatch}");
    }
    if mismatches.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Lets the solvers take turns, a few positions at a time, in rotating order.
fn take_turns(entrants: &mut [Entrant], positions: &[Position]) {
    for entrant in &mut *entrants {
        entrant.answers.clear();
    }
    for (round, batch) in positions.chunks(positions.len().div_ceil(ROUNDS).max(1)).enumerate() {
        for turn in 0..entrants.len() {
            let at = (round + turn) % entrants.len();
            let answers = entrants[at].solver.solve(batch);
            entrants[at].answers.extend(answers);
        }
    }
}

/// Prints the rows of a set. Returns descriptions of the wrong scores.
fn report(set: &str, entrants: &[Entrant], positions: &[Position]) -> Vec<String> {
    let best = entrants[1..].iter().map(|peer| peer.mean(|answer| answer.micros)).min_by(f64::total_cmp);
    let mut all_wrong = Vec::new();
    for entrant in entrants {
        let Entrant { name, answers, .. } = entrant;
        let ours = entrants[0].answers.iter().map(|answer| answer.value);
        let expected = positions.iter().zip(ours).map(|(position, ours)| position.value.unwrap_or(ours));
        let wrong = |((position, answer), expected): ((&Position, &Answer), i32)| {
            let (columns, value) = (&position.columns, answer.value);
            (value != expected).then(|| format!("{set}: {name} values {columns:?} {value}, not {expected}"))
        };
        let wrong: Vec<String> = positions.iter().zip(answers).zip(expected).filter_map(wrong).collect();
        let mut micros: Vec<f64> = answers.iter().map(|answer| answer.micros).collect();
        let [median, p99, max] = [0.5, 0.99, 1.0].map(|share| percentile(&mut micros, share));
        let (mean, nodes) = (entrant.mean(|answer| answer.micros), entrant.mean(|answer| answer.nodes));
        let ratio = best.map_or_else(|| "–".to_owned(), |best| format!("{:.2}", mean / best));
        println!(
            "| {set:9} | {:4} | {name:15} | {mean:10.1} | {median:10.1} | {p99:10.1} | {max:10.1} | {nodes:10.0} | {:10} | {ratio:>18} |",
            positions.len(),
            wrong.len()
        );
        all_wrong.extend(wrong);
    }
    all_wrong
}
