//! Options of the commands that measure strength.

use super::super::values::from_to;
use crate::lab::MoveBudget;
use clap::{Args, ValueEnum};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// Options of `bestmove lab engine`.
#[derive(Args)]
pub struct EngineArgs {
    /// The game
    pub game: MatchGame,
    /// Mebibytes of the transposition table
    #[arg(long, default_value_t = 64, value_parser = from_to::<u32>(1..=1_048_576))]
    pub table_mib: u32,
    /// Node limit of each move, in addition to that of the match
    #[arg(long)]
    pub nodes: Option<u64>,
    /// Measure processor time instead of wall-clock time: for busy machines
    #[arg(long)]
    pub cpu_clock: bool,
    /// Play the moves of the opening book without a search
    #[arg(long)]
    pub book: bool,
    /// Directory of endgame tables, in addition to the built-in ones
    #[arg(long)]
    pub tables: Option<PathBuf>,
}

/// Options of `bestmove lab match`.
#[derive(Args)]
pub struct MatchArgs {
    /// Shell command that starts engine A
    pub a: String,
    /// Shell command that starts engine B
    pub b: String,
    /// The game
    #[arg(long, default_value = "checkers")]
    pub game: MatchGame,
    /// Number of games, rounded up to an even one. Once all openings have been played, they repeat
    /// with two random moves each
    #[arg(long, default_value = "100")]
    pub games: NonZeroUsize,
    /// Seconds for each move
    #[arg(long, default_value = "0.1", value_parser = MoveBudget::parse_seconds)]
    pub time: Duration,
    /// Node limit of each move, instead of a time
    #[arg(long)]
    pub nodes: Option<u64>,
    /// File of openings, in the format of data/checkers-ballots.json [default: that file, built in]
    #[arg(long)]
    pub ballots: Option<PathBuf>,
    /// Number of concurrent games
    #[arg(long, default_value = "1")]
    pub concurrency: NonZeroUsize,
    /// File to write the games to, in PDN. 1-0 is a win of Black, who moves first
    #[arg(long)]
    pub pdn: Option<PathBuf>,
    /// End the match when a sequential probability ratio test decides between these two Elo
    /// differences, with error rates of 5 %
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    pub sprt: Option<Vec<f64>>,
    /// Directory of endgame tables. Games are adjudicated by these and the built-in ones, where the
    /// no-progress rule leaves room for the result
    #[arg(long)]
    pub tables: Option<PathBuf>,
    /// Play on in positions that the tables call drawn, as an engine may still lose them
    #[arg(long)]
    pub play_draws: bool,
}

/// Options of `bestmove lab problems`.
#[derive(Args)]
pub struct ProblemArgs {
    /// Shell command that starts the engine
    pub engine: String,
    /// The game
    #[arg(long, default_value = "checkers")]
    pub game: MatchGame,
    /// Seconds for each problem
    #[arg(long, default_value = "2", value_parser = MoveBudget::parse_seconds)]
    pub time: Duration,
    /// Node limit of each problem, instead of a time
    #[arg(long)]
    pub nodes: Option<u64>,
    /// File of problems, in the format of data/checkers-problems.json [default: that file, built in]
    #[arg(long)]
    pub problems: Option<PathBuf>,
}

/// Games of matches.
#[derive(Clone, Copy, ValueEnum)]
pub enum MatchGame {
    /// Checkers.
    Checkers,
}
