//! The connect-four opening book: all boards with so many discs are solved, and their values kept
//! in a journal; then the values of the boards with fewer discs follow from those.

use super::journal::Journal;
use super::progress::progress_bar;
use crate::game::{Memory, Patience};
use crate::games::connect_four::book::{Book, Layer, NO_BOARD};
use crate::games::connect_four::solver::Solver;
use std::error::Error;
use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Solves all boards with `plies` discs with so many threads, and a memory of `table_bytes` for all
/// of them. What is done is kept in `directory`, and the result written to the file `book`.
///
/// # Errors
///
/// If a file can't be used.
pub fn build_connect_four_book(
    plies: u32,
    directory: &Path,
    book: &Path,
    threads: NonZeroUsize,
    table_bytes: usize,
) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(directory)?;
    if let Some(parent) = book.parent() {
        fs::create_dir_all(parent)?;
    }
    let layer = Layer::new(plies);
    let size = layer.arrangements();
    let shapes = layer.len() / size;
    let mut values: Vec<Option<Vec<i8>>> = vec![None; shapes];
    let path = directory.join(format!("connect-four-{plies}.journal"));
    let mut journal = Journal::open(&path, &format!("connect four, {plies} discs"), size, |shape, bytes| {
        if let Some(values) = values.get_mut(shape as usize) {
            *values = Some(bytes.iter().map(|&byte| byte as i8).collect());
        }
    })?;
    let left: Vec<usize> = (0..shapes).filter(|&shape| values[shape].is_none()).collect();
    let bar = progress_bar("shapes", shapes as u64, (shapes - left.len()) as u64);
    let memory = Memory::new(table_bytes);
    solve_shapes(&layer, &left, threads, &memory, |shape, solved| {
        let bytes: Vec<u8> = solved.iter().map(|&value| value as u8).collect();
        journal.add(shape as u32, &bytes)?;
        values[shape] = Some(solved);
        bar.inc(1);
        Ok(())
    })?;
    bar.finish();
    let values: Option<Vec<Vec<i8>>> = values.into_iter().collect();
    let values = values.ok_or("a shape is missing")?.concat();
    let unfinished = book.with_extension("part");
    fs::write(&unfinished, Book::from_last(plies, values).write())?;
    fs::rename(&unfinished, book)?;
    Ok(())
}

/// Solves the boards of those shapes on so many threads, and passes each shape on when it is done.
fn solve_shapes(
    layer: &Layer,
    shapes: &[usize],
    threads: NonZeroUsize,
    memory: &Memory,
    mut done: impl FnMut(usize, Vec<i8>) -> io::Result<()>,
) -> io::Result<()> {
    let next = AtomicUsize::new(0);
    let (send, receive) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.get() {
            let (send, next) = (send.clone(), &next);
            scope.spawn(move || {
                while let Some(&shape) = shapes.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if send.send((shape, solved(layer, shape, memory))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        receive.into_iter().try_for_each(|(shape, solved)| done(shape, solved))
    })
}

/// The values of all boards of a shape, in the order of their numbers.
fn solved(layer: &Layer, shape: usize, memory: &Memory) -> Vec<i8> {
    let never = AtomicBool::new(false);
    let mut solver = Solver::new(memory, Patience { deadline: None, stop: &never, pause: None });
    let numbers = shape * layer.arrangements()..(shape + 1) * layer.arrangements();
    let value = |number| match layer.board(number) {
        Some(board) => solver.solve(&board).value().map_or(NO_BOARD, |value| value as i8),
        None => NO_BOARD,
    };
    numbers.map(value).collect()
}
