//! `bestmove-lab`: builds opening books and endgame tables, trains evaluations, and measures playing strength.

use bestmove_core::games::{Checkers, ConnectFour, Reversi, TicTacToe};
use bestmove_core::search::huge_pages::reexec_with_huge_pages;
use bestmove_workshop::options::{CheckersOnly, ConnectFourOnly, Game, MatchGame, ReversiOnly};
use bestmove_workshop::tables::{TableOptions, build_or_check_tables};
use bestmove_workshop::train::{
    self, CompareOptions, FitOptions, ImportOptions, RescoreOptions, SelfPlayOptions, ShallowOptions,
    Trainable,
};
use bestmove_workshop::{
    BookLinesOptions, BookOptions, ExpectationOptions, LevelOptions, LossOptions, MatchOptions,
    MoveLossOptions, OpeningBookOptions, ProblemOptions, SearchGrid, build_connect_four_book,
    build_connect_four_lines, build_opening_book, calibrate_levels, fit_expectation, measure_losses,
    measure_move_losses, measure_searches, play_match, score_problems,
};
use clap::{Parser, Subcommand};
use std::error::Error;
use std::process::ExitCode;

/// Builds books and tables, trains evaluations, measures strength.
#[derive(Parser)]
#[command(name = "bestmove-lab", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build an opening book. Resumes interrupted work
    #[command(subcommand)]
    Book(BookGame),
    /// Find best play beyond the opening book, for the most frequent positions. Resumes interrupted work
    BookLines {
        /// The game
        game: ConnectFourOnly,
        #[command(flatten)]
        options: BookLinesOptions,
    },
    /// Build or check endgame tables. Resumes interrupted work
    Tables {
        /// The game
        game: CheckersOnly,
        #[command(flatten)]
        options: TableOptions,
    },
    /// Play a match between two UGI engines, each opening with both colours
    Match {
        /// Shell command that starts engine A
        a: String,
        /// Shell command that starts engine B
        b: String,
        /// The game
        #[arg(long, default_value = "checkers")]
        game: MatchGame,
        #[command(flatten)]
        options: MatchOptions,
    },
    /// Run a UGI engine on test positions with known best moves, and count those that it solves
    Problems {
        /// Shell command that starts the engine
        engine: String,
        /// The game
        #[arg(long, default_value = "checkers")]
        game: CheckersOnly,
        #[command(flatten)]
        options: ProblemOptions,
    },
    /// Fit the levels of play, and measure their Elo ratings. Resumes interrupted work
    Levels {
        /// The game
        game: Game,
        #[command(flatten)]
        options: LevelOptions,
    },
    /// Measure the leaves that classic searches evaluate on random trees. Resumes interrupted work
    Searches(SearchGrid),
    /// Fit expected points to games of the engine against itself
    Expectation {
        /// The game
        game: Game,
        #[command(flatten)]
        options: ExpectationOptions,
    },
    /// Measure what lost positions score in games of each level against itself
    Losses {
        /// The game
        game: Game,
        #[command(flatten)]
        options: LossOptions,
    },
    /// Measure the discs that moves of the search lose in tournament positions
    MoveLosses {
        /// The game
        game: ReversiOnly,
        #[command(flatten)]
        options: MoveLossOptions,
    },
    /// Train an evaluation
    #[command(subcommand)]
    Train(TrainGame),
}

#[derive(Subcommand)]
enum BookGame {
    /// Connect-four: the exact values of all positions up to a number of discs
    ConnectFour(BookOptions),
    /// Checkers: searches of all positions of the first plies. The book is the same on every machine
    Checkers(OpeningBookOptions),
    /// Reversi: the same
    Reversi(OpeningBookOptions),
}

#[derive(Subcommand)]
enum TrainGame {
    /// Train the evaluation of checkers; benches/checkers-evaluation.md documents how the built-in one was made
    #[command(subcommand)]
    Checkers(TrainStep),
    /// Train the evaluation of Reversi; crates/core/data/README.md documents how the built-in one was made
    #[command(subcommand)]
    Reversi(ReversiStep),
}

#[derive(Subcommand)]
enum ReversiStep {
    /// Take the games of the WTHOR database
    Import(ImportOptions),
    #[command(flatten)]
    Common(TrainStep),
}

#[derive(Subcommand)]
enum TrainStep {
    /// Generate self-play games. Resumes interrupted work
    Generate(SelfPlayOptions),
    /// Score the positions of existing games again. Resumes interrupted work
    Rescore(RescoreOptions),
    /// Fit weights to games
    Fit(FitOptions),
    /// Measure how far shallow searches are from deeper ones: the margins of ProbCut
    Margins(ShallowOptions),
    /// Play a match between two sets of weights
    Test(CompareOptions),
}

fn main() -> ExitCode {
    match run(&Cli::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        #[expect(clippy::print_stderr, reason = "the last word of a command line program")]
        Err(error) => {
            eprintln!("bestmove-lab: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Calls a function of any game with one of them.
macro_rules! with_game {
    ($game:expr, $function:ident($options:expr)) => {
        match $game {
            Game::TicTacToe => $function::<TicTacToe>($options),
            Game::ConnectFour => $function::<ConnectFour>($options),
            Game::Checkers => $function::<Checkers>($options),
            Game::Reversi => $function::<Reversi>($options),
        }
    };
}

fn run(command: &Command) -> Result<(), Box<dyn Error>> {
    // Engines that matches and problems start enable huge pages themselves.
    if !matches!(command, Command::Match { .. } | Command::Problems { .. }) {
        reexec_with_huge_pages()?;
    }
    match command {
        Command::Book(BookGame::ConnectFour(options)) => build_connect_four_book(options),
        Command::Book(BookGame::Checkers(options)) => build_opening_book::<Checkers>(options),
        Command::Book(BookGame::Reversi(options)) => build_opening_book::<Reversi>(options),
        Command::BookLines { game: ConnectFourOnly::ConnectFour, options } => {
            build_connect_four_lines(options)
        }
        Command::Tables { game: CheckersOnly::Checkers, options } => build_or_check_tables(options),
        Command::Match { a, b, game, options } => match game {
            MatchGame::Checkers => play_match::<Checkers>([a, b], options),
            MatchGame::Reversi => play_match::<Reversi>([a, b], options),
        },
        Command::Problems { engine, game: CheckersOnly::Checkers, options } => {
            score_problems::<Checkers>(engine, options)
        }
        Command::Levels { game, options } => with_game!(game, calibrate_levels(options)),
        Command::Searches(grid) => measure_searches(grid),
        Command::Expectation { game, options } => with_game!(game, fit_expectation(options)),
        Command::Losses { game, options } => with_game!(game, measure_losses(options)),
        Command::MoveLosses { game: ReversiOnly::Reversi, options } => measure_move_losses(options),
        Command::Train(TrainGame::Checkers(step)) => step.run::<Checkers>(),
        Command::Train(TrainGame::Reversi(ReversiStep::Import(options))) => train::import(options),
        Command::Train(TrainGame::Reversi(ReversiStep::Common(step))) => step.run::<Reversi>(),
    }
}

impl TrainStep {
    fn run<G: Trainable>(&self) -> Result<(), Box<dyn Error>> {
        match self {
            Self::Generate(options) => train::generate::<G>(options),
            Self::Rescore(options) => train::rescore::<G>(options),
            Self::Fit(options) => train::fit::<G>(options),
            Self::Margins(options) => train::compare_depths::<G>(options),
            Self::Test(options) => train::compare::<G>(options),
        }
    }
}
