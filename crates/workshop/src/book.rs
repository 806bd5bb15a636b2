//! Builds the connect-four opening book: solves all boards with a given number of discs.
//!
//! Solved values go to a journal, so that interrupted work resumes. The book file derives the values of boards with
//! fewer discs from them.

use super::journal::Journal;
use super::options::{ThreadOptions, bytes, from_to};
use super::parallel::for_each_completed;
use super::partial_file::PartialFile;
use super::progress::progress_bar;
use bestmove_core::game::{SolveLimits, SolverMemory};
use bestmove_core::games::connect_four::book::{self, Book, Layer, NO_BOARD};
use bestmove_core::games::connect_four::solver::ValueSolver;
use clap::Args;
use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// Boards in a record of the journal.
const CHUNK: usize = 1024;

/// Options of [`build_connect_four_book`].
#[derive(Args, Clone, Debug)]
pub struct BookOptions {
    /// Maximum number of discs in the book. Twelve take about five hours of processor time with 4 GiB
    /// of memory, each further one about three times as long; few discs still take many minutes, as
    /// the emptiest boards are the hardest
    #[arg(long, value_parser = from_to::<u32>(1..=14))]
    pub plies: u32,
    /// Directory for unfinished work
    #[arg(long, default_value = "target/lab")]
    pub dir: PathBuf,
    /// File to write. crates/core/data/connect-four.book is compiled into the program
    #[arg(long, default_value = "target/lab/connect-four.book")]
    pub out: PathBuf,
    /// Threads, which share the table.
    #[command(flatten)]
    pub threads: ThreadOptions,
    /// Mebibytes of the solver's table, rounded down to a power of two
    #[arg(long, default_value_t = 1024, value_parser = from_to::<u32>(1..=1_048_576))]
    pub table_mib: u32,
}

/// Solves all boards of the last layer, and writes the book.
///
/// # Errors
///
/// If a file cannot be read or written, or the book does not read back as solved.
pub fn build_connect_four_book(options: &BookOptions) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(&options.dir)?;
    if let Some(parent) = options.out.parent() {
        fs::create_dir_all(parent)?;
    }
    let layer = Layer::new(options.plies);
    let values = solve_layer(&layer, options)?;
    let bytes = book::file(options.plies, values.clone());
    if !Book::read(&bytes).is_some_and(|book| matches(&book, &layer, &values)) {
        return Err("the book does not read back as it was solved".into());
    }
    Ok(PartialFile::create(&options.out)?.finish(&bytes)?)
}

/// The values of all boards of the layer by index: those in the journal, and the rest solved now.
fn solve_layer(layer: &Layer, options: &BookOptions) -> Result<Vec<i8>, Box<dyn Error>> {
    let plies = options.plies;
    let order = book::play_order(plies);
    let chunks: Vec<&[usize]> = order.chunks(CHUNK).collect();
    let mut values = vec![NO_BOARD; layer.len()];
    let mut remaining: BTreeSet<usize> = (0..chunks.len()).collect();
    let path = options.dir.join(format!("connect-four-{plies}.journal"));
    let title = format!("connect four, {plies} discs, in order of play");
    let mut journal = Journal::open(&path, &title, CHUNK, |chunk, bytes| {
        if remaining.remove(&(chunk as usize)) {
            let indices = chunks[chunk as usize].iter();
            indices.zip(bytes).for_each(|(&index, &byte)| values[index] = byte as i8);
        }
    })?;
    let remaining: Vec<usize> = remaining.into_iter().collect();
    let to_solve: usize = remaining.iter().map(|&chunk| chunks[chunk].len()).sum();
    let bar = progress_bar("boards", order.len() as u64, (order.len() - to_solve) as u64);
    let memory = SolverMemory::new(bytes(options.table_mib));
    let solve = |nth: u64| solve_chunk(layer, chunks[remaining[nth as usize]], &memory);
    for_each_completed(
        0..remaining.len() as u64,
        options.threads.count(),
        || &solve,
        |nth, solved| {
            let chunk = remaining[nth as usize];
            let mut bytes: Vec<u8> = solved.iter().map(|&value| value as u8).collect();
            bytes.resize(CHUNK, NO_BOARD as u8);
            journal.append(chunk as u32, &bytes)?;
            chunks[chunk].iter().zip(&solved).for_each(|(&index, &value)| values[index] = value);
            bar.inc(solved.len() as u64);
            Ok(ControlFlow::Continue(()))
        },
    )?;
    bar.finish();
    Ok(values)
}

/// Whether the book returns the given value for each board of the layer.
fn matches(book: &Book<'_>, layer: &Layer, values: &[i8]) -> bool {
    let mut boards =
        values.iter().enumerate().filter_map(|(index, value)| Some((layer.board(index)?, value)));
    boards.all(|(board, &value)| book.value(&board) == Some(value.into()))
}

/// Solves the boards with the given indices.
fn solve_chunk(layer: &Layer, indices: &[usize], memory: &SolverMemory) -> Vec<i8> {
    let never = AtomicBool::new(false);
    let mut solver = ValueSolver::new(memory, SolveLimits { stop: &never, ..SolveLimits::default() });
    let mut value = |&index: &usize| {
        let board = layer.board(index)?;
        // Testing for any win first, not for short wins, takes 14 % fewer nodes beside boards just solved.
        solver.reaches(&board, 1).ok()?;
        solver.solve(&board).value().map(|value| value as i8)
    };
    indices.iter().map(|index| value(index).unwrap_or(NO_BOARD)).collect()
}
