//! Builds an opening book of estimates: searches all positions after some plies, and backs their scores up.
//!
//! Each search has a node limit, an empty table and one thread, so the book is the same on every machine and with any
//! number of threads. Finished searches go to a journal, so that interrupted work resumes.

use super::fingerprint::fingerprint;
use super::journal::Journal;
use super::options::{ThreadOptions, bytes, from_to};
use super::parallel::for_each_completed;
use super::partial_file::PartialFile;
use super::progress::progress_bar;
use bestmove_core::game::{BookEntry, Invalid, Moves, Notation, OpeningBook, Rules, Symmetry};
use bestmove_core::search::{Limits, Path, ScoredLine, SearchContext, TranspositionTable, search};
use bestmove_core::types::{Depth, Key, Verdict};
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

/// Options of [`build_opening_book`].
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
    /// File to write. crates/core/data/GAME.book is compiled into the program [default:
    /// target/lab/GAME.book]
    #[arg(long)]
    pub out: Option<PathBuf>,
}

/// A position with the moves to it from the start of the game.
type Reached<G> = (Vec<<G as Rules>::Move>, <G as Rules>::Position);

/// Searches all positions after so many plies, derives the entries of the positions before them, and writes the book.
/// The journal is removed in the end.
///
/// # Errors
///
/// If a file cannot be read or written, a search proves a score, or the book does not read back as written.
pub fn build_opening_book<G: Notation>(options: &OpeningBookOptions) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(&options.dir)?;
    let out = options.out.clone().unwrap_or_else(|| PathBuf::from(format!("target/lab/{}.book", G::ID)));
    if let Some(parent) = out.parent() {
        fs::create_dir_all(parent)?;
    }
    let mut layers = vec![vec![(Vec::new(), G::start())]];
    for _ in 0..options.plies {
        layers.push(next_layer::<G>(&layers[layers.len() - 1]));
    }
    let searched = search_all::<G>(&layers.pop().unwrap_or_default(), options)?;
    let mut entries = vec![searched];
    for layer in layers.into_iter().rev() {
        let mut deeper = OpeningBook::default();
        entries[entries.len() - 1].iter().for_each(|entry| deeper.add(entry.clone()));
        entries.push(layer.into_iter().map(|reached| backed_up(reached, &deeper)).collect());
    }
    let text = print(options, entries.iter().rev().flatten())?;
    PartialFile::create(&out)?.finish(text.as_bytes())?;
    Ok(fs::remove_file(journal_path::<G>(options))?)
}

/// The positions after one more ply, each by the first moves that lead to it or to an image of it.
fn next_layer<G: Notation>(layer: &[Reached<G>]) -> Vec<Reached<G>> {
    let mut seen = HashSet::new();
    let mut next = Vec::new();
    for (before, position) in layer {
        for played in legal_moves::<G>(position) {
            let (moves, after) = ([before.as_slice(), &[played]].concat(), G::play(position, played));
            if G::outcome(&after).is_none() && seen.insert(G::key(&after)) {
                seen.extend(image_keys::<G>(&moves));
                next.push((moves, after));
            }
        }
    }
    next
}

/// The keys of the images of the position after these moves.
fn image_keys<G: Notation>(moves: &[G::Move]) -> impl Iterator<Item = Key> {
    let after = |of_move: &Symmetry<G::Move>| {
        let play = |position, &played: &G::Move| G::play(&position, of_move(played));
        G::key(&moves.iter().fold(G::start(), play))
    };
    G::SYMMETRIES.iter().map(after)
}

fn legal_moves<G: Notation>(position: &G::Position) -> Moves<G::Move> {
    let mut moves = Moves::new();
    G::moves(position, &mut moves);
    moves
}

fn journal_path<G: Notation>(options: &OpeningBookOptions) -> PathBuf {
    options.dir.join(format!("{}.journal", title::<G>(options).replace(", ", "-").replace(' ', "-")))
}

/// Everything that the searches depend on.
fn title<G: Notation>(options: &OpeningBookOptions) -> String {
    let OpeningBookOptions { plies, nodes, table_mib, .. } = options;
    let engine = fingerprint::<G>();
    format!("{} book, {plies} plies, {nodes} nodes, {table_mib} MiB, {engine:08x}", G::ID)
}

