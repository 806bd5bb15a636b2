//! Endgame tablebases: the result of best play with few pieces.
//!
//! The program has every position with up to four pieces with its exact distance (DTW). With the
//! feature `tables` it also has five pieces with their distances, and with six the result (WLD)
//! wherever the side to move can't capture. With five pieces a distance follows from those of lost
//! positions (`lost_distances`); a directory filled by `bestmove lab tables checkers --pieces 5
//! --dir DIR` has all of them, for lookup.
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
mod table_kind;
mod value;
pub mod wld_file;

pub(super) use embedded::SMALL_FILES;
pub use index::{board, boards};
pub use slice::SLOW_WINS;
pub use table_kind::TableKind;
pub use value::decode;

use super::{Board, Move, movegen};
use crate::game::{Invalid, Moves, Side, TablebaseResult};
use dtw_file::{Compression, Packed};
use embedded::{LOST_DTW, LOST_DTZ, MAX_UNPACKED_PIECES, RESULTS, UNPACKED};
use index::number;
use lost_distances::LostDistances;
use quick_cache::sync::Cache;
use slice::{Force, MAX_PIECES, Slice, numbers};
use std::fs;
use std::io;
use std::path::Path;
use std::sync::LazyLock;
use value::{DRAW, LOST, WON, prefer, result, retro_step};
use wld_file::WldTable;

/// Entries of the cache of searched distances with five pieces.
const DTW_CACHE_ENTRIES: usize = 1 << 14;

/// Searched codes with five pieces, by index.
static DTW_CACHE: LazyLock<Cache<usize, u8>> = LazyLock::new(|| Cache::new(DTW_CACHE_ENTRIES));

static EMBEDDED: LazyLock<Tables> = LazyLock::new(|| Tables {
    distances: None,
    lost_dtw: LOST_DTW.as_ref(),
    lost_dtz: LOST_DTZ.as_ref(),
    results: RESULTS.clone(),
});

