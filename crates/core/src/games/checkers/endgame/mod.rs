//! Endgame tablebases: the result of best play with few pieces.
//!
//! The program has every position with up to four pieces with its exact distance (DTW). With the
//! feature `tables` or their files in a directory it also has five pieces with their distances,
//! and with six the result (WLD) wherever the side to move can't capture. A directory may add
//! results with four pieces against three, a file for each slice. With five pieces a distance
//! follows from those of lost positions (`lost_distances`); a directory filled by `bestmove-lab
//! tables checkers --pieces 5 --dir DIR` has all of them, for lookup.
//!
//! The tables ignore repetition and the no-progress rule: the caller checks whether a win
//! fits the rules.

pub mod dtw_file;
mod embedded;
mod index;
mod le_u32;
pub mod lost_distances;
pub mod retrograde;
pub mod slice;
mod slice_tables;
mod table_file;
mod table_kind;
mod value;
pub mod wld;

pub(super) use embedded::SMALL_FILES;
pub use index::{board, boards};
pub use slice::SLOW_WINS;
pub use table_kind::TableKind;
pub use value::decode;

use super::{Board, Move, movegen};
use crate::game::{Invalid, Moves, Side, TablebaseResult};
use dtw_file::{CompressedTable, Compression};
use embedded::{LOST_DTW, LOST_DTZ, MAX_UNPACKED_PIECES, RESULTS, UNPACKED};
use index::{material, number};
use lost_distances::LostDistances;
use quick_cache::sync::Cache;
use slice::{MAX_LAYER_PIECES, MAX_PIECES, Slice, numbers, slow_wins_len};
use slice_tables::SliceTables;
use std::path::Path;
use std::sync::{Arc, LazyLock};
use table_file::read_table;
use value::{DRAW, LOST, WON, best, result, retro_step};
use wld::WldTable;

/// Entries of the cache of searched distances with five pieces.
const DTW_CACHE_ENTRIES: usize = 1 << 14;

/// Searched codes with five pieces, by index.
static DTW_CACHE: LazyLock<Cache<usize, u8>> = LazyLock::new(|| Cache::new(DTW_CACHE_ENTRIES));

static EMBEDDED: LazyLock<Tables> = LazyLock::new(|| Tables {
    distances: None,
    lost_dtw: LOST_DTW.clone(),
    lost_dtz: LOST_DTZ.clone(),
    results: RESULTS.clone(),
    slices: Arc::default(),
});

/// A set of tables.
#[derive(Clone, Debug)]
pub struct Tables {
    /// The distances with five pieces.
    distances: Option<CompressedTable>,
    /// Distances of lost positions with five pieces.
    lost_dtw: Option<Arc<LostDistances>>,
    /// The DTZ codes of [`SLOW_WINS`], one slice after the other.
    lost_dtz: Option<Arc<LostDistances>>,
    /// By number of pieces, where there are no distances in memory.
    results: [Option<WldTable>; MAX_PIECES + 1],
    /// Results by slice, where there are none of all material.
    slices: Arc<SliceTables>,
}

impl Default for Tables {
    fn default() -> Self {
        Self::embedded().clone()
    }
}

