//! Computes ahead what `bestmove` knows by heart.

use bestmove::lab::build_connect_four_book;
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

fn run(Cli::Book(options): &Cli) -> Result<(), Box<dyn Error>> {
    let BookGame::ConnectFour = options.game;
    let asked = options.threads.and_then(|threads| NonZeroUsize::new(threads.into()));
    let threads = asked.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    build_connect_four_book(
        options.plies,
        &options.dir,
        &options.out,
        threads,
        (options.table_mib as usize) << 20,
    )
}
