//! Endgame tables: what best play leads to where few pieces are left.
//!
//! Up to five pieces the program knows every position with its exact distance, with six who wins wherever the side to
//! move cannot capture. With five pieces a distance follows from those of lost positions (`losses.rs`); a directory that
//! `bestmove-lab tables checkers --pieces 5 --dir DIR` filled has all of them, to look up.
//!
//! The tables know neither of the draws by recurrence or by want of progress: whether a win fits
//! into the plies that are left is for the caller to see.

pub mod build;
mod code;
pub mod losses;
mod number;
pub mod packed;
pub mod results;
pub mod slice;
mod words;

pub use code::known;
pub use number::{board, boards};

use super::{Board, Move, movegen};
use crate::game::{Invalid, Moves, Side, TablebaseResult};
use code::{DRAW, LOST, WON, before, better, result};
use losses::Losses;
use number::number;
use packed::{Compression, Packed};
use quick_cache::sync::Cache;
use results::Results;
use slice::{Force, MOST_PIECES, Slice, numbers};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Pieces up to which all codes are kept at hand.
const MOST_AT_HAND: usize = 4;

/// Distances with five pieces that are kept after they have been found.
const FOUND: usize = 1 << 14;

/// Material with which winners need long to make progress: three kings against three pieces, men among them, as the
/// losing side sees it. Each depends on those before.
pub const SLOW: [Slice; 2] = {
    let three_kings = Force { men: 0, kings: 3 };
    [
        Slice { own: Force { men: 1, kings: 2 }, other: three_kings },
        Slice { own: Force { men: 2, kings: 1 }, other: three_kings },
    ]
};

static LOSSES: LazyLock<Losses> = LazyLock::new(|| {
    let file: &[u8] = include_bytes!("../../../../data/checkers-5.losses");
    Losses::read(&Kind::Losses.title(5), file, numbers(5)).expect("the tables in the program are whole")
});

/// The codes of all that is [`SLOW`], one after the other.
static PROGRESS: LazyLock<Losses> = LazyLock::new(|| {
    let file: &[u8] = include_bytes!("../../../../data/checkers-6.progress");
    let len = SLOW.into_iter().map(Slice::len).sum();
    Losses::read(&Kind::Progress.title(6), file, len).expect("the tables in the program are whole")
});

/// Codes with five pieces, by number.
static FOUND_LATELY: LazyLock<Cache<usize, u8>> = LazyLock::new(|| Cache::new(FOUND));

static EMBEDDED: LazyLock<Tables> =
    LazyLock::new(|| Tables::embed().expect("the tables in the program are whole"));

/// By number of pieces: all codes, the side to move capturing or not.
static AT_HAND: LazyLock<[Vec<u8>; MOST_AT_HAND + 1]> = LazyLock::new(|| {
    let files: [&[u8]; 3] = [
        include_bytes!("../../../../data/checkers-2.distances"),
        include_bytes!("../../../../data/checkers-3.distances"),
        include_bytes!("../../../../data/checkers-4.distances"),
    ];
    let read = |pieces, file| {
        Packed::read(&Kind::Distances.title(pieces), Compression::Deflate, file, numbers(pieces))
    };
    let mut codes = [const { Vec::new() }; MOST_AT_HAND + 1];
    for (pieces, file) in (2..).zip(files) {
        codes[pieces] = read(pieces, file).expect("the tables in the program are whole").codes();
    }
    codes
});

/// What a file tells of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Who wins, and in how many plies.
    Distances,
    /// Who wins, if the side to move cannot capture.
    Results,
    /// In how many plies lost positions are lost, of half of them.
    Losses,
    /// Within how many plies the winner makes progress, of half of the lost positions with the material of [`SLOW`].
    Progress,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::Distances => "distances",
            Self::Results => "results",
            Self::Losses => "losses",
            Self::Progress => "progress",
        }
    }

    /// The first line of a file on all positions with so many pieces.
    #[must_use]
    pub fn title(self, pieces: usize) -> String {
        format!("bestmove endgame: checkers, {pieces} pieces, {}", self.name())
    }

    /// The file on all positions with so many pieces.
    #[must_use]
    pub fn path(self, dir: &Path, pieces: usize) -> PathBuf {
        dir.join(format!("checkers-{pieces}.{}", self.name()))
    }
}

