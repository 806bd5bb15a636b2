//! The command line.

use bestmove::lab::MoveBudget;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

/// Builds opening books and endgame tables, trains evaluations, and measures playing strength.
#[derive(Parser)]
#[command(version)]
pub(crate) enum Cli {
    /// Build an opening book. Resumes interrupted work
    Book(BookArgs),
    /// Find best play beyond the opening book, for the most frequent positions. Resumes interrupted work
    BookLines(BookLinesArgs),
    /// Build or check endgame tables. Resumes interrupted work
    Tables(TableArgs),
    /// Run as an engine: reads newgame, pos POSITION, move MOVE, go SECONDS, go nodes N and quit from standard input
    Engine(EngineArgs),
    /// Play a match between two engines, each opening with both colours
    Match(MatchArgs),
    /// Run an engine on test positions with known best moves, and count those that it solves
    Problems(ProblemArgs),
    /// Fit the levels of play, and measure their Elo ratings. Resumes interrupted work
    Levels(LevelArgs),
    /// Fit expected points to games of the engine against itself
    Expectation(ExpectationArgs),
    /// Train an evaluation
    #[command(subcommand)]
    Train(TrainGame),
}

#[derive(Args)]
pub(crate) struct BookArgs {
    /// The game
    pub(crate) game: BookGame,
    /// Maximum number of discs in the book. Twelve take about five hours of processor time with 4 GiB
    /// of memory, each further one about three times as long; few discs still take many minutes, as
    /// the emptiest boards are the hardest
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=14))]
    pub(crate) plies: u32,
    /// Directory for unfinished work
    #[arg(long, default_value = "target/lab")]
    pub(crate) dir: PathBuf,
    /// File to write. data/connect-four.book is compiled into the program
    #[arg(long, default_value = "target/lab/connect-four.book")]
    pub(crate) out: PathBuf,
    /// Number of threads [default: the number of processors]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Mebibytes of the solver's table, rounded down to a power of two
    #[arg(long, default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    pub(crate) table_mib: u32,
}

#[derive(Args)]
pub(crate) struct BookLinesArgs {
    /// The game
    pub(crate) game: BookGame,
    /// Number of positions to find. A hundred thousand take about a quarter of an hour of processor time
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(crate) positions: u32,
    /// Directory for unfinished work
    #[arg(long, default_value = "target/lab")]
    pub(crate) dir: PathBuf,
    /// File to write. data/connect-four.lines is compiled into the program
    #[arg(long, default_value = "target/lab/connect-four.lines")]
    pub(crate) out: PathBuf,
    /// Write the lines found so far, without finding more
    #[arg(long)]
    pub(crate) write: bool,
    /// Number of threads [default: the number of processors]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Mebibytes of the solver's table, rounded down to a power of two
    #[arg(long, default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    pub(crate) table_mib: u32,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum BookGame {
    ConnectFour,
}

#[derive(Args)]
pub(crate) struct TableArgs {
    /// The game
    pub(crate) game: TableGame,
    /// Maximum number of pieces in the tables: with two to five they have the distance to the end of
    /// the game, with six the result only
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=6))]
    pub(crate) pieces: u8,
    /// Directory of the tables and of unfinished work. The distances for up to four pieces and the
    /// results for five and six in data/ are compiled into the program
    #[arg(long)]
    pub(crate) dir: PathBuf,
    /// Number of threads [default: the number of processors]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Check this many positions of the existing tables, built-in ones included, instead of building
    #[arg(long, value_name = "POSITIONS")]
    pub(crate) check: Option<NonZeroUsize>,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum TableGame {
    Checkers,
}

#[derive(Args)]
pub(crate) struct LevelArgs {
    /// The game
    pub(crate) game: AnyGame,
    /// Games of each pair of neighbours
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub(crate) games: u32,
    /// File of the rules to start from [default: the built-in ones]
    #[arg(long)]
    pub(crate) rules: Option<PathBuf>,
    /// Fit the rules so that each level beats the one before by this Elo difference [default: keep the rules]
    #[arg(long, value_name = "ELO")]
    pub(crate) fit: Option<f64>,
    /// Games of each step of the fit
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub(crate) fit_games: u32,
    /// The most plies that a fitted level sees
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u8).range(2..=20))]
    pub(crate) max_depth: u8,
    /// Let each level play against random moves and against full strength as well
    #[arg(long)]
    pub(crate) references: bool,
    /// Number of concurrent games [default: the number of processors]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Directory for finished games
    #[arg(long, default_value = "target/lab/levels")]
    pub(crate) dir: PathBuf,
    /// File to write. data/GAME.levels is compiled into the program
    #[arg(long)]
    pub(crate) out: PathBuf,
}

