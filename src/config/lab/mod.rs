//! The commands of the laboratory.

mod data;
mod matches;
mod searches;
mod train;

pub use data::{
    BookGame, BookLinesArgs, BookLinesGame, CheckersBookArgs, ConnectFourBookArgs, ExpectationArgs,
    LevelArgs, ServedGame, TableArgs, TableGame,
};
pub use matches::{EngineArgs, MatchArgs, MatchGame, ProblemArgs};
pub use searches::{LeafKind, SearchArgs};
pub use train::{FitArgs, GenerateArgs, RescoreArgs, TestArgs, TrainGame, TrainStep};

use super::values::from_to;
use clap::{Args, Subcommand};
use std::num::NonZeroUsize;
use std::thread;

/// The commands of the laboratory.
#[derive(Subcommand)]
pub enum LabCommand {
    /// Build an opening book. Resumes interrupted work
    #[command(subcommand)]
    Book(BookGame),
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
    /// Measure the leaves that classic searches evaluate on random trees. Resumes interrupted work
    Searches(SearchArgs),
    /// Fit expected points to games of the engine against itself
    Expectation(ExpectationArgs),
    /// Train an evaluation
    #[command(subcommand)]
    Train(TrainGame),
}

/// How much to do at the same time.
#[derive(Args)]
pub struct ThreadOptions {
    /// Number of threads or concurrent games [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = from_to::<usize>(1..=1024))]
    threads: Option<usize>,
}

impl ThreadOptions {
    /// The number of threads requested, by default that of the processors.
    #[must_use]
    pub fn count(&self) -> NonZeroUsize {
        let requested = self.threads.and_then(NonZeroUsize::new);
        requested.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
    }
}
