//! Checkers: weights for a full and for an empty board.

use super::Trainable;
use bestmove_core::games::Checkers;
use bestmove_core::games::checkers::eval::{ALL_PIECES, UNITS, Weights, features};
use bestmove_core::games::checkers::{Board, Knowledge, is_quiet};
use std::ops::RangeInclusive;
use std::sync::Arc;

impl Trainable for Checkers {
    type Weights = Weights;

    /// The best for the results of games by the scores of the search, whatever the number of pieces.
    const SCALE: f32 = 40.0;
    const WEIGHT_UNIT: f32 = 1.0 / UNITS as f32;
    const KNOTS: usize = 2;
    const DECIDED: i16 = 2000;
    const PIECE_RANGES: &'static [u32] = &[8, 10, 12, 16, 24];
    const GAMES_VERSION: u32 = 4;
    const POSITION_BYTES: usize = 12;
    const OPENINGS: &'static str = include_str!("../../../core/data/checkers-ballots.json");
    const RANDOM_PLIES: RangeInclusive<usize> = 0..=8;

    fn entries() -> usize {
        features::SIZE
    }

    fn each_entry(board: &Board, see: impl FnMut(usize)) {
        features::each(board, see);
    }

    fn prior(entry: usize) -> f32 {
        100.0 * features::prior(entry)
    }

    fn place(board: &Board) -> (usize, f32) {
        (0, board.count() as f32 / ALL_PIECES as f32)
    }

    fn is_evaluated(board: &Board) -> bool {
        is_quiet(board)
    }

    fn seen_by_mover(board: &Board) -> Board {
        board.seen_by_mover()
    }

    fn write_position(board: &Board, bytes: &mut Vec<u8>) {
        board.packed().iter().for_each(|word| bytes.extend(word.to_le_bytes()));
    }

    fn read_position(bytes: &[u8]) -> Board {
        let word = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        Board::unpacked([word(0), word(4), word(8)])
    }

    fn weights(weight: impl Fn(usize, usize) -> i16) -> Weights {
        let both = |entry| [weight(0, entry), weight(1, entry)];
        Weights::new((0..features::SIZE).map(both).collect()).expect("every entry has a weight")
    }

    fn weight(weights: &Weights, knot: usize, entry: usize) -> i16 {
        weights.of(entry)[knot]
    }

    fn standard_weights() -> Arc<Weights> {
        Weights::standard()
    }

    fn write_weights(weights: &Weights) -> Vec<u8> {
        weights.write()
    }

    fn read_weights(file: &[u8]) -> Option<Weights> {
        Weights::read(file)
    }

    fn knowledge(weights: Weights) -> Knowledge {
        Knowledge::with_weights(weights)
    }
}