/// The tables there are.
#[derive(Clone, Debug)]
pub struct Tables {
    /// With five pieces.
    distances: Option<Packed>,
    /// By number of pieces, where there are no distances at hand.
    results: [Option<Results>; MOST_PIECES + 1],
}

impl Default for Tables {
    fn default() -> Self {
        Self::embedded().clone()
    }
}

impl Tables {
    /// Those that come with the program.
    #[must_use]
    pub fn embedded() -> &'static Self {
        &EMBEDDED
    }

    fn embed() -> Result<Self, Invalid> {
        LazyLock::force(&AT_HAND);
        LazyLock::force(&LOSSES);
        LazyLock::force(&PROGRESS);
        let files: [&[u8]; 2] = [
            include_bytes!("../../../../data/checkers-5.results"),
            include_bytes!("../../../../data/checkers-6.results"),
        ];
        let mut results = [const { None }; MOST_PIECES + 1];
        for (pieces, file) in (MOST_AT_HAND + 1..).zip(files) {
            results[pieces] = Some(Results::read(&Kind::Results.title(pieces), file)?);
        }
        Ok(Self { distances: None, results })
    }

    /// Those that come with the program and those in a directory, which are read whole into memory.
    ///
    /// # Errors
    ///
    /// If there is no table in the directory, or a file can't be read or is not whole: the part is
    /// the file's name.
    pub fn open(dir: &Path) -> Result<Self, Invalid> {
        let mut tables = Self::default();
        let mut found = false;
        if let Some(file) = read(&Kind::Distances.path(dir, 5))? {
            let packed = Packed::read(&Kind::Distances.title(5), Compression::Deflate, file, numbers(5));
            tables.distances =
                Some(packed.map_err(|broken| blaming(&Kind::Distances.path(dir, 5), &broken))?);
            found = true;
        }
        for pieces in MOST_AT_HAND + 1..=MOST_PIECES {
            let path = Kind::Results.path(dir, pieces);
            if let Some(file) = read(&path)? {
                let results = Results::read(&Kind::Results.title(pieces), file);
                tables.results[pieces] = Some(results.map_err(|broken| blaming(&path, &broken))?);
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

    /// Whether [`Tables::probe`] has an answer: both sides have pieces, of which there are not too many,
    /// and with more than four the side to move cannot capture. The other side may threaten to.
    #[must_use]
    pub fn covers(&self, board: &Board) -> bool {
        let has_results = |pieces| matches!(self.results.get(pieces), Some(Some(_)));
        pieces(board).is_some_and(|pieces| {
            pieces <= MOST_AT_HAND || has_results(pieces) && movegen::jumpers(board).is_empty()
        })
    }

    /// What is known of the position without delay: with up to four pieces who wins and in how many plies,
    /// with more who wins. `None` where the tables don't cover it.
    #[must_use]
    pub fn probe(&self, board: &Board) -> Option<TablebaseResult> {
        if !self.covers(board) {
            return None;
        }
        let pieces = pieces(board)?;
        match &self.results[pieces] {
            Some(results) => Some(results.known(number(board))),
            None => Some(known(AT_HAND[pieces][number(board)])),
        }
    }

    /// Who wins and in how many plies with up to five pieces, whether the side to move can capture or not. With five
    /// this takes up to a millisecond.
    #[must_use]
    pub fn distance(&self, board: &Board) -> Option<TablebaseResult> {
        match (pieces(board)?, &self.distances) {
            (5, Some(distances)) => Some(known(distances.code(number(board)))),
            (..=5, _) => Some(known(self.code(board))),
            _ => None,
        }
    }

    /// The code of a position with up to five pieces.
    fn code(&self, board: &Board) -> u8 {
        match pieces(board) {
            None => LOST,
            Some(pieces) if pieces <= MOST_AT_HAND => AT_HAND[pieces][number(board)],
            Some(_) => {
                let number = number(board);
                FOUND_LATELY.get(&number).unwrap_or_else(|| {
                    let code = self.found_code(board, number);
                    FOUND_LATELY.insert(number, code);
                    code
                })
            }
        }
    }

    /// The code of a position with five pieces by those of the positions after it.
    fn found_code(&self, board: &Board, number: usize) -> u8 {
        let result = self.probe(board);
        match result {
            Some(TablebaseResult::Draw) => return DRAW,
            Some(TablebaseResult::Loss { .. }) if losses::has(board) && movegen::can_step(board) => {
                return LOSSES.code(number);
            }
            _ => {}
        }
        let mut moves = Moves::new();
        movegen::legal(board, &mut moves);
        let nexts = moves.into_iter().map(|played| board.after(played));
        // The winner keeps the win: how long the other moves take does not matter.
        let is_kept = |next: &Board| {
            !matches!(result, Some(TablebaseResult::Win { .. }))
                || self.probe(next).is_none_or(|next| matches!(next, TablebaseResult::Loss { .. }))
        };
        nexts.filter(is_kept).map(|next| before(self.code(&next))).reduce(better).unwrap_or(LOST)
    }

    /// Plies to the next capture or move of a man, after which the winner still wins (DTZ); the loser's is counted as two.
    /// TablebaseResult where three kings win with the material of [`SLOW`]. This takes up to a millisecond.
    #[must_use]
    pub fn progress(&self, board: &Board) -> Option<u16> {
        let material = Slice { own: force(board, board.to_move()), other: force(board, !board.to_move()) };
        let expected = if SLOW.contains(&material) {
            LOST
        } else if SLOW.contains(&material.flipped()) {
            WON
        } else {
            return None;
        };
        match known((self.result(board) == expected).then(|| self.progress_code(board))?) {
            TablebaseResult::Draw => None,
            TablebaseResult::Win { plies } | TablebaseResult::Loss { plies } => plies,
        }
    }

    /// The code of a position with the material of [`SLOW`] that three kings win, plies counted to progress.
    fn progress_code(&self, board: &Board) -> u8 {
        let is_lost = !(board.own() & !board.kings()).is_empty();
        if is_lost && losses::has(board) && movegen::jumpers(board).is_empty() && movegen::can_step(board) {
            return PROGRESS.code(slow_number(board));
        }
        let mut moves = Moves::new();
        movegen::legal(board, &mut moves);
        let worth = |played: Move| {
            let next = board.after(played);
            let is_progress = played.is_capture() || !board.kings().has(played.from);
            let keeps = is_lost || self.result(&next) == LOST;
            before(if is_progress || !keeps { self.result(&next) } else { self.progress_code(&next) })
        };
        moves.into_iter().map(worth).reduce(better).unwrap_or(LOST)
    }

    /// Who wins with up to six pieces: [`DRAW`], [`LOST`] or [`WON`].
    fn result(&self, board: &Board) -> u8 {
        match (pieces(board), self.probe(board)) {
            (None, _) => LOST,
            (_, Some(TablebaseResult::Draw)) => DRAW,
            (_, Some(TablebaseResult::Loss { .. })) => LOST,
            (_, Some(TablebaseResult::Win { .. })) => WON,
            (_, None) => {
                let mut captures = Moves::new();
                movegen::legal(board, &mut captures);
                let worth = |played| result(before(self.result(&board.after(played))));
                captures.into_iter().map(worth).reduce(better).unwrap_or(LOST)
            }
        }
    }
}

fn force(board: &Board, side: Side) -> Force {
    let (pieces, kings) = (board.of(side), board.of(side) & board.kings());
    Force { men: (pieces & !kings).len() as usize, kings: kings.len() as usize }
}

/// The number of a position with the material of [`SLOW`] among all such ones, the losing side to move.
fn slow_number(board: &Board) -> usize {
    let own = force(board, board.to_move());
    let before = SLOW.into_iter().take_while(|slice| slice.own != own);
    let start = SLOW.into_iter().find(|slice| slice.own == own).map_or(0, Slice::start);
    before.map(Slice::len).sum::<usize>() + number(board) - start
}

/// How many pieces there are, if both sides have some.
fn pieces(board: &Board) -> Option<usize> {
    let [black, white] = [Side::First, Side::Second].map(|side| board.of(side).len() as usize);
    (black > 0 && white > 0).then_some(black + white)
}

/// The content of a file, if there is one.
fn read(path: &Path) -> Result<Option<Vec<u8>>, Invalid> {
    match fs::read(path) {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Invalid::new(path.display().to_string(), "a file to read", error.to_string())),
    }
}

/// Says of which file something is not as expected.
fn blaming(path: &Path, invalid: &Invalid) -> Invalid {
    let expected = format!("{} {}", invalid.part, invalid.expected);
    Invalid::new(path.display().to_string(), expected, invalid.got.clone())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]
mod tests {
    use super::super::Checkers;
    use super::build::{Builder, Goal};
    use super::*;
    use crate::game::{Rules, Tablebase};

    use std::thread;

    /// A winner that never leaves the shortest way, and stays without progress no longer than it must.
    struct Winner {
        /// By number of pieces, then of the position.
        codes: [Vec<u8>; 6],
        /// Plies until progress against any play, once they are found.
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
            let is_won = !code::is_loss(code);
            let mut moves = Moves::new();
            movegen::legal(board, &mut moves);
            let runs = moves.into_iter().filter_map(|played| {
                let after = board.after(played);
                let is_progress = Checkers::is_irreversible(board, played);
                (!is_won || before(self.code(&after)) == code)
                    .then(|| if is_progress { 0 } else { 1 + self.no_progress_plies(&after) })
            });
            let plies = if is_won { runs.min() } else { runs.max() }.unwrap_or(0);
            self.no_progress_plies[pieces][number] = Some(plies);
            plies
        }
    }

    /// With all positions with so many pieces.
    fn add_layer(builder: &mut Builder, pieces: usize) {
        builder.add_layer(pieces);
        for slice in Slice::all(pieces).filter(|slice| slice.start() <= slice.flipped().start()) {
            builder.solve(slice, thread::available_parallelism().unwrap(), &|_| {});
        }
    }

    /// With six pieces nothing but what the slow material depends on.
    #[test]
    #[ignore = "takes a minute and 2.7 GB of memory"]
    fn progress_is_built_as_it_stands() {
        let (mut builder, threads) = (Builder::new(Goal::Progress), thread::available_parallelism().unwrap());
        (2..=5).for_each(|pieces| add_layer(&mut builder, pieces));
        let kings = SLOW[0].other;
        builder.add_layer(6);
        builder.solve(Slice { own: kings, other: kings }, threads, &|_| {});
        SLOW.into_iter().for_each(|slice| builder.solve(slice, threads, &|_| {}));
        let codes = SLOW.into_iter().flat_map(|slice| losses::codes(slice, &builder.codes(slice)));
        let file = losses::file(&Kind::Progress.title(6), &codes.collect::<Vec<u8>>(), threads);
        assert!(file == fs::read("data/checkers-6.progress").unwrap());
        for slice in SLOW.into_iter().flat_map(|slice| [slice, slice.flipped()]) {
            let codes = builder.codes(slice);
            for nth in (0..slice.len()).step_by(501) {
                let Some(board) = board(slice, nth) else { continue };
                let plies = match known(codes[nth]) {
                    TablebaseResult::Loss { plies } if SLOW.contains(&slice) => plies,
                    TablebaseResult::Win { plies } if !SLOW.contains(&slice) => plies,
                    _ => None,
                };
                assert_eq!(Tables::embedded().progress(&board), plies, "{board:?}");
            }
        }
    }

    /// So distances are exact in spite of the rule of 80 plies.
    #[test]
    #[ignore = "takes a minute and half a GiB of memory"]
    fn the_shortest_way_to_win_makes_progress_in_time() {
        let mut builder = Builder::new(Goal::End);
        let mut winner = Winner { codes: Default::default(), no_progress_plies: Default::default() };
        for pieces in 2..=5 {
            add_layer(&mut builder, pieces);
            winner.codes[pieces] = Slice::all(pieces).flat_map(|slice| builder.codes(slice)).collect();
            winner.no_progress_plies[pieces] = vec![None; numbers(pieces)];
            let (mut most, mut told) = (0, None);
            for slice in Slice::all(pieces) {
                boards(slice, |board| {
                    let Some(board) = board else { return };
                    told = Checkers::max_no_progress_plies(&board);
                    if winner.code(&board) != DRAW {
                        most = most.max(winner.no_progress_plies(&board));
                    }
                });
            }
            assert_eq!(Some(most.into()), told, "{pieces} pieces");
        }
    }
}
