//! Options of the commands that compute data.

use super::super::values::from_to;
use super::ThreadOptions;
use clap::{Args, Subcommand, ValueEnum};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// The game of `bestmove lab book`.
#[derive(Subcommand)]
pub enum BookGame {
    /// Connect-four: the exact values of all positions up to a number of discs
    ConnectFour(ConnectFourBookArgs),
    /// Checkers: searches of all positions of the first plies. The book is the same on every machine
    Checkers(CheckersBookArgs),
}

/// Options of `bestmove lab book connect-four`.
#[derive(Args)]
pub struct ConnectFourBookArgs {
    /// Maximum number of discs in the book. Twelve take about five hours of processor time with 4 GiB
    /// of memory, each further one about three times as long; few discs still take many minutes, as
    /// the emptiest boards are the hardest
    #[arg(long, value_parser = from_to::<u32>(1..=14))]
    pub plies: u32,
    /// Directory for unfinished work
    #[arg(long, default_value = "target/lab")]
    pub dir: PathBuf,
    /// File to write. data/connect-four.book is compiled into the program
    #[arg(long, default_value = "target/lab/connect-four.book")]
    pub out: PathBuf,
    /// Threads.
    #[command(flatten)]
    pub threads: ThreadOptions,
    /// Mebibytes of the solver's table, rounded down to a power of two
    #[arg(long, default_value_t = 1024, value_parser = from_to::<u32>(1..=1_048_576))]
    pub table_mib: u32,
}

/// Options of `bestmove lab book checkers`.
#[derive(Args)]
pub struct CheckersBookArgs {
    /// Plies to the last positions of the book, which are searched; the scores of those before follow
    #[arg(long, default_value_t = 3, value_parser = from_to::<u8>(0..=6))]
    pub plies: u8,
    /// Node limit of each search
    #[arg(long, default_value_t = 60_000_000, value_parser = from_to::<u64>(1..=u64::MAX))]
    pub nodes: u64,
    /// Mebibytes of the transposition table of each search, on which the book depends
    #[arg(long, default_value_t = 256, value_parser = from_to::<u32>(1..=1_048_576))]
    pub table_mib: u32,
    /// Threads.
    #[command(flatten)]
    pub threads: ThreadOptions,
    /// Directory for unfinished work
    #[arg(long, default_value = "target/lab")]
    pub dir: PathBuf,
    /// File to write. data/checkers.book is compiled into the program
    #[arg(long, default_value = "target/lab/checkers.book")]
    pub out: PathBuf,
}

/// Options of `bestmove lab book-lines`.
#[derive(Args)]
pub struct BookLinesArgs {
    /// The game
    pub game: BookLinesGame,
    /// Number of positions to find. A hundred thousand take about a quarter of an hour of processor time
    #[arg(long, default_value_t = 1_000_000, value_parser = from_to::<u32>(1..=10_000_000))]
    pub positions: u32,
    /// Directory for unfinished work
    #[arg(long, default_value = "target/lab")]
    pub dir: PathBuf,
    /// File to write. data/connect-four.lines is compiled into the program
    #[arg(long, default_value = "target/lab/connect-four.lines")]
    pub out: PathBuf,
    /// Write the lines found so far, without finding more
    #[arg(long)]
    pub write: bool,
    /// Threads.
    #[command(flatten)]
    pub threads: ThreadOptions,
    /// Mebibytes of the solver's table, rounded down to a power of two
    #[arg(long, default_value_t = 1024, value_parser = from_to::<u32>(1..=1_048_576))]
    pub table_mib: u32,
}

/// Games with continuations beyond the opening book.
#[derive(Clone, Copy, ValueEnum)]
pub enum BookLinesGame {
    /// Connect-four.
    ConnectFour,
}

/// Options of `bestmove lab tables`.
#[derive(Args)]
pub struct TableArgs {
    /// The game
    pub game: TableGame,
    /// Maximum number of pieces. Up to four: distances to the end of the game (DTW). Five: also
    /// results (WLD), and the distances of half of the lost positions. Six: results, and distances to
    /// progress (DTZ) of slow wins. Seven: results of four pieces against three, a file for each
    /// material, from those of six that are built in or in DIR
    #[arg(long, value_parser = from_to::<u8>(2..=7))]
    pub pieces: u8,
    /// Directory of the tables and of unfinished work. Those in data/ are compiled into the program:
    /// all but the distances with five pieces and the results with seven
    #[arg(long)]
    pub dir: PathBuf,
    /// Threads.
    #[command(flatten)]
    pub threads: ThreadOptions,
    /// Check this many positions of the existing tables, built-in ones included, instead of building
    #[arg(long, value_name = "POSITIONS")]
    pub check: Option<NonZeroUsize>,
}

/// Games with endgame tables.
#[derive(Clone, Copy, ValueEnum)]
pub enum TableGame {
    /// Checkers.
    Checkers,
}

/// Options of `bestmove lab levels`.
#[derive(Args)]
pub struct LevelArgs {
    /// The game
    pub game: ServedGame,
    /// Games of each pair of neighbours
    #[arg(long, default_value_t = 400, value_parser = from_to::<u32>(2..=1_000_000))]
    pub games: u32,
    /// File of the rules to start from [default: the built-in ones]
    #[arg(long)]
    pub rules: Option<PathBuf>,
    /// Fit the rules so that each level beats the one before by this Elo difference [default: keep the rules]
    #[arg(long, value_name = "ELO")]
    pub fit: Option<f64>,
    /// Games of each step of the fit
    #[arg(long, default_value_t = 200, value_parser = from_to::<u32>(2..=1_000_000))]
    pub fit_games: u32,
    /// The most plies that a fitted level sees
    #[arg(long, default_value_t = 8, value_parser = from_to::<u8>(2..=20))]
    pub max_depth: u8,
    /// Let each level play against random moves and against full strength as well
    #[arg(long)]
    pub references: bool,
    /// Threads.
    #[command(flatten)]
    pub threads: ThreadOptions,
    /// Directory for finished games
    #[arg(long, default_value = "target/lab/levels")]
    pub dir: PathBuf,
    /// File to write. data/GAME.levels is compiled into the program
    #[arg(long)]
    pub out: PathBuf,
}

/// Options of `bestmove lab expectation`.
#[derive(Args)]
pub struct ExpectationArgs {
    /// The game
    pub game: ServedGame,
    /// Games to play; the model is fitted to one half and checked on the other
    #[arg(long, default_value_t = 2_000, value_parser = from_to::<u64>(2..=u64::MAX))]
    pub games: u64,
    /// Node limit of each move
    #[arg(long, default_value_t = 2_000, value_parser = from_to::<u64>(1..=u64::MAX))]
    pub nodes: u64,
    /// Upper ends of the ranges of pieces that get parameters of their own
    #[arg(long, value_delimiter = ',', required = true)]
    pub pieces: Vec<u8>,
    /// Threads.
    #[command(flatten)]
    pub threads: ThreadOptions,
    /// File to write. data/GAME.expectation is compiled into the program
    #[arg(long)]
    pub out: PathBuf,
}

/// All games.
#[derive(Clone, Copy, ValueEnum)]
pub enum ServedGame {
    /// Tic-tac-toe.
    TicTacToe,
    /// Connect-four.
    ConnectFour,
    /// Checkers.
    Checkers,
}
