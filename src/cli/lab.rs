//! `bestmove lab`: builds opening books and endgame tables, trains evaluations, and measures playing strength.

use crate::config::lab::{
    BookGame, BookLinesArgs, BookLinesGame, CheckersBookArgs, ConnectFourBookArgs, EngineArgs,
    ExpectationArgs, FitArgs, GenerateArgs, LabCommand, LevelArgs, MatchArgs, MatchGame, ProblemArgs,
    RescoreArgs, SearchArgs, ServedGame, TableArgs, TableGame, TestArgs, TrainGame, TrainStep,
};
use crate::game::{Invalid, Notation};
use crate::games::checkers::endgame::slice::MAX_LAYER_PIECES;
use crate::games::{Checkers, ConnectFour, TicTacToe};
use crate::lab::{
    EngineSettings, ExpectationOptions, LevelOptions, MatchOptions, MoveBudget, OpeningBookOptions,
    SearchGrid, build_checkers_book, build_checkers_slices, build_checkers_tables, build_connect_four_book,
    build_connect_four_lines, calibrate_levels, check_checkers_tables, checkers_slices_memory,
    checkers_tables_memory, fit_expectation, measure_searches, play_match, score_problems, serve_engine,
    train::{self, CompareOptions, EndingStarts, FitOptions, RescoreOptions, SelfPlayOptions},
};
use std::cmp::Ordering;
use std::error::Error;
use std::fs;
use std::io;
use std::path::Path;

/// Runs a command of the laboratory.
///
/// # Errors
///
/// If a file can't be read or written, or an engine fails.
pub fn lab(command: &LabCommand) -> Result<(), Box<dyn Error>> {
    match command {
        LabCommand::Book(BookGame::ConnectFour(options)) => build_connect_four(options),
        LabCommand::Book(BookGame::Checkers(options)) => build_checkers(options),
        LabCommand::BookLines(options) => build_book_lines(options),
        LabCommand::Tables(options) => build_tables(options),
        LabCommand::Engine(options) => match options.game {
            MatchGame::Checkers => engine::<Checkers>(options),
        },
        LabCommand::Match(options) => match options.game {
            MatchGame::Checkers => run_match::<Checkers>(options),
        },
        LabCommand::Problems(options) => match options.game {
            MatchGame::Checkers => run_problems::<Checkers>(options),
        },
        LabCommand::Levels(options) => levels(options),
        LabCommand::Searches(options) => searches(options),
        LabCommand::Expectation(options) => expectation(options),
        LabCommand::Train(TrainGame::Checkers(TrainStep::Generate(options))) => generate(options),
        LabCommand::Train(TrainGame::Checkers(TrainStep::Rescore(options))) => rescore(options),
        LabCommand::Train(TrainGame::Checkers(TrainStep::Fit(options))) => fit(options),
        LabCommand::Train(TrainGame::Checkers(TrainStep::Test(options))) => compare(options),
    }
}

fn levels(args: &LevelArgs) -> Result<(), Box<dyn Error>> {
    let options = LevelOptions {
        games: args.games,
        rules: args.rules.as_deref(),
        fit_elo: args.fit,
        fit_games: args.fit_games,
        max_depth: args.max_depth,
        references: args.references,
        threads: args.threads.count(),
        dir: &args.dir,
        out: &args.out,
    };
    match args.game {
        ServedGame::TicTacToe => calibrate_levels::<TicTacToe>(&options),
        ServedGame::ConnectFour => calibrate_levels::<ConnectFour>(&options),
        ServedGame::Checkers => calibrate_levels::<Checkers>(&options),
    }
}

fn searches(args: &SearchArgs) -> Result<(), Box<dyn Error>> {
    if let Some(dir) = args.out.parent() {
        fs::create_dir_all(dir)?;
    }
    measure_searches(&SearchGrid {
        branching: &args.branching,
        depths: &args.depths,
        trees: args.trees,
        leaves: args.leaves(),
        quality: args.quality,
        searches: &args.searches,
        threads: args.threads.count(),
        out: &args.out,
        chart: args.chart.as_deref(),
    })
}