impl Tables {
    /// The tables built into the program.
    #[must_use]
    pub fn embedded() -> &'static Self {
        LazyLock::force(&UNPACKED);
        &EMBEDDED
    }

    /// The built-in tables with those of a directory, which are read into memory.
    ///
    /// # Errors
    ///
    /// If there is no table in the directory, or a file can't be read or is damaged: the part is
    /// the file's name.
    pub fn open(dir: &Path) -> Result<Self, Invalid> {
        let mut tables = Self::default();
        let with_layers = tables.read_layers(dir)?;
        let slices = SliceTables::read(dir, Slice::all(MAX_PIECES))?;
        if !with_layers && slices.is_empty() {
            let wanted =
                "checkers-5.distances, checkers-5.results, checkers-6.results or checkers-7-*.results";
            return Err(Invalid::new(dir.display().to_string(), wanted, "none of them"));
        }
        tables.slices = Arc::new(slices);
        Ok(tables)
    }

    /// The built-in tables and those of a directory with fewer than `pieces` pieces, from which
    /// slices with that number are solved.
    ///
    /// # Errors
    ///
    /// If a file can't be read or is damaged: the part is the file's name.
    pub fn below(pieces: usize, dir: &Path) -> Result<Self, Invalid> {
        let mut tables = Self::default();
        tables.read_layers(dir)?;
        tables.results.iter_mut().skip(pieces).for_each(|results| *results = None);
        Ok(tables)
    }

    /// These tables with those slices of a directory.
    ///
    /// # Errors
    ///
    /// If a file is missing, can't be read or is damaged: the part is the file's name.
    pub fn with_slices(&self, dir: &Path, slices: &[Slice]) -> Result<Self, Invalid> {
        let tables = SliceTables::read(dir, slices.iter().copied())?;
        match slices.iter().find(|&&slice| tables.of(slice).is_none()) {
            Some(&slice) => {
                Err(Invalid::new(TableKind::slice_path(dir, slice).display().to_string(), "a file", "none"))
            }
            None => Ok(Self { slices: Arc::new(tables), ..self.clone() }),
        }
    }

    /// Reads the tables of all material with five and six pieces; returns whether there are any.
    fn read_layers(&mut self, dir: &Path) -> Result<bool, Invalid> {
        let decode =
            |file| CompressedTable::read(&TableKind::Dtw.title(5), Compression::Deflate, file, numbers(5));
        let distances = read_table(&TableKind::Dtw.path(dir, 5), decode)?;
        let mut found = distances.is_some();
        self.distances = distances;
        for pieces in MAX_UNPACKED_PIECES + 1..=MAX_LAYER_PIECES {
            let decode = |file| WldTable::read(&TableKind::Wld.title(pieces), file);
            if let Some(results) = read_table(&TableKind::Wld.path(dir, pieces), decode)? {
                self.results[pieces] = Some(results);
                found = true;
            }
        }
        let decode = |file| LostDistances::read(&TableKind::LostDtw.title(5), file, numbers(5));
        if let Some(losses) = read_table(&TableKind::LostDtw.path(dir, 5), decode)? {
            self.lost_dtw = Some(Arc::new(losses));
        }
        let decode = |file| LostDistances::read(&TableKind::LostDtz.title(6), file, slow_wins_len());
        if let Some(progress) = read_table(&TableKind::LostDtz.path(dir, 6), decode)? {
            self.lost_dtz = Some(Arc::new(progress));
        }
        Ok(found)
    }

    /// The distances of lost positions with five pieces, if there are the results to go with them.
    fn lost_dtw(&self) -> Option<&LostDistances> {
        self.results[5].as_ref().and(self.lost_dtw.as_deref())
    }

    /// The DTZ codes of [`SLOW_WINS`], if there are the results to go with them.
    fn lost_dtz(&self) -> Option<&LostDistances> {
        let [five, six] = [5, 6].map(|pieces| self.results[pieces].as_ref());
        five.and(six).and(self.lost_dtz.as_deref())
    }

    /// Whether there is a table of that material.
    #[must_use]
    pub fn has(&self, slice: Slice) -> bool {
        slice.pieces() <= MAX_UNPACKED_PIECES || self.results(slice.pieces(), || slice).is_some()
    }

    /// The results of positions with that number of pieces and that material.
    fn results(&self, pieces: usize, material: impl Fn() -> Slice) -> Option<&WldTable> {
        let results = self.results.get(pieces)?.as_ref();
        if results.is_some() || self.slices.is_empty() { results } else { self.slices.of(material()) }
    }

    /// Probes without delay: the distance with up to four pieces, otherwise the result. The tables
    /// cover positions in which both sides have pieces, not too many, and with more than four the
    /// side to move can't capture; the opponent may threaten to.
    #[must_use]
    pub fn probe(&self, board: &Board) -> Option<TablebaseResult> {
        let pieces = pieces(board)?;
        if pieces <= MAX_UNPACKED_PIECES {
            return Some(decode(UNPACKED[pieces][number(board)]));
        }
        let results = self.results(pieces, || material(board))?;
        movegen::jumpers(board).is_empty().then(|| results.result(number(board)))
    }

    /// Probes for the distance (DTW) with up to five pieces, captures or not. With five this takes
    /// up to a millisecond.
    #[must_use]
    pub fn probe_dtw(&self, board: &Board) -> Option<TablebaseResult> {
        match (pieces(board)?, &self.distances) {
            (5, Some(distances)) => Some(decode(distances.code(number(board)))),
            (5, None) if self.lost_dtw().is_none() => None,
            (..=5, _) => Some(decode(self.code(board))),
            _ => None,
        }
    }

    /// The code of a position with up to five pieces.
    fn code(&self, board: &Board) -> u8 {
        match pieces(board) {
            None => LOST,
            Some(pieces) if pieces <= MAX_UNPACKED_PIECES => UNPACKED[pieces][number(board)],
            Some(_) => {
                let number = number(board);
                DTW_CACHE.get(&number).unwrap_or_else(|| {
                    let code = self.search_dtw_code(board, number);
                    DTW_CACHE.insert(number, code);
                    code
                })
            }
        }
    }

    /// The code of a position with five pieces by a search of the positions after it.
    fn search_dtw_code(&self, board: &Board, number: usize) -> u8 {
        let result = self.probe(board);
        let is_stored = || lost_distances::is_stored(board) && movegen::can_step(board);
        match (result, self.lost_dtw()) {
            (Some(TablebaseResult::Draw), _) => return DRAW,
            (Some(TablebaseResult::Loss { .. }), Some(losses)) if is_stored() => return losses.code(number),
            _ => {}
        }
        let mut moves = Moves::new();
        movegen::legal(board, &mut moves);
        let nexts = moves.into_iter().map(|played| board.after(played));
        // The winner keeps the win, so the distances of its other moves don't matter.
        let is_kept = |next: &Board| {
            !matches!(result, Some(TablebaseResult::Win { .. }))
                || self.probe(next).is_none_or(|next| matches!(next, TablebaseResult::Loss { .. }))
        };
        best(nexts.filter(is_kept).map(|next| retro_step(self.code(&next)))).unwrap_or(LOST)
    }

    /// Plies to the next capture or move of a man that keeps the win (DTZ); the loser's own counts
    /// as two. Known where three kings win with the material of [`SLOW_WINS`]. This takes up to a
    /// millisecond.
    #[must_use]
    pub fn probe_dtz(&self, board: &Board) -> Option<u16> {
        let material = material(board);
        let expected = if SLOW_WINS.contains(&material) {
            LOST
        } else if SLOW_WINS.contains(&material.flipped()) {
            WON
        } else {
            return None;
        };
        let lost_dtz = self.lost_dtz()?;
        let code = (self.result_code(board) == expected).then(|| self.dtz_code(board, lost_dtz))?;
        decode(code).plies()
    }

    /// The DTZ code of a position with the material of [`SLOW_WINS`] that three kings win.
    fn dtz_code(&self, board: &Board, lost_dtz: &LostDistances) -> u8 {
        let is_lost = !(board.own() & !board.kings()).is_empty();
        if is_lost
            && lost_distances::is_stored(board)
            && movegen::jumpers(board).is_empty()
            && movegen::can_step(board)
        {
            return lost_dtz.code(slow_index(board));
        }
        let mut moves = Moves::new();
        movegen::legal(board, &mut moves);
        let step = |played: Move| {
            let next = board.after(played);
            let is_progress = played.is_capture() || !board.kings().has(played.from);
            let keeps = is_lost || self.result_code(&next) == LOST;
            retro_step(if is_progress || !keeps {
                self.result_code(&next)
            } else {
                self.dtz_code(&next, lost_dtz)
            })
        };
        best(moves.into_iter().map(step)).unwrap_or(LOST)
    }

    /// The result, captures or not, of a position whose material the tables [have](Self::has), as
    /// they do with the material after captures: [`DRAW`], [`LOST`] or [`WON`].
    fn result_code(&self, board: &Board) -> u8 {
        match (pieces(board), self.probe(board)) {
            (None, _) => LOST,
            (_, Some(TablebaseResult::Draw)) => DRAW,
            (_, Some(TablebaseResult::Loss { .. })) => LOST,
            (_, Some(TablebaseResult::Win { .. })) => WON,
            (_, None) => {
                let mut captures = Moves::new();
                movegen::legal(board, &mut captures);
                let step = |played| result(retro_step(self.result_code(&board.after(played))));
                best(captures.into_iter().map(step)).unwrap_or(LOST)
            }
        }
    }
}

/// The index of a position with the material of [`SLOW_WINS`] among all of them, the loser to move.
fn slow_index(board: &Board) -> usize {
    let own = material(board).own;
    let before = SLOW_WINS.into_iter().take_while(|slice| slice.own != own);
    let start = SLOW_WINS.into_iter().find(|slice| slice.own == own).map_or(0, Slice::start);
    before.map(Slice::len).sum::<usize>() + number(board) - start
}

/// The number of pieces, if both sides have some.
fn pieces(board: &Board) -> Option<usize> {
    let [black, white] = [Side::First, Side::Second].map(|side| board.of(side).len() as usize);
    (black > 0 && white > 0).then_some(black + white)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]
mod tests;