/// The entries of these positions, in their order: those in the journal, and the rest searched now.
fn search_all<G: Notation>(
    positions: &[Reached<G>],
    options: &OpeningBookOptions,
) -> Result<Vec<BookEntry<G>>, Box<dyn Error>> {
    let mut entries: Vec<Option<BookEntry<G>>> = vec![None; positions.len()];
    let (path, title) = (journal_path::<G>(options), title::<G>(options));
    let mut journal = Journal::open(&path, &title, RECORD, |number, record| {
        if let Some(entry) = entries.get_mut(number as usize) {
            *entry = std::str::from_utf8(record).ok().and_then(|line| BookEntry::parse(line).ok());
        }
    })?;
    let remaining: Vec<usize> = (0..positions.len()).filter(|&index| entries[index].is_none()).collect();
    let bar = progress_bar("positions", positions.len() as u64, (positions.len() - remaining.len()) as u64);
    let knowledge = G::Knowledge::default();
    for_each_completed(
        0..remaining.len() as u64,
        options.threads.count(),
        || |nth| analyse::<G>(&positions[remaining[nth as usize]], options, &knowledge),
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

fn record<G: Notation>(entry: &BookEntry<G>) -> Vec<u8> {
    let mut record = entry.print().into_bytes();
    record.resize(RECORD, b' ');
    record
}

/// Searches a position.
fn analyse<G: Notation>(
    (moves, position): &Reached<G>,
    options: &OpeningBookOptions,
    knowledge: &G::Knowledge,
) -> Result<BookEntry<G>, Invalid> {
    let table = TranspositionTable::new(bytes(options.table_mib));
    let limits = Limits { nodes: Some(options.nodes), ..Limits::default() };
    let path = Path::<G>::from(*position);
    let found = search(&path, SearchContext::new(knowledge, &table, limits), &mut |_| {});
    let ScoredLine { line, verdict, .. } = found.best();
    let &Verdict::Estimate(units) = verdict else {
        return Err(Invalid::new("score", "an estimate", format!("{verdict:?} of {position:?}")));
    };
    let line = line.iter().copied().take(LINE_PLIES).collect();
    Ok(BookEntry { moves: moves.clone(), position: *position, units, depth: found.depth, line })
}

/// The entry of a position, by the best of its moves among the entries after one more ply.
fn backed_up<G: Notation>((moves, position): Reached<G>, deeper: &OpeningBook<G>) -> BookEntry<G> {
    let scored = |played| Some((played, deeper.entry(&G::play(&position, played))?));
    let best =
        legal_moves::<G>(&position).into_iter().filter_map(scored).min_by_key(|(_, entry)| entry.units);
    let (played, next) = best.expect("no game ends in the opening");
    let line = [played].into_iter().chain(next.line.iter().copied()).take(LINE_PLIES).collect();
    BookEntry { moves, position, units: -next.units, depth: Depth::new(next.depth.plies() + 1), line }
}

/// The text of the book, which reads back as these entries.
fn print<'a, G: Notation>(
    options: &OpeningBookOptions,
    entries: impl Iterator<Item = &'a BookEntry<G>>,
) -> Result<String, Box<dyn Error>> {
    let OpeningBookOptions { plies, nodes, table_mib, .. } = options;
    let mut text = format!(
        "# moves | score in hundredths of a {} | depth in plies | best play\n\
         # bestmove-lab book {} --plies {plies} --nodes {nodes} --table-mib {table_mib}\n",
        G::INFO.estimate_unit.rsplit(' ').next().unwrap_or_default(),
        G::ID
    );
    let lines: Vec<String> = entries.map(BookEntry::print).collect();
    for line in &lines {
        writeln!(text, "{line}")?;
    }
    if !OpeningBook::<G>::parse(&text)?.entries().map(BookEntry::print).eq(lines) {
        return Err("the book does not read back as it was written".into());
    }
    Ok(text)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "test helpers may panic")]
mod tests {
    use super::*;
    use bestmove_core::games::{Checkers, Reversi};
    use std::path::Path as FilePath;

    fn options(dir: &FilePath, out: &FilePath, threads: usize) -> OpeningBookOptions {
        let threads = ThreadOptions { threads: Some(threads) };
        let (dir, out) = (dir.to_owned(), Some(out.to_owned()));
        OpeningBookOptions { plies: 1, nodes: 3_000, table_mib: 1, threads, dir, out }
    }

    fn build(options: &OpeningBookOptions) -> String {
        build_opening_book::<Checkers>(options).unwrap();
        assert!(!journal_path::<Checkers>(options).exists());
        fs::read_to_string(options.out.as_ref().unwrap()).unwrap()
    }

    #[test]
    fn work_resumes_to_the_same_book() {
        let dir = std::env::temp_dir().join(format!("bestmove-book-{}", std::process::id()));
        let out = dir.join("checkers.book");
        let (one, two) = (options(&dir, &out, 1), options(&dir, &out, 2));
        let whole = build(&one);
        let book = OpeningBook::<Checkers>::parse(&whole).unwrap();
        assert_eq!(book.entries().count(), 8);

        let positions = next_layer::<Checkers>(&[(Vec::new(), Checkers::start())]);
        search_all::<Checkers>(&positions[..3], &one).unwrap();
        assert_eq!(build(&two), whole);

        let found = book.entries().nth(4).unwrap();
        let other = BookEntry { units: found.units + 1, ..found.clone() };
        let mut journal =
            Journal::open(&journal_path::<Checkers>(&one), &title::<Checkers>(&one), RECORD, |_, _| {})
                .unwrap();
        journal.append(3, &record(&other)).unwrap();
        drop(journal);
        assert!(build(&one).contains(&other.print()), "the journal's entries are used");
        fs::remove_dir_all(dir).unwrap();
    }

    /// The positions of Reversi by plies, with images as one, as a program of its own counts them by all eight symmetries
    /// of the board; without symmetries it counts 4, 12, 54, 236, 1,288 and 7,092.
    #[test]
    fn images_are_one_position() {
        let mut layer = vec![(Vec::new(), Reversi::start())];
        let mut counts = Vec::new();
        for _ in 0..6 {
            layer = next_layer::<Reversi>(&layer);
            counts.push(layer.len());
        }
        assert_eq!(counts, [1, 3, 14, 60, 322, 1_773]);
    }
}
