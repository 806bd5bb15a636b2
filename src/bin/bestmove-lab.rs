//! `bestmove-lab`: builds opening books and endgame tables, trains evaluations, and measures playing strength.

use bestmove::game::{Invalid, Notation};
use bestmove::games::Checkers;
use bestmove::huge_pages::reexec_with_huge_pages;
use bestmove::lab::{
    EngineSettings, MatchOptions, MoveBudget, build_checkers_tables, build_connect_four_book,
    build_connect_four_lines, check_checkers_tables, checkers_tables_memory, play_match, score_problems,
    serve_engine,
    train::{self, CompareOptions, FitOptions, RescoreOptions, SelfPlayOptions},
};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::cmp::Ordering;
use std::error::Error;
use std::io;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

/// Builds opening books and endgame tables, trains evaluations, and measures playing strength.
#[derive(Parser)]
#[command(version)]
enum Cli {
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
    /// Train an evaluation
    #[command(subcommand)]
    Train(TrainGame),
}

#[derive(Args)]
struct BookArgs {
    /// The game
    game: BookGame,
    /// Maximum number of discs in the book. Twelve take about five hours of processor time with 4 GiB
    /// of memory, each further one about three times as long; few discs still take many minutes, as
    /// the emptiest boards are the hardest
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=14))]
    plies: u32,
    /// Directory for unfinished work
    #[arg(long, default_value = "target/lab")]
    dir: PathBuf,
    /// File to write. data/connect-four.book is compiled into the program
    #[arg(long, default_value = "target/lab/connect-four.book")]
    out: PathBuf,
    /// Number of threads [default: the number of processors]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Mebibytes of the solver's table, rounded down to a power of two
    #[arg(long, default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    table_mib: u32,
}

#[derive(Args)]
struct BookLinesArgs {
    /// The game
    game: BookGame,
    /// Number of positions to find. A hundred thousand take about a quarter of an hour of processor time
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    positions: u32,
    /// Directory for unfinished work
    #[arg(long, default_value = "target/lab")]
    dir: PathBuf,
    /// File to write. data/connect-four.lines is compiled into the program
    #[arg(long, default_value = "target/lab/connect-four.lines")]
    out: PathBuf,
    /// Write the lines found so far, without finding more
    #[arg(long)]
    write: bool,
    /// Number of threads [default: the number of processors]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Mebibytes of the solver's table, rounded down to a power of two
    #[arg(long, default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    table_mib: u32,
}

#[derive(Clone, Copy, ValueEnum)]
enum BookGame {
    ConnectFour,
}

#[derive(Args)]
struct TableArgs {
    /// The game
    game: TableGame,
    /// Maximum number of pieces in the tables: with two to five they have the distance to the end of
    /// the game, with six the result only
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=6))]
    pieces: u8,
    /// Directory of the tables and of unfinished work. The distances for up to four pieces and the
    /// results for five and six in data/ are compiled into the program
    #[arg(long)]
    dir: PathBuf,
    /// Number of threads [default: the number of processors]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Check this many positions of the existing tables, built-in ones included, instead of building
    #[arg(long, value_name = "POSITIONS")]
    check: Option<NonZeroUsize>,
}

#[derive(Clone, Copy, ValueEnum)]
enum TableGame {
    Checkers,
}

#[derive(Args)]
struct EngineArgs {
    /// The game
    game: MatchGame,
    /// Mebibytes of the transposition table
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    table_mib: u32,
    /// Node limit of each move, in addition to that of the match
    #[arg(long)]
    nodes: Option<u64>,
    /// Measure processor time instead of wall-clock time: for busy machines
    #[arg(long)]
    cpu_clock: bool,
    /// Directory of endgame tables, in addition to the built-in ones
    #[arg(long)]
    tables: Option<PathBuf>,
}

