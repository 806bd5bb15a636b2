//! What the file of distances of lost positions keeps: `bestmove_core` derives all others from it.

use bestmove_core::game::TablebaseResult;
use bestmove_core::games::checkers::endgame::lost_distances::is_stored;
use bestmove_core::games::checkers::endgame::slice::Slice;
use bestmove_core::games::checkers::endgame::{boards, decode};
use bestmove_core::games::checkers::is_quiet;

/// The game is over.
const LOST: u8 = 1;

/// The codes of a slice as stored.
pub(super) fn codes(slice: Slice, codes: &[u8]) -> Vec<u8> {
    let mut kept = Vec::with_capacity(codes.len());
    let mut before = LOST;
    boards(slice, |board| {
        let code = codes[kept.len()];
        if matches!(decode(code), TablebaseResult::Loss { .. })
            && board.is_some_and(|board| is_stored(&board) && is_quiet(&board))
        {
            before = code;
        }
        kept.push(before);
    });
    kept
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]
mod tests {
    use super::super::compress::compress;
    use super::*;
    use bestmove_core::games::checkers::endgame::dtw_file::Compression;
    use bestmove_core::games::checkers::endgame::retrograde::{Builder, Metric};
    use bestmove_core::games::checkers::endgame::{SLOW_WINS, TableKind, Tables, board};
    use std::{fs, thread};

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
        let stored = SLOW_WINS.into_iter().flat_map(|slice| codes(slice, &builder.codes(slice)));
        let stored: Vec<u8> = stored.collect();
        let file = compress(&TableKind::LostDtz.title(6), Compression::Brotli, &stored, threads).unwrap();
        assert!(file == fs::read("../core/data/checkers-6.progress").unwrap());
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
}
