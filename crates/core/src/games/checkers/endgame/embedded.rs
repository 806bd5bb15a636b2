//! The tables of the program. Those of five and six pieces, 56 MB, may be missing.

use super::dtw_file::{CompressedTable, Compression};
use super::lost_distances::LostDistances;
use super::slice::{MAX_PIECES, numbers, slow_wins_len};
use super::table_kind::TableKind;
use super::wld::WldTable;
use crate::game::data_file::{DataFile, NEEDED, data_file};
use std::sync::{Arc, LazyLock};

/// Pieces up to which all codes are unpacked in memory.
pub(super) const MAX_UNPACKED_PIECES: usize = 4;

const INTACT: &str = "the tables are intact";

static DISTANCES_FILES: [DataFile; 3] = [
    data_file!("data", "checkers-2.distances"),
    data_file!("data", "checkers-3.distances"),
    data_file!("data", "checkers-4.distances"),
];
static LOSSES_FILE: DataFile = data_file!("tables", "checkers-5.losses");
static PROGRESS_FILE: DataFile = data_file!("tables", "checkers-6.progress");
static RESULTS_FILES: [DataFile; 2] =
    [data_file!("tables", "checkers-5.results"), data_file!("tables", "checkers-6.results")];

/// The files of up to five pieces. Those of six are too large to be fetched.
pub(in super::super) const SMALL_FILES: [&DataFile; 5] = {
    let [two, three, four] = &DISTANCES_FILES;
    [two, three, four, &LOSSES_FILE, &RESULTS_FILES[0]]
};

/// By number of pieces: all codes, with or without captures.
pub(super) static UNPACKED: LazyLock<[Vec<u8>; MAX_UNPACKED_PIECES + 1]> = LazyLock::new(|| {
    let read = |pieces, file| {
        CompressedTable::read(&TableKind::Dtw.title(pieces), Compression::Deflate, file, numbers(pieces))
    };
    let mut codes = [const { Vec::new() }; MAX_UNPACKED_PIECES + 1];
    for (pieces, file) in (2..).zip(&DISTANCES_FILES) {
        codes[pieces] = read(pieces, file.content().expect(NEEDED)).expect(INTACT).codes();
    }
    codes
});

/// Distances of lost positions with five pieces.
pub(super) static LOST_DTW: LazyLock<Option<Arc<LostDistances>>> = LazyLock::new(|| {
    let read = |file| LostDistances::read(&TableKind::LostDtw.title(5), file, numbers(5));
    LOSSES_FILE.content().map(|file| Arc::new(read(file).expect(INTACT)))
});

/// The DTZ codes of [`SLOW_WINS`], one slice after the other.
pub(super) static LOST_DTZ: LazyLock<Option<Arc<LostDistances>>> = LazyLock::new(|| {
    let read = |file| LostDistances::read(&TableKind::LostDtz.title(6), file, slow_wins_len());
    PROGRESS_FILE.content().map(|file| Arc::new(read(file).expect(INTACT)))
});

/// Results by number of pieces.
pub(super) static RESULTS: LazyLock<[Option<WldTable>; MAX_PIECES + 1]> = LazyLock::new(|| {
    let mut results = [const { None }; MAX_PIECES + 1];
    for (pieces, file) in (MAX_UNPACKED_PIECES + 1..).zip(&RESULTS_FILES) {
        let read = |file| WldTable::read(&TableKind::Wld.title(pieces), file).expect(INTACT);
        results[pieces] = file.content().map(read);
    }
    results
});