#[derive(Args)]
struct MatchArgs {
    /// Shell command that starts engine A
    a: String,
    /// Shell command that starts engine B
    b: String,
    /// The game
    #[arg(long, default_value = "checkers")]
    game: MatchGame,
    /// Number of games, rounded up to an even one. Once all openings have been played, they repeat
    /// with two random moves each
    #[arg(long, default_value = "100")]
    games: NonZeroUsize,
    /// Seconds for each move
    #[arg(long, default_value = "0.1", value_parser = MoveBudget::parse_seconds)]
    time: Duration,
    /// Node limit of each move, instead of a time
    #[arg(long)]
    nodes: Option<u64>,
    /// File of openings, in the format of data/checkers-ballots.json [default: that file, built in]
    #[arg(long)]
    ballots: Option<PathBuf>,
    /// Number of concurrent games
    #[arg(long, default_value = "1")]
    concurrency: NonZeroUsize,
    /// File to write the games to, in PDN. 1-0 is a win of Black, who moves first
    #[arg(long)]
    pdn: Option<PathBuf>,
    /// End the match when a sequential probability ratio test decides between these two Elo
    /// differences, with error rates of 5 %
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// Directory of endgame tables. Games are adjudicated by these and the built-in ones, where the
    /// no-progress rule leaves room for the result
    #[arg(long)]
    tables: Option<PathBuf>,
    /// Play on in positions that the tables call drawn, as an engine may still lose them
    #[arg(long)]
    play_draws: bool,
}

#[derive(Args)]
struct ProblemArgs {
    /// Shell command that starts the engine
    engine: String,
    /// The game
    #[arg(long, default_value = "checkers")]
    game: MatchGame,
    /// Seconds for each problem
    #[arg(long, default_value = "2", value_parser = MoveBudget::parse_seconds)]
    time: Duration,
    /// Node limit of each problem, instead of a time
    #[arg(long)]
    nodes: Option<u64>,
    /// File of problems, in the format of data/checkers-problems.json [default: that file, built in]
    #[arg(long)]
    problems: Option<PathBuf>,
}

#[derive(Subcommand)]
enum TrainGame {
    /// Train the evaluation of checkers; docs/checkers-evaluation.md documents how the built-in one was made
    #[command(subcommand)]
    Checkers(TrainStep),
}

#[derive(Subcommand)]
enum TrainStep {
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
struct GenerateArgs {
    /// Total number of games in the file, including those it has already
    #[arg(long)]
    games: u64,
    /// Node limit of each move
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Play one in this many moves at random [default: none]
    #[arg(long = "stray")]
    random_move_rate: Option<NonZeroUsize>,
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// File of weights to play with [default: the built-in ones]
    #[arg(long)]
    weights: Option<PathBuf>,
    /// File of openings, in the format of data/checkers-ballots.json [default: that file, built in]
    #[arg(long)]
    ballots: Option<PathBuf>,
    /// Number of concurrent games [default: the number of processors]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// File of games
    #[arg(long)]
    out: PathBuf,
}

#[derive(Args)]
struct RescoreArgs {
    /// File of games
    #[arg(long)]
    data: PathBuf,
    /// Node limit of each position
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// File of weights to score with [default: the built-in ones]
    #[arg(long)]
    weights: Option<PathBuf>,
    /// Number of concurrent games [default: the number of processors]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// File of games with new scores
    #[arg(long)]
    out: PathBuf,
}

#[derive(Args)]
struct FitArgs {
    /// Files of games
    #[arg(long, required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// Number of passes over all positions
    #[arg(long, default_value_t = 4)]
    epochs: u32,
    /// Seed of the order of positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Weight of the game's result in the target, from 0 to 1; the rest is the score of the search
    #[arg(long, default_value_t = 0.1, value_parser = number(0.0..=1.0))]
    result_share: f32,
    /// Lambda of TD(lambda), from 0 to 1: weight of the scores that follow in the game by best play
    /// against that of the position itself
    #[arg(long, default_value_t = 0.0, value_parser = number(0.0..=1.0))]
    lambda: f32,
    /// Strength of the pull of each weight to its prior, as a number of positions
    #[arg(long, default_value_t = 2.0, value_parser = number(0.0..=1e9))]
    decay: f32,
    /// File of weights that are the initial values and the prior [default: handcrafted ones]
    #[arg(long)]
    from: Option<PathBuf>,
    /// File of weights to write. data/checkers.weights is compiled into the program
    #[arg(long)]
    out: PathBuf,
}

#[derive(Args)]
struct TestArgs {
    /// File of weights [default: the built-in ones]
    #[arg(long)]
    weights: Option<PathBuf>,
    /// File of weights to play against [default: the built-in ones]
    #[arg(long)]
    against: Option<PathBuf>,
    /// Number of games, rounded up to an even one. Once all openings have been played, they repeat
    /// with two random moves each
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Node limit of each move
    #[arg(long, default_value_t = 5000)]
    nodes: u64,
    /// Seconds for each move, instead of a node limit
    #[arg(long, value_parser = MoveBudget::parse_seconds)]
    time: Option<Duration>,
    /// File of openings, in the format of data/checkers-ballots.json [default: that file, built in]
    #[arg(long)]
    ballots: Option<PathBuf>,
    /// Number of concurrent games [default: the number of processors]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

#[derive(Clone, Copy, ValueEnum)]
enum MatchGame {
    Checkers,
}

/// A parser of numbers within `range`.
fn number(range: RangeInclusive<f32>) -> impl Fn(&str) -> Result<f32, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected a number from {} to {}", range.start(), range.end()))
    }
}