/// A set of tables.
#[derive(Clone, Debug)]
pub struct Tables {
    /// The distances with five pieces.
    distances: Option<Packed>,
    /// Distances of lost positions with five pieces.
    lost_dtw: Option<&'static LostDistances>,
    /// The DTZ codes of [`SLOW_WINS`], one slice after the other.
    lost_dtz: Option<&'static LostDistances>,
    /// By number of pieces, where there are no distances in memory.
    results: [Option<WldTable>; MAX_PIECES + 1],
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
        let mut found = false;
        if let Some(file) = read(&TableKind::Dtw.path(dir, 5))? {
            let packed = Packed::read(&TableKind::Dtw.title(5), Compression::Deflate, file, numbers(5));
            tables.distances = Some(packed.map_err(|broken| in_file(&TableKind::Dtw.path(dir, 5), &broken))?);
            found = true;
        }
        for pieces in MAX_UNPACKED_PIECES + 1..=MAX_PIECES {
            let path = TableKind::Wld.path(dir, pieces);
            if let Some(file) = read(&path)? {
                let results = WldTable::read(&TableKind::Wld.title(pieces), file);
                tables.results[pieces] = Some(results.map_err(|broken| in_file(&path, &broken))?);
                found = true;
            }
        }
        if found {
            Ok(tables)
        } else {
            let wanted = "checkers-5.distances, checkers-5.results or checkers-6.results";
            Err(Invalid::new(dir.display().to_string(), wanted, "none of them"))
        }
    }

    /// Whether [`Tables::probe`] has an answer: both sides have pieces, not too many, and with more
    /// than four the side to move can't capture. The opponent may threaten to.
    #[must_use]
    pub fn covers(&self, board: &Board) -> bool {
        let has_results = |pieces| matches!(self.results.get(pieces), Some(Some(_)));
        pieces(board).is_some_and(|pieces| {
            pieces <= MAX_UNPACKED_PIECES || has_results(pieces) && movegen::jumpers(board).is_empty()
        })
    }

    /// Probes without delay: the distance with up to four pieces, otherwise the result. `None`
    /// where the tables don't cover the position.
    #[must_use]
    pub fn probe(&self, board: &Board) -> Option<TablebaseResult> {
        if !self.covers(board) {
            return None;
        }
        let pieces = pieces(board)?;
        match &self.results[pieces] {
            Some(results) => Some(results.result(number(board))),
            None => Some(decode(UNPACKED[pieces][number(board)])),
        }
    }

    /// Probes for the distance (DTW) with up to five pieces, captures or not. With five this takes
    /// up to a millisecond.
    #[must_use]
    pub fn probe_dtw(&self, board: &Board) -> Option<TablebaseResult> {
        match (pieces(board)?, &self.distances) {
            (5, Some(distances)) => Some(decode(distances.code(number(board)))),
            (5, None) if self.lost_dtw.is_none() => None,
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
        let is_stored = || lost_distances::has(board) && movegen::can_step(board);
        match (result, self.lost_dtw) {
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
        nexts.filter(is_kept).map(|next| retro_step(self.code(&next))).reduce(prefer).unwrap_or(LOST)
    }

    /// Plies to the next capture or move of a man that keeps the win (DTZ); the loser's own counts
    /// as two. Known where three kings win with the material of [`SLOW_WINS`]. This takes up to a
    /// millisecond.
    #[must_use]
    pub fn probe_dtz(&self, board: &Board) -> Option<u16> {
        let material = Slice { own: force(board, board.to_move()), other: force(board, !board.to_move()) };
        let expected = if SLOW_WINS.contains(&material) {
            LOST
        } else if SLOW_WINS.contains(&material.flipped()) {
            WON
        } else {
            return None;
        };
        let lost_dtz = self.lost_dtz?;
        match decode((self.result(board) == expected).then(|| self.dtz_code(board, lost_dtz))?) {
            TablebaseResult::Draw => None,
            TablebaseResult::Win { plies } | TablebaseResult::Loss { plies } => plies,
        }
    }

    /// The DTZ code of a position with the material of [`SLOW_WINS`] that three kings win.
    fn dtz_code(&self, board: &Board, lost_dtz: &LostDistances) -> u8 {
        let is_lost = !(board.own() & !board.kings()).is_empty();
        if is_lost
            && lost_distances::has(board)
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
            let keeps = is_lost || self.result(&next) == LOST;
            retro_step(if is_progress || !keeps {
                self.result(&next)
            } else {
                self.dtz_code(&next, lost_dtz)
            })
        };
        moves.into_iter().map(step).reduce(prefer).unwrap_or(LOST)
    }

    /// The result with up to six pieces: [`DRAW`], [`LOST`] or [`WON`].
    fn result(&self, board: &Board) -> u8 {
        match (pieces(board), self.probe(board)) {
            (None, _) => LOST,
            (_, Some(TablebaseResult::Draw)) => DRAW,
            (_, Some(TablebaseResult::Loss { .. })) => LOST,
            (_, Some(TablebaseResult::Win { .. })) => WON,
            (_, None) => {
                let mut captures = Moves::new();
                movegen::legal(board, &mut captures);
                let step = |played| result(retro_step(self.result(&board.after(played))));
                captures.into_iter().map(step).reduce(prefer).unwrap_or(LOST)
            }
        }
    }
}

fn force(board: &Board, side: Side) -> Force {
    let (pieces, kings) = (board.of(side), board.of(side) & board.kings());
    Force { men: (pieces & !kings).len() as usize, kings: kings.len() as usize }
}

/// The index of a position with the material of [`SLOW_WINS`] among all of them, the loser to move.
fn slow_index(board: &Board) -> usize {
    let own = force(board, board.to_move());
    let before = SLOW_WINS.into_iter().take_while(|slice| slice.own != own);
    let start = SLOW_WINS.into_iter().find(|slice| slice.own == own).map_or(0, Slice::start);
    before.map(Slice::len).sum::<usize>() + number(board) - start
}

/// The number of pieces, if both sides have some.
fn pieces(board: &Board) -> Option<usize> {
    let [black, white] = [Side::First, Side::Second].map(|side| board.of(side).len() as usize);
    (black > 0 && white > 0).then_some(black + white)
}

/// The content of a file, if it exists.
fn read(path: &Path) -> Result<Option<Vec<u8>>, Invalid> {
    match fs::read(path) {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Invalid::new(path.display().to_string(), "a file to read", error.to_string())),
    }
}

/// Names the file in an error.
fn in_file(path: &Path, invalid: &Invalid) -> Invalid {
    let expected = format!("{} {}", invalid.part, invalid.expected);
    Invalid::new(path.display().to_string(), expected, invalid.got.clone())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]
mod tests {
    use super::super::Checkers;
    use super::retrograde::{Builder, Metric};
    use super::*;
    use crate::game::{Rules, Tablebase};

