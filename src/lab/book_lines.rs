//! The connect-four lines that lead out of the opening book: best play from the boards of its last layer, those that
//! come up most often first.

use super::journal::Journal;
use super::parallel::as_done;
use super::progress::progress_bar;
use crate::game::{Moves, Rules, SolverMemory};
use crate::games::ConnectFour;
use crate::games::connect_four::book::continuations::{self, Columns, Continuations, DISCS, MOVES};
use crate::games::connect_four::book::{Book, Layer};
use crate::games::connect_four::{Board, Cell, first_moves};
use std::collections::{BTreeMap, HashSet};
use std::error::Error;
use std::fs;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;

/// Boards whose lines are found and written down together.
const PIECE: usize = 256;
/// A number, how many moves there are, and the moves.
const RECORD: usize = 4 + 1 + MOVES;
/// Of boards as common as each other, so many are searched in the order of their numbers: neighbours share much.
const STRATUM: usize = 1 << 16;
/// Continuations that take no more positions than that to find are not kept.
const CHEAP_NODES: u64 = 4_000;

/// Finds the lines of the `boards` that come up most often with so many threads, and a memory of `table_bytes` for all
/// of them. What is done is kept in `directory`; all of that is written to `file`.
///
/// # Errors
///
/// If a file can't be used.
pub fn build_connect_four_lines(
    boards: usize,
    directory: &Path,
    file: &Path,
    threads: NonZeroUsize,
    table_bytes: usize,
) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(directory)?;
    if let Some(parent) = file.parent() {
        fs::create_dir_all(parent)?;
    }
    let found = found(boards, directory, threads, table_bytes)?;
    let all: Vec<(u32, Columns)> = found.into_iter().collect();
    let written = continuations::file(&all);
    if Continuations::read(&written).is_none_or(|lines| lines.len() != all.len()) {
        return Err("the lines are not read as they were written".into());
    }
    let unfinished = file.with_extension("part");
    fs::write(&unfinished, written)?;
    fs::rename(&unfinished, file)?;
    Ok(())
}

/// The lines by the numbers of boards, those of the journal and so many in all.
fn found(
    boards: usize,
    directory: &Path,
    threads: NonZeroUsize,
    table_bytes: usize,
) -> Result<BTreeMap<u32, Columns>, Box<dyn Error>> {
    let path = directory.join("connect-four-lines.journal");
    let title = format!("connect four, {MOVES} moves from {DISCS} discs on");
    let mut found = BTreeMap::new();
    let mut pieces = 0;
    let mut journal = Journal::open(&path, &title, PIECE * RECORD, |_, bytes| {
        found.extend(bytes.chunks_exact(RECORD).filter_map(read));
        pieces += 1;
    })?;
    let left = boards.saturating_sub(found.len());
    if left == 0 {
        return Ok(found);
    }
    let layer = Layer::new(DISCS);
    let done: HashSet<u32> = found.keys().copied().collect();
    let mut numbers: Vec<u32> =
        most_common(&layer).into_iter().filter(|number| !done.contains(number)).collect();
    numbers.truncate(left);
    numbers.chunks_mut(STRATUM).for_each(<[u32]>::sort_unstable);
    let bar = progress_bar("boards", boards as u64, found.len() as u64);
    let memory = SolverMemory::new(table_bytes);
    let chunks: Vec<&[u32]> = numbers.chunks(PIECE).collect();
    let search = |nth: u64| {
        let line = |&number: &u32| line(&layer, number, &memory).map(|columns| (number, columns));
        chunks[nth as usize].iter().filter_map(line).collect::<Vec<_>>()
    };
    as_done(
        0..chunks.len() as u64,
        threads,
        || &search,
        |_, lines: Vec<(u32, Columns)>| {
            let mut bytes: Vec<u8> = lines.iter().flat_map(written).collect();
            bytes.resize(PIECE * RECORD, 0);
            journal.add(pieces, &bytes)?;
            pieces += 1;
            bar.inc(lines.len() as u64);
            found.extend(lines);
            Ok(ControlFlow::Continue(()))
        },
    )?;
    bar.finish();
    Ok(found)
}

fn written((number, columns): &(u32, Columns)) -> [u8; RECORD] {
    let mut record = [0; RECORD];
    record[..4].copy_from_slice(&number.to_le_bytes());
    record[4] = columns.len() as u8;
    record[5..5 + columns.len()].copy_from_slice(columns);
    record
}

/// A record; none in what fills up the piece.
fn read(record: &[u8]) -> Option<(u32, Columns)> {
    let number = u32::from_le_bytes([record[0], record[1], record[2], record[3]]);
    let columns = record[5..].iter().copied().take(record[4].into()).collect();
    (number > 0).then_some((number, columns))
}

/// The columns of best play from the board of that number, if there is any choice; none if they are cheap to find.
fn line(layer: &Layer, number: u32, memory: &SolverMemory) -> Option<Columns> {
    let board = layer.board(number as usize)?;
    let value = Book::standard().value(&board)?;
    let (moves, nodes) = first_moves(&board, value, MOVES, memory);
    let columns = moves.iter().map(|cell| cell.column());
    // Where all is forced, nothing has to be known.
    (nodes > 0).then(|| if nodes > CHEAP_NODES { columns.collect() } else { Columns::new() })
}

/// The numbers of the boards of the last layer where somebody has a choice, the most common first: by how often random
/// play leads there, and best play that goes on from random play with any number of discs, to the more common boards.
fn most_common(layer: &Layer) -> Vec<u32> {
    let book = Book::standard();
    // By number: how often random play leads there, and best play.
    let mut random = vec![1.0_f32];
    let mut best = vec![0.0_f32];
    for discs in 0..DISCS {
        let (here, after) = (Layer::new(discs), Layer::new(discs + 1));
        let mut next_random = vec![0.0; after.len()];
        let boards = |number: &usize| Some((here.board(*number)?, *number));
        let reached: Vec<(Board, usize)> = (0..here.len())
            .filter(|&number| random[number] > 0.0)
            .filter_map(|number| boards(&number))
            .collect();
        let followers = |board: &Board| {
            let mut moves = Moves::<Cell>::new();
            ConnectFour::moves(board, &mut moves);
            let number = |&cell: &Cell| {
                let next = ConnectFour::play(board, cell);
                ConnectFour::outcome(&next).is_none().then(|| Some((next, after.number(&next)?)))?
            };
            let open: Vec<(Board, usize)> = moves.iter().filter_map(number).collect();
            (open, moves.len())
        };
        for (board, number) in &reached {
            let (open, moves) = followers(board);
            open.iter().for_each(|&(_, next)| next_random[next] += random[*number] / moves as f32);
        }
        let mut next_best = vec![0.0; after.len()];
        for (board, number) in &reached {
            let Some(value) = book.value(board) else { continue };
            let keeping = followers(board).0.into_iter().filter(|(next, _)| book.value(next) == Some(-value));
            if let Some((_, next)) = keeping.max_by(|a, b| next_random[a.1].total_cmp(&next_random[b.1])) {
                next_best[next] += random[*number] + best[*number];
            }
        }
        (random, best) = (next_random, next_best);
    }
    let weight = |number: usize| random[number] + best[number];
    let mut numbers: Vec<usize> = (1..layer.len()).filter(|&number| weight(number) > 0.0).collect();
    numbers.sort_by(|&a, &b| weight(b).total_cmp(&weight(a)));
    numbers.into_iter().map(|number| number as u32).collect()
}
