//! Computes ahead what `bestmove` knows by heart.

use bestmove::lab::{
    build_checkers_tables, build_connect_four_book, check_checkers_tables, checkers_tables_memory,
};
use clap::{Args, Parser, ValueEnum};
use std::error::Error;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;

/// Computes ahead what bestmove knows by heart. All work shows how far it is, and goes on where it
/// was when started again.
#[derive(Parser)]
#[command(version)]
enum Cli {
    /// Build an opening book
    Book(BookOptions),
    /// Build endgame tables
    Tables(TableOptions),
}

#[derive(Args)]
struct BookOptions {
    /// The game
    game: BookGame,
    /// Discs up to which every position is in the book. Eight take an hour on two cores, each
    /// further one several times as long
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=14))]
    plies: u32,
    /// Where unfinished work is kept
    #[arg(long, default_value = "target/lab")]
    dir: PathBuf,
    /// The file to write when all is done. The program takes data/connect-four.book in when it is
    /// compiled
    #[arg(long, default_value = "target/lab/connect-four.book")]
    out: PathBuf,
    /// Threads; as many as there are processors, if not given
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Memory for what the solver remembers, in MiB
    #[arg(long, default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    table_mib: u32,
}

#[derive(Clone, Copy, ValueEnum)]
enum BookGame {
    ConnectFour,
}

#[derive(Args)]
struct TableOptions {
    /// The game
    game: TableGame,
    /// Pieces up to which every position is in the tables: with two to five the distance to the end,
    /// with six who wins
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=6))]
    pieces: u8,
    /// Where the tables are, and unfinished work is kept. The program takes those up to five pieces
    /// in from data when it is compiled
    #[arg(long)]
    dir: PathBuf,
    /// Threads; as many as there are processors, if not given
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Check so many positions of the tables that are there, instead of building
    #[arg(long, value_name = "POSITIONS")]
    check: Option<usize>,
}

#[derive(Clone, Copy, ValueEnum)]
enum TableGame {
    Checkers,
}

fn main() -> ExitCode {
    match run(&Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        #[expect(clippy::print_stderr, reason = "the last word of a command line program")]
        Err(error) => {
            eprintln!("bestmove-lab: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &Cli) -> Result<(), Box<dyn Error>> {
    match command {
        Cli::Book(options) => build_book(options),
        Cli::Tables(options) => build_tables(options),
    }
}

fn build_book(options: &BookOptions) -> Result<(), Box<dyn Error>> {
    let BookGame::ConnectFour = options.game;
    build_connect_four_book(
        options.plies,
        &options.dir,
        &options.out,
        threads(options.threads),
        (options.table_mib as usize) << 20,
    )
}

#[expect(clippy::print_stdout, reason = "what a command line program has to say")]
fn build_tables(options: &TableOptions) -> Result<(), Box<dyn Error>> {
    let TableGame::Checkers = options.game;
    let (pieces, threads) = (options.pieces.into(), threads(options.threads));
    if let Some(positions) = options.check {
        let checked = check_checkers_tables(pieces, &options.dir, positions, threads)?;
        println!("{checked} positions are worth what their best moves lead to");
        return Ok(());
    }
    println!("This takes up to {} MiB of memory", (checkers_tables_memory(pieces, threads) >> 20) + 1);
    build_checkers_tables(pieces, &options.dir, threads)
}

/// As many threads as asked for, or else as there are processors.
fn threads(asked: Option<u16>) -> NonZeroUsize {
    let asked = asked.and_then(|threads| NonZeroUsize::new(threads.into()));
    asked.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
}
