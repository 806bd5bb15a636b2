//! Options of the steps of training.

use super::super::values::from_to;
use super::ThreadOptions;
use crate::lab::MoveBudget;
use clap::{Args, Subcommand};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

/// Games with a trained evaluation.
#[derive(Subcommand)]
pub enum TrainGame {
    /// Train the evaluation of checkers; docs/checkers-evaluation.md documents how the built-in one was made
    #[command(subcommand)]
    Checkers(TrainStep),
}

/// The steps of training.
#[derive(Subcommand)]
pub enum TrainStep {
    /// Generate self-play games. Resumes interrupted work
    Generate(GenerateArgs),
    /// Score the positions of existing games again. Resumes interrupted work
    Rescore(RescoreArgs),
    /// Fit weights to games
    Fit(FitArgs),
    /// Play a match between two sets of weights
    Test(TestArgs),
}

/// Options of `bestmove lab train checkers generate`.
#[derive(Args)]
pub struct GenerateArgs {
    /// Total number of games in the file, including those it has already
    #[arg(long)]
    pub games: u64,
    /// Node limit of each move
    #[arg(long, default_value_t = 1000, value_parser = from_to::<u64>(1..=u64::MAX))]
    pub nodes: u64,
    /// Play one in this many moves at random [default: none]
    #[arg(long = "stray")]
    pub random_move_rate: Option<NonZeroUsize>,
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// File of weights to play with [default: the built-in ones]
    #[arg(long)]
    pub weights: Option<PathBuf>,
    /// File of openings, in the format of data/checkers-ballots.json [default: that file, built in]
    #[arg(long)]
    pub ballots: Option<PathBuf>,
    /// File of games: start from undecided positions of these, up to 2.5 men ahead, instead of openings
    #[arg(long, value_name = "GAMES", conflicts_with = "ballots")]
    pub endings: Option<PathBuf>,
    /// The most pieces of those positions
    #[arg(long, requires = "endings", default_value_t = 12, value_parser = from_to::<u32>(7..=24))]
    pub max_pieces: u32,
    /// Threads.
    #[command(flatten)]
    pub threads: ThreadOptions,
    /// File of games
    #[arg(long)]
    pub out: PathBuf,
}

/// Options of `bestmove lab train checkers rescore`.
#[derive(Args)]
pub struct RescoreArgs {
    /// File of games
    #[arg(long)]
    pub data: PathBuf,
    /// Node limit of each position
    #[arg(long, default_value_t = 1000, value_parser = from_to::<u64>(1..=u64::MAX))]
    pub nodes: u64,
    /// File of weights to score with [default: the built-in ones]
    #[arg(long)]
    pub weights: Option<PathBuf>,
    /// Threads.
    #[command(flatten)]
    pub threads: ThreadOptions,
    /// File of games with new scores
    #[arg(long)]
    pub out: PathBuf,
}

/// Options of `bestmove lab train checkers fit`.
#[derive(Args)]
pub struct FitArgs {
    /// Files of games
    #[arg(long, required = true, num_args = 1..)]
    pub data: Vec<PathBuf>,
    /// Number of passes over all positions
    #[arg(long, default_value_t = 4)]
    pub epochs: u32,
    /// Seed of the order of positions
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Weight of the game's result in the target, from 0 to 1; the rest is the score of the search
    #[arg(long, default_value_t = 0.1, value_parser = number(0.0..=1.0))]
    pub result_share: f32,
    /// Lambda of TD(lambda), from 0 to 1: weight of the scores that follow in the game by best play
    /// against that of the position itself
    #[arg(long, default_value_t = 0.0, value_parser = number(0.0..=1.0))]
    pub lambda: f32,
    /// Strength of the pull of each weight to its prior, as a number of positions
    #[arg(long, default_value_t = 2.0, value_parser = number(0.0..=1e9))]
    pub decay: f32,
    /// File of weights that are the initial values and the prior [default: handcrafted ones]
    #[arg(long)]
    pub from: Option<PathBuf>,
    /// File of weights to write. data/checkers.weights is compiled into the program
    #[arg(long)]
    pub out: PathBuf,
}

/// Options of `bestmove lab train checkers test`.
#[derive(Args)]
pub struct TestArgs {
    /// File of weights [default: the built-in ones]
    #[arg(long)]
    pub weights: Option<PathBuf>,
    /// File of weights to play against [default: the built-in ones]
    #[arg(long)]
    pub against: Option<PathBuf>,
    /// Number of games, rounded up to an even one. Once all openings have been played, they repeat
    /// with two random moves each
    #[arg(long, default_value_t = 1000, value_parser = from_to::<u64>(1..=u64::MAX))]
    pub games: u64,
    /// Node limit of each move
    #[arg(long, default_value_t = 5000)]
    pub nodes: u64,
    /// Seconds for each move, instead of a node limit
    #[arg(long, value_parser = MoveBudget::parse_seconds)]
    pub time: Option<Duration>,
    /// File of openings, in the format of data/checkers-ballots.json [default: that file, built in]
    #[arg(long)]
    pub ballots: Option<PathBuf>,
    /// Threads.
    #[command(flatten)]
    pub threads: ThreadOptions,
}

/// A parser of numbers within `range`.
fn number(range: RangeInclusive<f32>) -> impl Fn(&str) -> Result<f32, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected a number from {} to {}", range.start(), range.end()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::Cli;
    use clap::Parser;

    #[test]
    fn lambda_is_from_0_to_1() {
        let parse = |lambda| {
            let line = ["bestmove", "lab", "train", "checkers", "fit", "--data", "games", "--out", "weights"];
            Cli::try_parse_from(line.into_iter().chain(["--lambda", lambda])).map(|_| ())
        };
        parse("0.5").expect("0.5 is in the range");
        for wrong in ["1.5", "NaN", "half"] {
            let error = parse(wrong).expect_err(wrong).to_string();
            assert!(error.contains("--lambda") && error.contains("from 0 to 1"), "{error}");
        }
    }
}