    use std::thread;

    /// A winner by DTW that also makes progress as soon as possible.
    struct Winner {
        /// By number of pieces, then of the position.
        codes: [Vec<u8>; 6],
        /// Plies to progress against any defence, once computed.
        no_progress_plies: [Vec<Option<u8>>; 6],
    }

    impl Winner {
        fn code(&self, board: &Board) -> u8 {
            pieces(board).map_or(LOST, |pieces| self.codes[pieces][number(board)])
        }

        fn no_progress_plies(&mut self, board: &Board) -> u8 {
            let (pieces, number) = (pieces(board).unwrap(), number(board));
            if let Some(plies) = self.no_progress_plies[pieces][number] {
                return plies;
            }
            let code = self.codes[pieces][number];
            let is_won = !value::is_loss(code);
            let mut moves = Moves::new();
            movegen::legal(board, &mut moves);
            let runs = moves.into_iter().filter_map(|played| {
                let after = board.after(played);
                let is_progress = Checkers::is_irreversible(board, played);
                (!is_won || retro_step(self.code(&after)) == code)
                    .then(|| if is_progress { 0 } else { 1 + self.no_progress_plies(&after) })
            });
            let plies = if is_won { runs.min() } else { runs.max() }.unwrap_or(0);
            self.no_progress_plies[pieces][number] = Some(plies);
            plies
        }
    }

    /// Adds all positions with that number of pieces.
    fn add_layer(builder: &mut Builder, pieces: usize) {
        builder.add_layer(pieces);
        for slice in Slice::all(pieces).filter(|slice| slice.start() <= slice.flipped().start()) {
            builder.solve(slice, thread::available_parallelism().unwrap(), &|_| {});
        }
    }

    /// With six pieces only the material that the slow wins depend on.
    #[test]
    #[ignore = "takes a minute and 2.7 GB of memory"]
    fn rebuilt_dtz_tables_are_equal() {
        let (mut builder, threads) = (Builder::new(Metric::Dtz), thread::available_parallelism().unwrap());
        (2..=5).for_each(|pieces| add_layer(&mut builder, pieces));
        let kings = SLOW_WINS[0].other;
        builder.add_layer(6);
        builder.solve(Slice { own: kings, other: kings }, threads, &|_| {});
        SLOW_WINS.into_iter().for_each(|slice| builder.solve(slice, threads, &|_| {}));
        let codes =
            SLOW_WINS.into_iter().flat_map(|slice| lost_distances::codes(slice, &builder.codes(slice)));
        let file = lost_distances::file(&TableKind::LostDtz.title(6), &codes.collect::<Vec<u8>>(), threads);
        assert!(file == fs::read("data/checkers-6.progress").unwrap());
        for slice in SLOW_WINS.into_iter().flat_map(|slice| [slice, slice.flipped()]) {
            let codes = builder.codes(slice);
            for nth in (0..slice.len()).step_by(501) {
                let Some(board) = board(slice, nth) else { continue };
                let plies = match decode(codes[nth]) {
                    TablebaseResult::Loss { plies } if SLOW_WINS.contains(&slice) => plies,
                    TablebaseResult::Win { plies } if !SLOW_WINS.contains(&slice) => plies,
                    _ => None,
                };
                assert_eq!(Tables::embedded().probe_dtz(&board), plies, "{board:?}");
            }
        }
    }

    /// So distances are exact in spite of the rule of 80 plies.
    #[test]
    #[ignore = "takes a minute and half a GiB of memory"]
    fn the_fastest_win_fits_the_no_progress_rule() {
        let mut builder = Builder::new(Metric::Dtw);
        let mut winner = Winner { codes: Default::default(), no_progress_plies: Default::default() };
        for pieces in 2..=5 {
            add_layer(&mut builder, pieces);
            winner.codes[pieces] = Slice::all(pieces).flat_map(|slice| builder.codes(slice)).collect();
            winner.no_progress_plies[pieces] = vec![None; numbers(pieces)];
            let (mut most, mut reported) = (0, None);
            for slice in Slice::all(pieces) {
                boards(slice, |board| {
                    let Some(board) = board else { return };
                    reported = Checkers::max_no_progress_plies(&board);
                    if winner.code(&board) != DRAW {
                        most = most.max(winner.no_progress_plies(&board));
                    }
                });
            }
            assert_eq!(Some(most.into()), reported, "{pieces} pieces");
        }
    }
}
