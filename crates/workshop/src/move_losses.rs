//! Discs that moves lose, judged by the solver: positions of tournament games of Reversi with a known value.

use super::move_budget::MoveBudget;
use super::options::{ThreadOptions, from_to};
use super::parallel::for_each_ordered;
use super::progress::progress_bar;
use super::train::knowledge;
use bestmove_core::game::{Moves, Rules, Searchable, SolveLimits, SolverMemory};
use bestmove_core::games::Reversi;
use bestmove_core::games::reversi::solver::EndingSolver;
use bestmove_core::games::reversi::{Board, Knowledge, Move, wthor};
use bestmove_core::search::{Limits, Path, SearchContext, TranspositionTable, search};
use clap::Args;
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Bytes of the table that chooses a move.
const TABLE_BYTES: usize = 32 << 20;
/// Bytes of the table that judges it.
const SOLVER_BYTES: usize = 256 << 20;

/// Options of the measurement.
#[derive(Args, Clone, Debug)]
pub struct MoveLossOptions {
    /// Files of the WTHOR database
    #[arg(long, required = true, num_args = 1..)]
    pub wthor: Vec<PathBuf>,
    /// The number of positions, spread evenly over the games
    #[arg(long, default_value_t = 200, value_parser = from_to::<usize>(1..=1_000_000))]
    pub positions: usize,
    /// Seconds for each move
    #[arg(long, default_value = "0.1", value_parser = MoveBudget::parse_seconds)]
    pub time: Duration,
    /// Node limit of each move, instead of a time
    #[arg(long)]
    pub nodes: Option<u64>,
    /// File of weights to play with [default: the built-in ones]
    #[arg(long)]
    pub weights: Option<PathBuf>,
    /// Moves at the same time.
    #[command(flatten)]
    pub threads: ThreadOptions,
}

/// A position, and its value for the side to move in discs.
struct Known {
    board: Board,
    value: i32,
}

/// Chooses a move in each position by a search, solves the position after it, and prints the mean loss.
///
/// # Errors
///
/// If a file cannot be read, or a thread cannot be started.
pub fn measure_move_losses(options: &MoveLossOptions) -> Result<(), Box<dyn Error>> {
    let mut known = Vec::new();
    for path in &options.wthor {
        let file = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let games = wthor::games(&file)?;
        known.extend(games.filter_map(|game| position(&game.record.moves, wthor::best_play(&file, &game)?)));
    }
    let count = options.positions.min(known.len());
    let chosen: Vec<&Known> = (0..count).map(|number| &known[number * known.len() / count]).collect();
    let knowledge = knowledge::<Reversi>(options.weights.as_deref())?;
    let memory = SolverMemory::new(SOLVER_BYTES);
    let bar = progress_bar("positions", count as u64, 0);
    let mut losses = Vec::new();
    let lost = |number| lost_discs(chosen[number as usize], options, &knowledge, &memory);
    for_each_ordered(0..count as u64, options.threads.count(), lost, |loss| {
        bar.inc(1);
        losses.push(loss);
        Ok(())
    })?;
    bar.finish();
    let of_count = |sum: f64| sum / losses.len().max(1) as f64;
    let mean = of_count(losses.iter().copied().map(f64::from).sum());
    let variance = of_count(losses.iter().map(|&loss| (f64::from(loss) - mean).powi(2)).sum());
    let error = of_count(variance).sqrt();
    let best = losses.iter().filter(|loss| **loss == 0).count();
    let most = losses.iter().max().copied().unwrap_or_default();
    writeln!(
        io::stdout(),
        "{count} moves: {best} lose nothing, the mean is {mean:.2} ± {error:.2} discs, the most {most}"
    )?;
    Ok(())
}

/// The position of a game from which best play is known, if the side to move has a choice.
fn position(moves: &[Move], best: wthor::BestPlay) -> Option<Known> {
    let mut board = Reversi::start();
    for &played in moves {
        if 64 - board.discs() == u32::from(best.empty) {
            break;
        }
        board = Reversi::play(&board, played);
    }
    let mut legal = Moves::new();
    Reversi::moves(&board, &mut legal);
    let is_known = 64 - board.discs() == u32::from(best.empty) && legal.len() > 1;
    let value = i32::from(best.margin_for(Reversi::to_move(&board)));
    is_known.then_some(Known { board, value })
}

/// The discs that the move of a search loses.
fn lost_discs(known: &Known, options: &MoveLossOptions, knowledge: &Knowledge, memory: &SolverMemory) -> i32 {
    let table = TranspositionTable::new(TABLE_BYTES);
    let deadline = options.nodes.is_none().then(|| Instant::now() + options.time);
    let limits = Limits { nodes: options.nodes, deadline, ..Limits::default() };
    let path = Path::<Reversi>::from(known.board);
    let found = search(&path, SearchContext::new(knowledge, &table, limits), &mut |_| {});
    let Some(played) = found.best_move() else { return 0 };
    let after = Reversi::play(&known.board, played);
    if Reversi::outcome(&after).is_some() {
        return known.value + i32::from(Reversi::final_margin(&after)) / 100;
    }
    let mut solver = EndingSolver::new(memory, SolveLimits::default());
    let is_best = solver.reaches(&after, 2 - known.value) == Ok(false);
    if is_best { 0 } else { known.value + solver.solve(&after).lower }
}
