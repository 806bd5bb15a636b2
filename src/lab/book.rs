//! The connect-four opening book: all boards with so many discs are solved, and their values kept
//! in a journal; then the values of the boards with fewer discs follow from those.

use super::journal::Journal;
use super::parallel::as_done;
use super::progress::progress_bar;
use crate::game::{SolveLimits, SolverMemory};
use crate::games::connect_four::book::{self, Book, Layer, NO_BOARD};
use crate::games::connect_four::solver::ValueSolver;
use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Boards that are solved and written down together.
const PIECE: usize = 1024;

/// Solves all boards with `plies` discs with so many threads, and a memory of `table_bytes` for all
/// of them. What is done is kept in `directory`, and the result written to `file`.
///
/// # Errors
///
/// If a file can't be used.
pub fn build_connect_four_book(
    plies: u32,
    directory: &Path,
    file: &Path,
    threads: NonZeroUsize,
    table_bytes: usize,
) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(directory)?;
    if let Some(parent) = file.parent() {
        fs::create_dir_all(parent)?;
    }
    let layer = Layer::new(plies);
    let values = solved_values(&layer, plies, directory, threads, table_bytes)?;
    let written = book::file(plies, values.clone());
    if !Book::read(&written).is_some_and(|book| tells(&book, &layer, &values)) {
        return Err("the book is not read as it was solved".into());
    }
    let unfinished = file.with_extension("part");
    fs::write(&unfinished, written)?;
    fs::rename(&unfinished, file)?;
    Ok(())
}

/// The values of all boards of the layer by their numbers, those of the journal and the others.
fn solved_values(
    layer: &Layer,
    plies: u32,
    directory: &Path,
    threads: NonZeroUsize,
    table_bytes: usize,
) -> Result<Vec<i8>, Box<dyn Error>> {
    let order = book::play_order(plies);
    let pieces: Vec<&[usize]> = order.chunks(PIECE).collect();
    let mut values = vec![NO_BOARD; layer.len()];
    let mut left: BTreeSet<usize> = (0..pieces.len()).collect();
    let path = directory.join(format!("connect-four-{plies}.journal"));
    let title = format!("connect four, {plies} discs, in order of play");
    let mut journal = Journal::open(&path, &title, PIECE, |piece, bytes| {
        if left.remove(&(piece as usize)) {
            let numbers = pieces[piece as usize].iter();
            numbers.zip(bytes).for_each(|(&number, &byte)| values[number] = byte as i8);
        }
    })?;
    let left: Vec<usize> = left.into_iter().collect();
    let to_solve: usize = left.iter().map(|&piece| pieces[piece].len()).sum();
    let bar = progress_bar("boards", order.len() as u64, (order.len() - to_solve) as u64);
    let memory = SolverMemory::new(table_bytes);
    let solve = |nth: u64| solved(layer, pieces[left[nth as usize]], &memory);
    as_done(
        0..left.len() as u64,
        threads,
        || &solve,
        |nth, solved| {
            let piece = left[nth as usize];
            let mut bytes: Vec<u8> = solved.iter().map(|&value| value as u8).collect();
            bytes.resize(PIECE, NO_BOARD as u8);
            journal.add(piece as u32, &bytes)?;
            pieces[piece].iter().zip(&solved).for_each(|(&number, &value)| values[number] = value);
            bar.inc(solved.len() as u64);
            Ok(ControlFlow::Continue(()))
        },
    )?;
    bar.finish();
    Ok(values)
}

/// Whether a book has the value of each board of the layer.
fn tells(book: &Book<'_>, layer: &Layer, values: &[i8]) -> bool {
    let mut boards =
        values.iter().enumerate().filter_map(|(number, value)| Some((layer.board(number)?, value)));
    boards.all(|(board, &value)| book.value(&board) == Some(value.into()))
}

/// The values of the boards with those numbers.
fn solved(layer: &Layer, numbers: &[usize], memory: &SolverMemory) -> Vec<i8> {
    let never = AtomicBool::new(false);
    let mut solver = ValueSolver::new(memory, SolveLimits { deadline: None, stop: &never, checkpoint: None });
    let mut value = |&number: &usize| {
        let board = layer.board(number)?;
        // Beside boards just solved, short wins are no cheaper to ask for first: 14 % fewer positions.
        solver.reaches(&board, 1).ok()?;
        solver.solve(&board).value().map(|value| value as i8)
    };
    numbers.iter().map(|number| value(number).unwrap_or(NO_BOARD)).collect()
}