fn main() -> ExitCode {
    match run(&Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        #[expect(clippy::print_stderr, reason = "a command-line program reports its error on standard error")]
        Err(error) => {
            eprintln!("bestmove-lab: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &Cli) -> Result<(), Box<dyn Error>> {
    // Engines that these commands start enable huge pages themselves.
    if !matches!(command, Cli::Match(_) | Cli::Problems(_)) {
        reexec_with_huge_pages()?;
    }
    match command {
        Cli::Book(options) => build_book(options),
        Cli::BookLines(options) => build_book_lines(options),
        Cli::Tables(options) => build_tables(options),
        Cli::Engine(options) => match options.game {
            MatchGame::Checkers => engine::<Checkers>(options),
        },
        Cli::Match(options) => match options.game {
            MatchGame::Checkers => run_match::<Checkers>(options),
        },
        Cli::Problems(options) => match options.game {
            MatchGame::Checkers => run_problems::<Checkers>(options),
        },
        Cli::Train(TrainGame::Checkers(TrainStep::Generate(options))) => generate(options),
        Cli::Train(TrainGame::Checkers(TrainStep::Rescore(options))) => rescore(options),
        Cli::Train(TrainGame::Checkers(TrainStep::Fit(options))) => fit(options),
        Cli::Train(TrainGame::Checkers(TrainStep::Test(options))) => compare(options),
    }
}

fn generate(args: &GenerateArgs) -> Result<(), Box<dyn Error>> {
    let options = SelfPlayOptions {
        games: args.games,
        nodes: args.nodes,
        random_move_rate: args.random_move_rate,
        seed: args.seed,
        threads: threads(args.threads),
        openings: args.ballots.as_deref(),
        weights: args.weights.as_deref(),
    };
    train::generate(&options, &args.out)
}

fn rescore(args: &RescoreArgs) -> Result<(), Box<dyn Error>> {
    let options = RescoreOptions {
        data: &args.data,
        nodes: args.nodes,
        threads: threads(args.threads),
        weights: args.weights.as_deref(),
    };
    train::rescore(&options, &args.out)
}

fn fit(options: &FitArgs) -> Result<(), Box<dyn Error>> {
    let &FitArgs { epochs, seed, result_share, lambda, decay, .. } = options;
    let from = options.from.as_deref();
    let data = &options.data;
    train::fit(&FitOptions { data, epochs, seed, result_share, lambda, decay, from }, &options.out)
}

fn compare(options: &TestArgs) -> Result<(), Box<dyn Error>> {
    train::compare(&CompareOptions {
        weights: [options.weights.as_deref(), options.against.as_deref()],
        games: options.games,
        budget: options.time.map_or(MoveBudget::Nodes(options.nodes), MoveBudget::Time),
        threads: threads(options.threads),
        openings: options.ballots.as_deref(),
    })
}

fn build_book(options: &BookArgs) -> Result<(), Box<dyn Error>> {
    let BookGame::ConnectFour = options.game;
    build_connect_four_book(
        options.plies,
        &options.dir,
        &options.out,
        threads(options.threads),
        bytes(options.table_mib),
    )
}

fn build_book_lines(options: &BookLinesArgs) -> Result<(), Box<dyn Error>> {
    let BookGame::ConnectFour = options.game;
    build_connect_four_lines(
        if options.write { 0 } else { options.positions as usize },
        &options.dir,
        &options.out,
        threads(options.threads),
        bytes(options.table_mib),
    )
}

fn engine<G: Notation>(options: &EngineArgs) -> Result<(), Box<dyn Error>> {
    let knowledge = knowledge::<G>(options.tables.as_deref())?;
    let settings = EngineSettings {
        table_bytes: bytes(options.table_mib),
        nodes: options.nodes,
        cpu_clock: options.cpu_clock,
    };
    Ok(serve_engine::<G>(io::stdin().lock(), io::stdout().lock(), &knowledge, settings)?)
}

fn run_match<G: Notation>(options: &MatchArgs) -> Result<(), Box<dyn Error>> {
    let knowledge = knowledge::<G>(options.tables.as_deref())?;
    let sprt: Option<[f64; 2]> = options.sprt.as_deref().and_then(|elo| elo.try_into().ok());
    if let Some([zero, one]) = sprt.filter(|[zero, one]| zero.partial_cmp(one) != Some(Ordering::Less)) {
        return Err(format!("--sprt: expected two differences, the smaller first, got {zero} {one}").into());
    }
    let options = MatchOptions {
        engines: [&options.a, &options.b],
        games: options.games.get(),
        budget: options.nodes.map_or(MoveBudget::Time(options.time), MoveBudget::Nodes),
        openings: options.ballots.as_deref(),
        concurrency: options.concurrency,
        pdn: options.pdn.as_deref(),
        plays_draws: options.play_draws,
        sprt,
    };
    play_match::<G>(&options, &knowledge)
}

fn run_problems<G: Notation>(options: &ProblemArgs) -> Result<(), Box<dyn Error>> {
    let budget = options.nodes.map_or(MoveBudget::Time(options.time), MoveBudget::Nodes);
    score_problems::<G>(&options.engine, options.problems.as_deref(), budget)
}

fn knowledge<G: Notation>(tables: Option<&Path>) -> Result<G::Knowledge, Invalid> {
    tables.map_or_else(|| Ok(G::Knowledge::default()), G::load_knowledge)
}

const fn bytes(mebibytes: u32) -> usize {
    (mebibytes as usize) << 20
}

#[expect(clippy::print_stdout, reason = "output of a command")]
fn build_tables(options: &TableArgs) -> Result<(), Box<dyn Error>> {
    let TableGame::Checkers = options.game;
    let (pieces, threads) = (options.pieces.into(), threads(options.threads));
    if let Some(positions) = options.check {
        let checked = check_checkers_tables(pieces, &options.dir, positions.get(), threads)?;
        println!("{checked} positions agree with their successors");
        return Ok(());
    }
    println!("This takes up to {} MiB of memory", (checkers_tables_memory(pieces, threads) >> 20) + 1);
    build_checkers_tables(pieces, &options.dir, threads)
}

/// The number of threads requested, by default that of the processors.
fn threads(requested: Option<u16>) -> NonZeroUsize {
    let requested = requested.and_then(|threads| NonZeroUsize::new(threads.into()));
    requested.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
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
