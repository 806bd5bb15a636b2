//! A fingerprint of the engine, so that interrupted work resumes with the same one only.

use bestmove_core::game::Notation;
use bestmove_core::search::{Limits, Path, SearchContext, TranspositionTable, search};

/// Nodes of the search, which takes some hundredths of a second.
const NODES: u64 = 100_000;

/// A checksum of a game's data files and of what a short search from the start finds.
pub(super) fn fingerprint<G: Notation>() -> u32 {
    let mut checksum = crc32fast::Hasher::new();
    G::DATA_FILES.iter().filter_map(|file| file.content()).for_each(|file| checksum.update(file));
    let (knowledge, table) = (G::Knowledge::default(), TranspositionTable::new(1 << 20));
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let found =
        search(&Path::<G>::from(G::start()), SearchContext::new(&knowledge, &table, limits), &mut |_| {});
    let best = found.best();
    checksum.update(format!("{:?} {:?} {:?}", best.line, best.verdict, found.depth).as_bytes());
    checksum.finalize()
}
