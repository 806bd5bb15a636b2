//! The tables built into the program. Those of five and six pieces, 79 MB, are left out without the
//! feature `tables`.

use super::dtw_file::{Compression, Packed};
use super::lost_distances::LostDistances;
use super::slice::{MAX_PIECES, SLOW_WINS, Slice, numbers};
use super::table_kind::TableKind;
use super::wld_file::WldTable;
use std::sync::LazyLock;

/// Pieces up to which all codes are unpacked in memory.
pub(super) const MAX_UNPACKED_PIECES: usize = 4;

const INTACT: &str = "the tables in the program are intact";

/// By number of pieces: all codes, with or without captures.
pub(super) static UNPACKED: LazyLock<[Vec<u8>; MAX_UNPACKED_PIECES + 1]> = LazyLock::new(|| {
    let files: [&[u8]; 3] = [
        include_bytes!("../../../../data/checkers-2.distances"),
        include_bytes!("../../../../data/checkers-3.distances"),
        include_bytes!("../../../../data/checkers-4.distances"),
    ];
    let read = |pieces, file| {
        Packed::read(&TableKind::Dtw.title(pieces), Compression::Deflate, file, numbers(pieces))
    };
    let mut codes = [const { Vec::new() }; MAX_UNPACKED_PIECES + 1];
    for (pieces, file) in (2..).zip(files) {
        codes[pieces] = read(pieces, file).expect(INTACT).codes();
    }
    codes
});

/// A file of the program, or nothing without the feature `tables`.
macro_rules! large {
    ($name:literal) => {{
        #[cfg(feature = "tables")]
        const FILE: Option<&[u8]> = Some(include_bytes!(concat!("../../../../data/", $name)));
        #[cfg(not(feature = "tables"))]
        const FILE: Option<&[u8]> = None;
        FILE
    }};
}

/// Distances of lost positions with five pieces.
pub(super) static LOST_DTW: LazyLock<Option<LostDistances>> = LazyLock::new(|| {
    let read = |file| LostDistances::read(&TableKind::LostDtw.title(5), file, numbers(5));
    large!("checkers-5.losses").map(|file| read(file).expect(INTACT))
});

/// The DTZ codes of [`SLOW_WINS`], one slice after the other.
pub(super) static LOST_DTZ: LazyLock<Option<LostDistances>> = LazyLock::new(|| {
    let len = SLOW_WINS.into_iter().map(Slice::len).sum();
    let read = |file| LostDistances::read(&TableKind::LostDtz.title(6), file, len);
    large!("checkers-6.progress").map(|file| read(file).expect(INTACT))
});

/// Results by number of pieces.
pub(super) static RESULTS: LazyLock<[Option<WldTable>; MAX_PIECES + 1]> = LazyLock::new(|| {
    let files = [large!("checkers-5.results"), large!("checkers-6.results")];
    let mut results = [const { None }; MAX_PIECES + 1];
    for (pieces, file) in (MAX_UNPACKED_PIECES + 1..).zip(files) {
        results[pieces] = file.map(|file| WldTable::read(&TableKind::Wld.title(pieces), file).expect(INTACT));
    }
    results
});
