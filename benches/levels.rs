//! Cost of the levels of play: `cargo bench --bench levels -- [options]`.
//!
//! CPU time of a move by each level below full strength, on one thread, over unfinished positions after random moves
//! from the start, and how many moves a core gives in a second.

#![allow(clippy::print_stdout, reason = "prints its results")]

use bestmove_core::game::{Level, Notation};
use bestmove_core::opponent::Opponent;
use bestmove_core::search::{Limits, Path};
use bestmove_query::{GameVisitor, visit_games};
use clap::Parser;
use common::{cpu_time, percentile};
use positions::{Rng, random_path};
use rustix::time::ClockId;

#[allow(dead_code, reason = "each bench uses a part")]
mod common;
#[allow(dead_code, reason = "shared with the tests")]
#[path = "../crates/core/tests/positions.rs"]
mod positions;

/// The most random moves before a position.
const MAX_PLIES: usize = 40;

#[derive(Debug, Parser)]
struct Options {
    /// Number of positions for each level.
    #[arg(long, value_name = "N", default_value_t = 500)]
    positions: usize,
    /// Passed by `cargo bench`.
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() {
    println!(
        "{:>12} {:>5} {:>10} {:>10} {:>10} {:>10} {:>14}",
        "game", "level", "median ms", "mean ms", "p99", "max", "moves a second"
    );
    visit_games(&mut Options::parse());
}

impl GameVisitor for Options {
    fn visit<G: Notation>(&mut self) {
        let knowledge = G::Knowledge::default();
        let paths = random_paths::<G>(self.positions);
        for level in Level::all() {
            let Some(rule) = G::levels().rule(level) else { continue };
            let choose = |(seed, path): (usize, &Path<G>)| {
                let opponent = Opponent { level, seed: seed as u64 };
                let start = cpu_time(ClockId::ThreadCPUTime);
                let found = opponent.choose(rule, path, &knowledge, Limits::default());
                assert!(found.best_move().is_some(), "the game goes on");
                (cpu_time(ClockId::ThreadCPUTime) - start) * 1e3
            };
            let mut times: Vec<f64> = paths.iter().enumerate().map(choose).collect();
            let mean = times.iter().sum::<f64>() / times.len() as f64;
            let [median, high, max] = [0.5, 0.99, 1.0].map(|share| percentile(&mut times, share));
            println!(
                "{:>12} {:>5} {median:>10.3} {mean:>10.3} {high:>10.3} {max:>10.3} {:>14.0}",
                G::ID,
                level.number(),
                1e3 / mean
            );
        }
    }
}

/// Unfinished positions after up to [`MAX_PLIES`] random moves.
fn random_paths<G: Notation>(count: usize) -> Vec<Path<G>> {
    let mut rng = Rng(1);
    let path = || {
        let plies = rng.below(MAX_PLIES);
        random_path::<G>(&mut rng, G::start(), plies)
    };
    std::iter::repeat_with(path).filter(|path| path.outcome().is_none()).take(count).collect()
}