fn expectation(args: &ExpectationArgs) -> Result<(), Box<dyn Error>> {
    let options = ExpectationOptions {
        games: args.games,
        nodes: args.nodes,
        pieces: &args.pieces,
        threads: args.threads.count(),
        out: &args.out,
    };
    match args.game {
        ServedGame::TicTacToe => fit_expectation::<TicTacToe>(&options),
        ServedGame::ConnectFour => fit_expectation::<ConnectFour>(&options),
        ServedGame::Checkers => fit_expectation::<Checkers>(&options),
    }
}

fn generate(args: &GenerateArgs) -> Result<(), Box<dyn Error>> {
    let max_pieces = args.max_pieces;
    let options = SelfPlayOptions {
        games: args.games,
        nodes: args.nodes,
        random_move_rate: args.random_move_rate,
        seed: args.seed,
        threads: args.threads.count(),
        openings: args.ballots.as_deref(),
        endings: args.endings.as_deref().map(|games| EndingStarts { games, max_pieces }),
        weights: args.weights.as_deref(),
    };
    train::generate(&options, &args.out)
}

fn rescore(args: &RescoreArgs) -> Result<(), Box<dyn Error>> {
    let options = RescoreOptions {
        data: &args.data,
        nodes: args.nodes,
        threads: args.threads.count(),
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
        threads: options.threads.count(),
        openings: options.ballots.as_deref(),
    })
}

fn build_connect_four(options: &ConnectFourBookArgs) -> Result<(), Box<dyn Error>> {
    build_connect_four_book(
        options.plies,
        &options.dir,
        &options.out,
        options.threads.count(),
        bytes(options.table_mib),
    )
}

fn build_checkers(options: &CheckersBookArgs) -> Result<(), Box<dyn Error>> {
    build_checkers_book(&OpeningBookOptions {
        plies: options.plies.into(),
        nodes: options.nodes,
        table_bytes: bytes(options.table_mib),
        threads: options.threads.count(),
        dir: &options.dir,
        out: &options.out,
    })
}

fn build_book_lines(options: &BookLinesArgs) -> Result<(), Box<dyn Error>> {
    let BookLinesGame::ConnectFour = options.game;
    build_connect_four_lines(
        if options.write { 0 } else { options.positions as usize },
        &options.dir,
        &options.out,
        options.threads.count(),
        bytes(options.table_mib),
    )
}

fn engine<G: Notation>(options: &EngineArgs) -> Result<(), Box<dyn Error>> {
    let knowledge = knowledge::<G>(options.tables.as_deref())?;
    let settings = EngineSettings {
        table_bytes: bytes(options.table_mib),
        nodes: options.nodes,
        cpu_clock: options.cpu_clock,
        book: options.book,
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

const fn mebibytes(bytes: usize) -> usize {
    bytes.div_ceil(1 << 20)
}

const fn bytes(mebibytes: u32) -> usize {
    (mebibytes as usize) << 20
}

#[expect(clippy::print_stdout, reason = "output of a command")]
fn build_tables(options: &TableArgs) -> Result<(), Box<dyn Error>> {
    let TableGame::Checkers = options.game;
    let (pieces, threads) = (options.pieces.into(), options.threads.count());
    if let Some(positions) = options.check {
        let checked = check_checkers_tables(pieces, &options.dir, positions.get(), threads)?;
        println!("{checked} positions agree with their successors");
        return Ok(());
    }
    if pieces > MAX_LAYER_PIECES {
        let slices = checkers_slices_memory(&options.dir, threads);
        for (slice, bytes) in &slices {
            println!("{slice} takes {} MiB of memory", mebibytes(*bytes));
        }
        match slices.iter().map(|&(_, bytes)| bytes).max() {
            Some(most) => println!("This takes up to {} MiB of memory", mebibytes(most)),
            None => println!("All slices have their files"),
        }
        return build_checkers_slices(&options.dir, threads);
    }
    println!("This takes up to {} MiB of memory", mebibytes(checkers_tables_memory(pieces, threads)));
    build_checkers_tables(pieces, &options.dir, threads)
}
