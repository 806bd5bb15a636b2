//! Builds the checkers opening book: searches all positions after some plies, and backs their scores up.
//!
//! Each search has a node limit, an empty table and one thread, so the book is the same on every machine and with any
//! number of threads. Finished searches go to a journal, so that interrupted work resumes.

use super::fingerprint::fingerprint;
use super::journal::Journal;
use super::options::{ThreadOptions, bytes, from_to};
use super::parallel::for_each_completed;
use super::partial_file::PartialFile;
use super::progress::progress_bar;
use bestmove_core::game::{BookEntry, Invalid, Moves, OpeningBook, Rules, Searchable};
use bestmove_core::games::Checkers;
use bestmove_core::games::checkers::{Board, Knowledge, Move};
use bestmove_core::search::{Limits, Path, ScoredLine, SearchContext, TranspositionTable, search};
use bestmove_core::types::{Depth, Verdict};
use clap::Args;
use std::collections::HashSet;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// The longest line of play in the book.
const LINE_PLIES: usize = 12;
/// Bytes of a record of the journal: the line of a position, filled up with spaces. A capture of all twelve pieces
/// takes less than 40 bytes.
const RECORD: usize = 512;

/// Options of [`build_checkers_book`].
#[derive(Args, Clone, Debug)]
pub struct OpeningBookOptions {
    /// Plies to the last positions of the book, which are searched; the scores of those before follow
    #[arg(long, default_value_t = 3, value_parser = from_to::<u8>(0..=6))]
    pub plies: u8,
    /// Node limit of each search
    #[arg(long, default_value_t = 60_000_000, value_parser = from_to::<u64>(1..=u64::MAX))]
    pub nodes: u64,
    /// Mebibytes of the transposition table of each search, on which the book depends
    #[arg(long, default_value_t = 256, value_parser = from_to::<u32>(1..=1_048_576))]
    pub table_mib: u32,
    /// Searches at the same time.
    #[command(flatten)]
    pub threads: ThreadOptions,
    /// Directory for unfinished work
    #[arg(long, default_value = "target/lab")]
    pub dir: PathBuf,
    /// File to write. crates/core/data/checkers.book is compiled into the program
    #[arg(long, default_value = "target/lab/checkers.book")]
    pub out: PathBuf,
}

/// A position with the moves to it from the start of the game.
type Reached = (Vec<Move>, Board);

/// Searches all positions after so many plies, derives the entries of the positions before them, and writes the book.
/// The journal is removed in the end.
///
/// # Errors
///
/// If a file cannot be read or written, a search proves a score, or the book does not read back as written.
pub fn build_checkers_book(options: &OpeningBookOptions) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(&options.dir)?;
    if let Some(parent) = options.out.parent() {
        fs::create_dir_all(parent)?;
    }
    let mut layers = vec![vec![(Vec::new(), Checkers::start())]];
    for _ in 0..options.plies {
        layers.push(next_layer(&layers[layers.len() - 1]));
    }
    let searched = search_all(&layers.pop().unwrap_or_default(), options)?;
    let mut entries = vec![searched];
    for layer in layers.into_iter().rev() {
        let deeper = &entries[entries.len() - 1];
        entries.push(layer.into_iter().map(|reached| backed_up(reached, deeper)).collect());
    }
    let text = print(options, entries.iter().rev().flatten())?;
    PartialFile::create(&options.out)?.finish(text.as_bytes())?;
    Ok(fs::remove_file(journal_path(options))?)
}

/// The positions after one more ply, each by the first moves that lead to it.
fn next_layer(layer: &[Reached]) -> Vec<Reached> {
    let mut seen = HashSet::new();
    let mut next = Vec::new();
    for (moves, position) in layer {
        for played in legal_moves(position) {
            let after = Checkers::play(position, played);
            if Checkers::outcome(&after).is_none() && seen.insert(Checkers::key(&after)) {
                next.push(([moves.as_slice(), &[played]].concat(), after));
            }
        }
    }
    next
}

fn legal_moves(position: &Board) -> Moves<Move> {
    let mut moves = Moves::new();
    Checkers::moves(position, &mut moves);
    moves
}

fn journal_path(options: &OpeningBookOptions) -> PathBuf {
    options.dir.join(format!("{}.journal", title(options).replace(", ", "-").replace(' ', "-")))
}

/// Everything that the searches depend on.
fn title(options: &OpeningBookOptions) -> String {
    let OpeningBookOptions { plies, nodes, table_mib, .. } = options;
    let engine = fingerprint::<Checkers>();
    format!("checkers book, {plies} plies, {nodes} nodes, {table_mib} MiB, {engine:08x}")
}

