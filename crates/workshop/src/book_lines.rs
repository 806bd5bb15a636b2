//! Builds the connect-four continuations beyond the opening book: best play from the boards of its last layer, the
//! most frequent first.

use super::journal::Journal;
use super::options::{ThreadOptions, bytes, from_to};
use super::parallel::for_each_completed;
use super::partial_file::PartialFile;
use super::progress::progress_bar;
use bestmove_core::game::{Moves, Rules, SolverMemory};
use bestmove_core::games::ConnectFour;
use bestmove_core::games::connect_four::book::continuations::{self, Columns, Continuations, DISCS, MOVES};
use bestmove_core::games::connect_four::book::{Book, Layer};
use bestmove_core::games::connect_four::{Board, Cell, first_moves};
use clap::Args;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Boards in a record of the journal.
const CHUNK: usize = 256;
/// Bytes of an entry: the index of the board, the number of moves, and the moves.
const ENTRY: usize = 4 + 1 + MOVES;
/// In place of the number of moves: the board has no line.
const NO_LINE: u8 = u8::MAX;
/// Boards of similar frequency that are searched in the order of their indices: neighbours share table entries.
const STRATUM: usize = 1 << 16;
/// Continuations that take no more nodes than this to find are not stored.
const CHEAP_NODES: u64 = 4_000;

/// The boards that have been searched, by index, with their lines; `None` if all moves are forced.
type Searched = BTreeMap<u32, Option<Columns>>;

/// Options of [`build_connect_four_lines`].
#[derive(Args, Clone, Debug)]
pub struct BookLinesOptions {
    /// Number of positions to find. A hundred thousand take about a quarter of an hour of processor time
    #[arg(long, default_value_t = 1_000_000, value_parser = from_to::<u32>(1..=10_000_000))]
    pub positions: u32,
    /// Directory for unfinished work
    #[arg(long, default_value = "target/lab")]
    pub dir: PathBuf,
    /// File to write. crates/core/data/connect-four.lines is compiled into the program
    #[arg(long, default_value = "target/lab/connect-four.lines")]
    pub out: PathBuf,
    /// Write the lines found so far, without finding more
    #[arg(long)]
    pub write: bool,
    /// Threads, which share the table.
    #[command(flatten)]
    pub threads: ThreadOptions,
    /// Mebibytes of the solver's table, rounded down to a power of two
    #[arg(long, default_value_t = 1024, value_parser = from_to::<u32>(1..=1_048_576))]
    pub table_mib: u32,
}

/// Finds the lines of the most frequent boards, and writes all lines of the journal. A board whose moves are all
/// forced has none.
///
/// # Errors
///
/// If a file cannot be read or written, or the lines do not read back as written.
pub fn build_connect_four_lines(options: &BookLinesOptions) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(&options.dir)?;
    if let Some(parent) = options.out.parent() {
        fs::create_dir_all(parent)?;
    }
    let searched = search_boards(options)?;
    let all: Vec<(u32, Columns)> =
        searched.into_iter().filter_map(|(index, line)| Some((index, line?))).collect();
    let bytes = continuations::file(&all);
    if Continuations::read(&bytes).is_none_or(|lines| lines.len() != all.len()) {
        return Err("the lines do not read back as they were written".into());
    }
    Ok(PartialFile::create(&options.out)?.finish(&bytes)?)
}

/// The boards in the journal, and as many of the most frequent others as are still to find, searched now.
fn search_boards(options: &BookLinesOptions) -> Result<Searched, Box<dyn Error>> {
    let boards = if options.write { 0 } else { options.positions as usize };
    let path = options.dir.join("connect-four-lines.journal");
    let title = format!("connect four, {MOVES} moves from {DISCS} discs on");
    let mut searched = Searched::new();
    let mut chunks_done = 0;
    let mut journal = Journal::open(&path, &title, CHUNK * ENTRY, |_, bytes| {
        searched.extend(bytes.chunks_exact(ENTRY).filter_map(decode));
        chunks_done += 1;
    })?;
    let remaining = boards.saturating_sub(searched.len());
    if remaining == 0 {
        return Ok(searched);
    }
    let layer = Layer::new(DISCS);
    let mut indices: Vec<u32> =
        by_frequency(&layer).into_iter().filter(|index| !searched.contains_key(index)).collect();
    indices.truncate(remaining);
    indices.chunks_mut(STRATUM).for_each(<[u32]>::sort_unstable);
    let bar = progress_bar("boards", boards as u64, searched.len() as u64);
    let memory = SolverMemory::new(bytes(options.table_mib));
    let chunks: Vec<&[u32]> = indices.chunks(CHUNK).collect();
    let search = |nth: u64| {
        let line = |&index: &u32| (index, best_line(&layer, index, &memory));
        chunks[nth as usize].iter().map(line).collect::<Vec<_>>()
    };
    for_each_completed(
        0..chunks.len() as u64,
        options.threads.count(),
        || &search,
        |_, lines: Vec<(u32, Option<Columns>)>| {
            let mut bytes: Vec<u8> = lines.iter().flat_map(encode).collect();
            bytes.resize(CHUNK * ENTRY, 0);
            journal.append(chunks_done, &bytes)?;
            chunks_done += 1;
            bar.inc(lines.len() as u64);
            searched.extend(lines);
            Ok(ControlFlow::Continue(()))
        },
    )?;
    bar.finish();
    Ok(searched)
}

