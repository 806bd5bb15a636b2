//! Tests of the tables against rebuilt ones, and of tables by slice.

use super::super::Checkers;
use super::retrograde::{Builder, Metric};
use super::wld::uniform_file;
use super::*;
use crate::game::{Rules, Tablebase};

use std::fs;
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
    let codes = SLOW_WINS.into_iter().flat_map(|slice| lost_distances::codes(slice, &builder.codes(slice)));
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

/// Those that the program has with the feature `tables`, for a program without it.
#[test]
fn a_directory_adds_five_and_six_pieces_with_their_distances() {
    let results = [const { None }; MAX_PIECES + 1];
    let mut tables = Tables { lost_dtw: None, lost_dtz: None, results, ..Tables::default() };
    let five = Slice::with_pieces(3, 2).last().unwrap();
    let boards: Vec<Board> = [five, SLOW_WINS[0]]
        .into_iter()
        .flat_map(|slice| {
            (0..slice.len()).step_by(slice.len() / 100).filter_map(move |nth| board(slice, nth))
        })
        .collect();
    let probes = |tables: &Tables| {
        boards.iter().map(|board| (tables.probe_dtw(board), tables.probe_dtz(board))).collect::<Vec<_>>()
    };
    assert!(probes(&tables).iter().all(|&probed| probed == (None, None)));
    assert!(tables.read_layers(Path::new("data")).unwrap());
    let read = probes(&tables);
    assert_eq!(read, probes(Tables::embedded()));
    assert!(read.iter().any(|(dtw, _)| dtw.is_some()) && read.iter().any(|(_, dtz)| dtz.is_some()));
}

#[test]
fn a_table_of_a_slice_covers_its_material_only() {
    let dir = std::env::temp_dir().join(format!("bestmove-one-slice-{}", std::process::id()));
    fs::create_dir_all(&dir).unwrap();
    let slice = Slice::with_pieces(4, 3).nth(1).unwrap();
    let path = TableKind::slice_path(&dir, slice);
    let file = uniform_file(slice, LOST);
    fs::write(&path, &file).unwrap();
    let tables = Tables::open(&dir).unwrap();
    for pieces in 2..=MAX_PIECES {
        for other in Slice::all(pieces) {
            assert_eq!(tables.has(other), pieces <= MAX_LAYER_PIECES || other == slice, "{other}");
        }
    }
    for other in Slice::all(MAX_PIECES) {
        for nth in (0..other.len()).step_by(other.len() / 300) {
            let Some(board) = board(other, nth) else { continue };
            let is_covered = other == slice && movegen::jumpers(&board).is_empty();
            let expected = is_covered.then_some(TablebaseResult::Loss { plies: None });
            assert_eq!(tables.probe(&board), expected, "{board:?}");
            assert_eq!((tables.probe_dtw(&board), tables.probe_dtz(&board)), (None, None), "{board:?}");
        }
    }

    // Damaged, or the table of another slice.
    let other = uniform_file(slice.flipped(), LOST);
    for broken in [&file[..file.len() - 1], &other] {
        fs::write(&path, broken).unwrap();
        let error = Tables::open(&dir).unwrap_err();
        assert_eq!(error.part, path.display().to_string(), "{error}");
    }
    fs::remove_dir_all(dir).unwrap();
}