/// The entries of these positions, in their order: those in the journal, and the rest searched now.
fn search_all(
    positions: &[Reached],
    options: &OpeningBookOptions,
) -> Result<Vec<BookEntry<Checkers>>, Box<dyn Error>> {
    let mut entries: Vec<Option<BookEntry<Checkers>>> = vec![None; positions.len()];
    let mut journal = Journal::open(&journal_path(options), &title(options), RECORD, |number, record| {
        if let Some(entry) = entries.get_mut(number as usize) {
            *entry = std::str::from_utf8(record).ok().and_then(|line| BookEntry::parse(line).ok());
        }
    })?;
    let remaining: Vec<usize> = (0..positions.len()).filter(|&index| entries[index].is_none()).collect();
    let bar = progress_bar("positions", positions.len() as u64, (positions.len() - remaining.len()) as u64);
    let knowledge = Knowledge::default();
    for_each_completed(
        0..remaining.len() as u64,
        options.threads.count(),
        || |nth| analyse(&positions[remaining[nth as usize]], options, &knowledge),
        |nth, found| {
            let (index, entry) = (remaining[nth as usize], found.map_err(io::Error::other)?);
            journal.append(index as u32, &record(&entry))?;
            entries[index] = Some(entry);
            bar.inc(1);
            Ok(ControlFlow::Continue(()))
        },
    )?;
    bar.finish();
    Ok(entries.into_iter().flatten().collect())
}

fn record(entry: &BookEntry<Checkers>) -> Vec<u8> {
    let mut record = entry.print().into_bytes();
    record.resize(RECORD, b' ');
    record
}

/// Searches a position.
fn analyse(
    (moves, position): &Reached,
    options: &OpeningBookOptions,
    knowledge: &Knowledge,
) -> Result<BookEntry<Checkers>, Invalid> {
    let table = TranspositionTable::new(bytes(options.table_mib));
    let limits = Limits { nodes: Some(options.nodes), ..Limits::default() };
    let path = Path::<Checkers>::from(*position);
    let found = search(&path, SearchContext::new(knowledge, &table, limits), &mut |_| {});
    let ScoredLine { line, verdict, .. } = found.best();
    let &Verdict::Estimate(units) = verdict else {
        return Err(Invalid::new("score", "an estimate", format!("{verdict:?} of {position:?}")));
    };
    let line = line.iter().copied().take(LINE_PLIES).collect();
    Ok(BookEntry { moves: moves.clone(), position: *position, units, depth: found.depth, line })
}

/// The entry of a position, by the best of its moves among the entries after one more ply.
fn backed_up((moves, position): Reached, deeper: &[BookEntry<Checkers>]) -> BookEntry<Checkers> {
    let scored = |played| {
        let after = Checkers::play(&position, played);
        Some((played, deeper.iter().find(|entry| entry.position == after)?))
    };
    let best = legal_moves(&position).into_iter().filter_map(scored).min_by_key(|(_, entry)| entry.units);
    let (played, next) = best.expect("no game ends in the opening");
    let line = [played].into_iter().chain(next.line.iter().copied()).take(LINE_PLIES).collect();
    BookEntry { moves, position, units: -next.units, depth: Depth::new(next.depth.plies() + 1), line }
}

/// The text of the book, which reads back as these entries.
fn print<'a>(
    options: &OpeningBookOptions,
    entries: impl Iterator<Item = &'a BookEntry<Checkers>>,
) -> Result<String, Box<dyn Error>> {
    let OpeningBookOptions { plies, nodes, table_mib, .. } = options;
    let mut text = format!(
        "# moves | score in hundredths of a man | depth in plies | best play\n\
         # bestmove-lab book checkers --plies {plies} --nodes {nodes} --table-mib {table_mib}\n"
    );
    let lines: Vec<String> = entries.map(BookEntry::print).collect();
    for line in &lines {
        writeln!(text, "{line}")?;
    }
    if !OpeningBook::<Checkers>::parse(&text)?.entries().map(BookEntry::print).eq(lines) {
        return Err("the book does not read back as it was written".into());
    }
    Ok(text)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "test helpers may panic")]
mod tests {
    use super::*;
    use std::path::Path as FilePath;

    fn options(dir: &FilePath, out: &FilePath, threads: usize) -> OpeningBookOptions {
        let threads = ThreadOptions { threads: Some(threads) };
        let (dir, out) = (dir.to_owned(), out.to_owned());
        OpeningBookOptions { plies: 1, nodes: 3_000, table_mib: 1, threads, dir, out }
    }

    fn build(options: &OpeningBookOptions) -> String {
        build_checkers_book(options).unwrap();
        assert!(!journal_path(options).exists());
        fs::read_to_string(&options.out).unwrap()
    }

    #[test]
    fn work_resumes_to_the_same_book() {
        let dir = std::env::temp_dir().join(format!("bestmove-book-{}", std::process::id()));
        let out = dir.join("checkers.book");
        let (one, two) = (options(&dir, &out, 1), options(&dir, &out, 2));
        let whole = build(&one);
        let book = OpeningBook::<Checkers>::parse(&whole).unwrap();
        assert_eq!(book.entries().count(), 8);

        let positions = next_layer(&[(Vec::new(), Checkers::start())]);
        search_all(&positions[..3], &one).unwrap();
        assert_eq!(build(&two), whole);

        let found = book.entries().nth(4).unwrap();
        let other = BookEntry { units: found.units + 1, ..found.clone() };
        let mut journal = Journal::open(&journal_path(&one), &title(&one), RECORD, |_, _| {}).unwrap();
        journal.append(3, &record(&other)).unwrap();
        drop(journal);
        assert!(build(&one).contains(&other.print()), "the journal's entries are used");
        fs::remove_dir_all(dir).unwrap();
    }
}