fn encode((index, line): &(u32, Option<Columns>)) -> [u8; ENTRY] {
    let mut entry = [0; ENTRY];
    entry[..4].copy_from_slice(&index.to_le_bytes());
    entry[4] = line.as_ref().map_or(NO_LINE, |columns| columns.len() as u8);
    let columns = line.as_deref().unwrap_or_default();
    entry[5..5 + columns.len()].copy_from_slice(columns);
    entry
}

/// Reads an entry; `None` for the padding of a chunk.
fn decode(entry: &[u8]) -> Option<(u32, Option<Columns>)> {
    let index = u32::from_le_bytes([entry[0], entry[1], entry[2], entry[3]]);
    let columns = || entry[5..].iter().copied().take(entry[4].into()).collect();
    (index > 0).then(|| (index, (entry[4] != NO_LINE).then(columns)))
}

/// The columns of best play from a board: `None` if all moves are forced, empty if they are cheap to find.
fn best_line(layer: &Layer, index: u32, memory: &SolverMemory) -> Option<Columns> {
    let board = layer.board(index as usize)?;
    let value = Book::standard().value(&board)?;
    let (moves, nodes) = first_moves(&board, value, MOVES, memory);
    let columns = moves.iter().map(|cell| cell.column());
    (nodes > 0).then(|| if nodes > CHEAP_NODES { columns.collect() } else { Columns::new() })
}

/// The indices of the boards of the last layer, the most frequent first. The frequency is that of
/// random play, plus that of best play, towards the more frequent boards, which takes over from
/// random play at any number of discs.
fn by_frequency(layer: &Layer) -> Vec<u32> {
    let book = Book::standard();
    // By index: the frequencies of random play and of best play.
    let mut random = vec![1.0_f32];
    let mut best = vec![0.0_f32];
    for discs in 0..DISCS {
        let (here, after) = (Layer::new(discs), Layer::new(discs + 1));
        let mut next_random = vec![0.0; after.len()];
        let reached: Vec<(Board, usize)> = (0..here.len())
            .filter(|&index| random[index] > 0.0)
            .filter_map(|index| Some((here.board(index)?, index)))
            .collect();
        let successors = |board: &Board| {
            let mut moves = Moves::<Cell>::new();
            ConnectFour::moves(board, &mut moves);
            let indexed = |&cell: &Cell| {
                let next = ConnectFour::play(board, cell);
                ConnectFour::outcome(&next).is_none().then(|| Some((next, after.number(&next)?)))?
            };
            let undecided: Vec<(Board, usize)> = moves.iter().filter_map(indexed).collect();
            (undecided, moves.len())
        };
        for (board, index) in &reached {
            let (undecided, moves) = successors(board);
            undecided.iter().for_each(|&(_, next)| next_random[next] += random[*index] / moves as f32);
        }
        let mut next_best = vec![0.0; after.len()];
        for (board, index) in &reached {
            let Some(value) = book.value(board) else { continue };
            let optimal =
                successors(board).0.into_iter().filter(|(next, _)| book.value(next) == Some(-value));
            if let Some((_, next)) = optimal.max_by(|a, b| next_random[a.1].total_cmp(&next_random[b.1])) {
                next_best[next] += random[*index] + best[*index];
            }
        }
        (random, best) = (next_random, next_best);
    }
    let frequency = |index: usize| random[index] + best[index];
    let mut indices: Vec<usize> = (1..layer.len()).filter(|&index| frequency(index) > 0.0).collect();
    indices.sort_by(|&a, &b| frequency(b).total_cmp(&frequency(a)));
    indices.into_iter().map(|index| index as u32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_without_lines_are_kept() {
        let lines = [None, Some(Columns::new()), Some(Columns::from([6, 5, 4, 3, 2, 0]))];
        for (index, line) in (1..).zip(lines) {
            assert_eq!(decode(&encode(&(index, line.clone()))), Some((index, line)));
        }
        assert_eq!(decode(&[0; ENTRY]), None);
    }
}
