//! Computes ahead what `bestmove` knows by heart, and measures its strength.

use bestmove::game::{Invalid, Notation};
use bestmove::games::Checkers;
use bestmove::huge_pages::enable_huge_pages;
use bestmove::lab::{
    Effort, EngineSettings, Match, build_checkers_tables, build_connect_four_book, build_connect_four_lines,
    check_checkers_tables, checkers_tables_memory, play_match, pose_problems, serve_engine,
    train::{self, Fit, Plan, Rescore, Test},
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

/// Computes ahead what bestmove knows by heart, and measures its strength.
#[derive(Parser)]
#[command(version)]
enum Cli {
    /// Build an opening book. Started again it goes on where it was
    Book(BookOptions),
    /// Find best play just beyond the opening book, for the positions that come up most often. Started again it goes
    /// on where it was
    BookLines(BookLinesOptions),
    /// Build endgame tables
    Tables(TableOptions),
    /// Obey a match on standard input: newgame, pos POSITION, move MOVE, go SECONDS, go nodes N, quit
    Engine(EngineOptions),
    /// Let two engines play each other, each opening with both colours
    Match(MatchOptions),
    /// Ask an engine for the best moves of problems, and count those that it solves
    Problems(ProblemOptions),
    /// Learn an evaluation from games
    #[command(subcommand)]
    Train(TrainGame),
}

#[derive(Args)]
struct BookOptions {
    /// The game
    game: BookGame,
    /// Discs up to which every position is in the book. Twelve take some five hours of processor
    /// time with 4 GiB of memory, each further one about three times as long; a few take many minutes too, as
    /// the first boards are the hardest
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
    /// Memory for what the solver remembers, in MiB, rounded down to a power of two
    #[arg(long, default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    table_mib: u32,
}

#[derive(Args)]
struct BookLinesOptions {
    /// The game
    game: BookGame,
    /// Stop after so many positions. A hundred thousand take about a quarter of an hour of processor time
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    positions: u32,
    /// Where unfinished work is kept
    #[arg(long, default_value = "target/lab")]
    dir: PathBuf,
    /// The file to write. The program takes data/connect-four.lines in when it is compiled
    #[arg(long, default_value = "target/lab/connect-four.lines")]
    out: PathBuf,
    /// Write the file of what has been found so far, and find no more
    #[arg(long)]
    write: bool,
    /// Threads; as many as there are processors, if not given
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Memory for what the solver remembers, in MiB, rounded down to a power of two
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
    /// Where the tables are, and unfinished work is kept. The program takes those up to four pieces,
    /// and who wins with five and six, in from data when it is compiled
    #[arg(long)]
    dir: PathBuf,
    /// Threads; as many as there are processors, if not given
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Check so many positions of the tables that are there, or that come with the program, instead of building
    #[arg(long, value_name = "POSITIONS")]
    check: Option<NonZeroUsize>,
}

#[derive(Clone, Copy, ValueEnum)]
enum TableGame {
    Checkers,
}

#[derive(Args)]
struct EngineOptions {
    /// The game
    game: MatchGame,
    /// Memory for the transposition table, in MiB
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    table_mib: u32,
    /// Positions to visit for a move at most, whatever the match allows
    #[arg(long)]
    nodes: Option<u64>,
    /// Count processor time in place of time by the clock on the wall: for machines that are busy
    #[arg(long)]
    cpu_clock: bool,
    /// A directory with endgame tables, in addition to what comes with the program
    #[arg(long)]
    tables: Option<PathBuf>,
}

#[derive(Args)]
struct MatchOptions {
    /// The shell command that starts engine A
    a: String,
    /// The shell command that starts engine B
    b: String,
    /// The game
    #[arg(long, default_value = "checkers")]
    game: MatchGame,
    /// Games; if odd, one more. When all openings have been played they come again with two more moves
    /// each, drawn at random
    #[arg(long, default_value = "100")]
    games: NonZeroUsize,
    /// Seconds a move
    #[arg(long, default_value = "0.1", value_parser = Effort::seconds)]
    time: Duration,
    /// Positions visited a move, in place of time
    #[arg(long)]
    nodes: Option<u64>,
    /// The openings, in the form of data/checkers-ballots.json; those, if not given
    #[arg(long)]
    ballots: Option<PathBuf>,
    /// Games at a time
    #[arg(long, default_value = "1")]
    concurrency: NonZeroUsize,
    /// The file to write the games to. 1-0 is a win of Black, who moves first
    #[arg(long)]
    pdn: Option<PathBuf>,
    /// End the match as soon as a sequential test tells these two Elo differences apart, with 5 % of
    /// error
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// A directory with endgame tables. Games are called as soon as these or those of the program know the
    /// result and the rules leave room for it
    #[arg(long)]
    tables: Option<PathBuf>,
    /// Play on where tables tell of a draw: an engine may yet lose it
    #[arg(long)]
    play_draws: bool,
}

#[derive(Args)]
struct ProblemOptions {
    /// The shell command that starts the engine
    engine: String,
    /// The game
    #[arg(long, default_value = "checkers")]
    game: MatchGame,
    /// Seconds a problem
    #[arg(long, default_value = "2", value_parser = Effort::seconds)]
    time: Duration,
    /// Positions visited a problem, in place of time
    #[arg(long)]
    nodes: Option<u64>,
    /// The problems, in the form of data/checkers-problems.json; those, if not given
    #[arg(long)]
    problems: Option<PathBuf>,
}

#[derive(Subcommand)]
enum TrainGame {
    /// Of checkers; docs/checkers-evaluation.md tells how the one in the program was made
    #[command(subcommand)]
    Checkers(TrainStep),
}

#[derive(Subcommand)]
enum TrainStep {
    /// Play games of the engine against itself. Started again it goes on where it was
    Generate(GenerateOptions),
    /// Judge the positions of old games again. Started again it goes on where it was
    Rescore(RescoreOptions),
    /// Fit weights to games
    Fit(FitOptions),
    /// Let two sets of weights play each other
    Test(TestOptions),
}

#[derive(Args)]
struct GenerateOptions {
    /// How many games the file is to hold; those it has already count
    #[arg(long)]
    games: u64,
    /// Positions to visit for a move
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// One in so many moves is drawn at random; none, if not given
    #[arg(long)]
    stray: Option<NonZeroUsize>,
    /// Decides the openings: other seeds, other games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The weights to play with; those of the program, if not given
    #[arg(long)]
    weights: Option<PathBuf>,
    /// The openings, in the form of data/checkers-ballots.json; those, if not given
    #[arg(long)]
    ballots: Option<PathBuf>,
    /// Games at a time; as many as there are processors, if not given
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The file of games
    #[arg(long)]
    out: PathBuf,
}

#[derive(Args)]
struct RescoreOptions {
    /// The file of games
    #[arg(long)]
    data: PathBuf,
    /// Positions to visit for each position
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The weights to judge by; those of the program, if not given
    #[arg(long)]
    weights: Option<PathBuf>,
    /// Games at a time; as many as there are processors, if not given
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The file of games with new scores
    #[arg(long)]
    out: PathBuf,
}

#[derive(Args)]
struct FitOptions {
    /// Files of games
    #[arg(long, required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// Passes over all positions
    #[arg(long, default_value_t = 4)]
    epochs: u32,
    /// Decides the order of positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Share of the game's result in what is to be predicted; the rest is the score that the search
    /// gave
    #[arg(long, default_value_t = 0.1, value_parser = number(0.0..=1.0))]
    result_share: f32,
    /// Share of the scores that follow in the game, where best play led there, as against that of the
    /// position itself
    #[arg(long, default_value_t = 0.0, value_parser = number(0.0..=1.0))]
    lambda: f32,
    /// How strongly weights are pulled to what is known without these games: as if by so many positions
    #[arg(long, default_value_t = 2.0, value_parser = number(0.0..=1e9))]
    decay: f32,
    /// A file of weights to begin with, and to be pulled to
    #[arg(long)]
    from: Option<PathBuf>,
    /// The file of weights to write. The program takes data/checkers.weights in when it is compiled
    #[arg(long)]
    out: PathBuf,
}

#[derive(Args)]
struct TestOptions {
    /// A file of weights; those of the program, if not given
    #[arg(long)]
    weights: Option<PathBuf>,
    /// The file of weights to play against; those of the program, if not given
    #[arg(long)]
    against: Option<PathBuf>,
    /// Games; if odd, one more. When all openings have been played they come again with two more moves
    /// each, drawn at random
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Positions to visit for a move
    #[arg(long, default_value_t = 5000)]
    nodes: u64,
    /// Seconds a move, in place of positions
    #[arg(long, value_parser = Effort::seconds)]
    time: Option<Duration>,
    /// The openings, in the form of data/checkers-ballots.json; those, if not given
    #[arg(long)]
    ballots: Option<PathBuf>,
    /// Games at a time; as many as there are processors, if not given
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

#[derive(Clone, Copy, ValueEnum)]
enum MatchGame {
    Checkers,
}

/// Reads a number in the range.
fn number(range: RangeInclusive<f32>) -> impl Fn(&str) -> Result<f32, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected a number from {} to {}", range.start(), range.end()))
    }
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
    // Engines in a match or before a problem are to decide for themselves.
    if !matches!(command, Cli::Match(_) | Cli::Problems(_)) {
        enable_huge_pages()?;
    }
    match command {
        Cli::Book(options) => build_book(options),
        Cli::BookLines(options) => build_book_lines(options),
        Cli::Tables(options) => build_tables(options),
        Cli::Engine(options) => match options.game {
            MatchGame::Checkers => engine::<Checkers>(options),
        },
        Cli::Match(options) => match options.game {
            MatchGame::Checkers => matched::<Checkers>(options),
        },
        Cli::Problems(options) => match options.game {
            MatchGame::Checkers => posed::<Checkers>(options),
        },
        Cli::Train(TrainGame::Checkers(TrainStep::Generate(options))) => generate(options),
        Cli::Train(TrainGame::Checkers(TrainStep::Rescore(options))) => rescore(options),
        Cli::Train(TrainGame::Checkers(TrainStep::Fit(options))) => fit(options),
        Cli::Train(TrainGame::Checkers(TrainStep::Test(options))) => test(options),
    }
}

