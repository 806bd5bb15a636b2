//! Tests of the tables against rebuilt ones.

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