#[derive(Args)]
pub(crate) struct ExpectationArgs {
    /// The game
    pub(crate) game: AnyGame,
    /// Games to play; the model is fitted to one half and checked on the other
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(2..))]
    pub(crate) games: u64,
    /// Node limit of each move
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// Upper ends of the ranges of pieces that get parameters of their own
    #[arg(long, value_delimiter = ',', required = true)]
    pub(crate) pieces: Vec<u8>,
    /// Number of concurrent games [default: the number of processors]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// File to write. data/GAME.expectation is compiled into the program
    #[arg(long)]
    pub(crate) out: PathBuf,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum AnyGame {
    TicTacToe,
    ConnectFour,
    Checkers,
}

#[derive(Args)]
pub(crate) struct EngineArgs {
    /// The game
    pub(crate) game: MatchGame,
    /// Mebibytes of the transposition table
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    pub(crate) table_mib: u32,
    /// Node limit of each move, in addition to that of the match
    #[arg(long)]
    pub(crate) nodes: Option<u64>,
    /// Measure processor time instead of wall-clock time: for busy machines
    #[arg(long)]
    pub(crate) cpu_clock: bool,
    /// Directory of endgame tables, in addition to the built-in ones
    #[arg(long)]
    pub(crate) tables: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct MatchArgs {
    /// Shell command that starts engine A
    pub(crate) a: String,
    /// Shell command that starts engine B
    pub(crate) b: String,
    /// The game
    #[arg(long, default_value = "checkers")]
    pub(crate) game: MatchGame,
    /// Number of games, rounded up to an even one. Once all openings have been played, they repeat
    /// with two random moves each
    #[arg(long, default_value = "100")]
    pub(crate) games: NonZeroUsize,
    /// Seconds for each move
    #[arg(long, default_value = "0.1", value_parser = MoveBudget::parse_seconds)]
    pub(crate) time: Duration,
    /// Node limit of each move, instead of a time
    #[arg(long)]
    pub(crate) nodes: Option<u64>,
    /// File of openings, in the format of data/checkers-ballots.json [default: that file, built in]
    #[arg(long)]
    pub(crate) ballots: Option<PathBuf>,
    /// Number of concurrent games
    #[arg(long, default_value = "1")]
    pub(crate) concurrency: NonZeroUsize,
    /// File to write the games to, in PDN. 1-0 is a win of Black, who moves first
    #[arg(long)]
    pub(crate) pdn: Option<PathBuf>,
    /// End the match when a sequential probability ratio test decides between these two Elo
    /// differences, with error rates of 5 %
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    pub(crate) sprt: Option<Vec<f64>>,
    /// Directory of endgame tables. Games are adjudicated by these and the built-in ones, where the
    /// no-progress rule leaves room for the result
    #[arg(long)]
    pub(crate) tables: Option<PathBuf>,
    /// Play on in positions that the tables call drawn, as an engine may still lose them
    #[arg(long)]
    pub(crate) play_draws: bool,
}

#[derive(Args)]
pub(crate) struct ProblemArgs {
    /// Shell command that starts the engine
    pub(crate) engine: String,
    /// The game
    #[arg(long, default_value = "checkers")]
    pub(crate) game: MatchGame,
    /// Seconds for each problem
    #[arg(long, default_value = "2", value_parser = MoveBudget::parse_seconds)]
    pub(crate) time: Duration,
    /// Node limit of each problem, instead of a time
    #[arg(long)]
    pub(crate) nodes: Option<u64>,
    /// File of problems, in the format of data/checkers-problems.json [default: that file, built in]
    #[arg(long)]
    pub(crate) problems: Option<PathBuf>,
}

#[derive(Subcommand)]
pub(crate) enum TrainGame {
    /// Train the evaluation of checkers; docs/checkers-evaluation.md documents how the built-in one was made
    #[command(subcommand)]
    Checkers(TrainStep),
}

#[derive(Subcommand)]
pub(crate) enum TrainStep {
    /// Generate self-play games. Resumes interrupted work
    Generate(GenerateArgs),
    /// Score the positions of existing games again. Resumes interrupted work
    Rescore(RescoreArgs),
    /// Fit weights to games
    Fit(FitArgs),
    /// Play a match between two sets of weights
    Test(TestArgs),
}

#[derive(Args)]
pub(crate) struct GenerateArgs {
    /// Total number of games in the file, including those it has already
    #[arg(long)]
    pub(crate) games: u64,
    /// Node limit of each move
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// Play one in this many moves at random [default: none]
    #[arg(long = "stray")]
    pub(crate) random_move_rate: Option<NonZeroUsize>,
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// File of weights to play with [default: the built-in ones]
    #[arg(long)]
    pub(crate) weights: Option<PathBuf>,
    /// File of openings, in the format of data/checkers-ballots.json [default: that file, built in]
    #[arg(long)]
    pub(crate) ballots: Option<PathBuf>,
    /// Number of concurrent games [default: the number of processors]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// File of games
    #[arg(long)]
    pub(crate) out: PathBuf,
}

#[derive(Args)]
pub(crate) struct RescoreArgs {
    /// File of games
    #[arg(long)]
    pub(crate) data: PathBuf,
    /// Node limit of each position
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// File of weights to score with [default: the built-in ones]
    #[arg(long)]
    pub(crate) weights: Option<PathBuf>,
    /// Number of concurrent games [default: the number of processors]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// File of games with new scores
    #[arg(long)]
    pub(crate) out: PathBuf,
}

#[derive(Args)]
pub(crate) struct FitArgs {
    /// Files of games
    #[arg(long, required = true, num_args = 1..)]
    pub(crate) data: Vec<PathBuf>,
    /// Number of passes over all positions
    #[arg(long, default_value_t = 4)]
    pub(crate) epochs: u32,
    /// Seed of the order of positions
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Weight of the game's result in the target, from 0 to 1; the rest is the score of the search
    #[arg(long, default_value_t = 0.1, value_parser = number(0.0..=1.0))]
    pub(crate) result_share: f32,
    /// Lambda of TD(lambda), from 0 to 1: weight of the scores that follow in the game by best play
    /// against that of the position itself
    #[arg(long, default_value_t = 0.0, value_parser = number(0.0..=1.0))]
    pub(crate) lambda: f32,
    /// Strength of the pull of each weight to its prior, as a number of positions
    #[arg(long, default_value_t = 2.0, value_parser = number(0.0..=1e9))]
    pub(crate) decay: f32,
    /// File of weights that are the initial values and the prior [default: handcrafted ones]
    #[arg(long)]
    pub(crate) from: Option<PathBuf>,
    /// File of weights to write. data/checkers.weights is compiled into the program
    #[arg(long)]
    pub(crate) out: PathBuf,
}

#[derive(Args)]
pub(crate) struct TestArgs {
    /// File of weights [default: the built-in ones]
    #[arg(long)]
    pub(crate) weights: Option<PathBuf>,
    /// File of weights to play against [default: the built-in ones]
    #[arg(long)]
    pub(crate) against: Option<PathBuf>,
    /// Number of games, rounded up to an even one. Once all openings have been played, they repeat
    /// with two random moves each
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// Node limit of each move
    #[arg(long, default_value_t = 5000)]
    pub(crate) nodes: u64,
    /// Seconds for each move, instead of a node limit
    #[arg(long, value_parser = MoveBudget::parse_seconds)]
    pub(crate) time: Option<Duration>,
    /// File of openings, in the format of data/checkers-ballots.json [default: that file, built in]
    #[arg(long)]
    pub(crate) ballots: Option<PathBuf>,
    /// Number of concurrent games [default: the number of processors]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum MatchGame {
    Checkers,
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
    use super::*;

    #[test]
    fn lambda_is_from_0_to_1() {
        let parse = |lambda| {
            let line = ["bestmove-lab", "train", "checkers", "fit", "--data", "games", "--out", "weights"];
            Cli::try_parse_from(line.into_iter().chain(["--lambda", lambda])).map(|_| ())
        };
        parse("0.5").expect("0.5 is in the range");
        for wrong in ["1.5", "NaN", "half"] {
            let error = parse(wrong).expect_err(wrong).to_string();
            assert!(error.contains("--lambda") && error.contains("from 0 to 1"), "{error}");
        }
    }
}