fn generate(options: &GenerateOptions) -> Result<(), Box<dyn Error>> {
    let plan = Plan {
        games: options.games,
        nodes: options.nodes,
        stray: options.stray,
        seed: options.seed,
        threads: threads(options.threads),
        openings: options.ballots.as_deref(),
        weights: options.weights.as_deref(),
    };
    train::generate(&plan, &options.out)
}

fn rescore(options: &RescoreOptions) -> Result<(), Box<dyn Error>> {
    let rescore = Rescore {
        data: &options.data,
        nodes: options.nodes,
        threads: threads(options.threads),
        weights: options.weights.as_deref(),
    };
    train::rescore(&rescore, &options.out)
}

fn fit(options: &FitOptions) -> Result<(), Box<dyn Error>> {
    let &FitOptions { epochs, seed, result_share, lambda, decay, .. } = options;
    let from = options.from.as_deref();
    let data = &options.data;
    train::fit(&Fit { data, epochs, seed, result_share, lambda, decay, from }, &options.out)
}

fn test(options: &TestOptions) -> Result<(), Box<dyn Error>> {
    train::test(&Test {
        weights: [options.weights.as_deref(), options.against.as_deref()],
        games: options.games,
        effort: options.time.map_or(Effort::Nodes(options.nodes), Effort::Time),
        threads: threads(options.threads),
        openings: options.ballots.as_deref(),
    })
}

fn build_book(options: &BookOptions) -> Result<(), Box<dyn Error>> {
    let BookGame::ConnectFour = options.game;
    build_connect_four_book(
        options.plies,
        &options.dir,
        &options.out,
        threads(options.threads),
        bytes(options.table_mib),
    )
}

fn build_book_lines(options: &BookLinesOptions) -> Result<(), Box<dyn Error>> {
    let BookGame::ConnectFour = options.game;
    build_connect_four_lines(
        if options.write { 0 } else { options.positions as usize },
        &options.dir,
        &options.out,
        threads(options.threads),
        bytes(options.table_mib),
    )
}

fn engine<G: Notation>(options: &EngineOptions) -> Result<(), Box<dyn Error>> {
    let knowledge = knowledge::<G>(options.tables.as_deref())?;
    let settings = EngineSettings {
        table_bytes: bytes(options.table_mib),
        nodes: options.nodes,
        cpu_clock: options.cpu_clock,
    };
    Ok(serve_engine::<G>(io::stdin().lock(), io::stdout().lock(), &knowledge, settings)?)
}

fn matched<G: Notation>(options: &MatchOptions) -> Result<(), Box<dyn Error>> {
    let knowledge = knowledge::<G>(options.tables.as_deref())?;
    let sprt: Option<[f64; 2]> = options.sprt.as_deref().and_then(|elo| elo.try_into().ok());
    if let Some([zero, one]) = sprt.filter(|[zero, one]| zero.partial_cmp(one) != Some(Ordering::Less)) {
        return Err(format!("--sprt: expected two differences, the smaller first, got {zero} {one}").into());
    }
    let options = Match {
        engines: [&options.a, &options.b],
        games: options.games.get(),
        effort: options.nodes.map_or(Effort::Time(options.time), Effort::Nodes),
        openings: options.ballots.as_deref(),
        concurrency: options.concurrency,
        pdn: options.pdn.as_deref(),
        plays_draws: options.play_draws,
        sprt,
    };
    play_match::<G>(&options, &knowledge)
}

fn posed<G: Notation>(options: &ProblemOptions) -> Result<(), Box<dyn Error>> {
    let effort = options.nodes.map_or(Effort::Time(options.time), Effort::Nodes);
    pose_problems::<G>(&options.engine, options.problems.as_deref(), effort)
}

fn knowledge<G: Notation>(tables: Option<&Path>) -> Result<G::Knowledge, Invalid> {
    tables.map_or_else(|| Ok(G::Knowledge::default()), G::load_knowledge)
}

const fn bytes(mebibytes: u32) -> usize {
    (mebibytes as usize) << 20
}

#[expect(clippy::print_stdout, reason = "what a command line program has to say")]
fn build_tables(options: &TableOptions) -> Result<(), Box<dyn Error>> {
    let TableGame::Checkers = options.game;
    let (pieces, threads) = (options.pieces.into(), threads(options.threads));
    if let Some(positions) = options.check {
        let checked = check_checkers_tables(pieces, &options.dir, positions.get(), threads)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_parts_of_a_whole() {
        let read = |lambda| {
            let line = ["bestmove-lab", "train", "checkers", "fit", "--data", "games", "--out", "weights"];
            Cli::try_parse_from(line.into_iter().chain(["--lambda", lambda])).map(|_| ())
        };
        read("0.5").expect("half is a share");
        for wrong in ["1.5", "NaN", "half"] {
            let error = read(wrong).expect_err(wrong).to_string();
            assert!(error.contains("--lambda") && error.contains("from 0 to 1"), "{error}");
        }
    }
}
