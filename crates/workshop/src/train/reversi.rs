//! Reversi: weights by the number of empty squares. Games end with exact scores.

use super::Trainable;
use bestmove_core::game::Side;
use bestmove_core::games::Reversi;
use bestmove_core::games::reversi::eval::{KNOTS, Phase, UNIT, Weights, features};
use bestmove_core::games::reversi::{Board, Knowledge};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// With this number of empty squares or fewer the solver finds the score, in a few milliseconds.
const SOLVED: u32 = 14;

impl Trainable for Reversi {
    type Weights = Weights;

    /// Targets are margins, nearly linear: even 32 discs are no certain win.
    const SCALE: f32 = 2000.0;
    const WEIGHT_UNIT: f32 = UNIT as f32;
    const KNOTS: usize = KNOTS;
    const DECIDED: i16 = i16::MAX;
    const PIECE_RANGES: &'static [u32] = &[16, 24, 32, 40, 48, 64];
    const GAMES_VERSION: u32 = 1;
    const POSITION_BYTES: usize = 16;
    const OPENINGS: &'static str = r#"{"ballots": [{"name": "start", "moves": []}]}"#;
    const RANDOM_PLIES: RangeInclusive<usize> = 8..=12;

    fn entries() -> usize {
        features::size()
    }

    fn each_entry(board: &Board, see: impl FnMut(usize)) {
        features::each(board, see);
    }

    fn place(board: &Board) -> (usize, f32) {
        let Phase { knot, quarters } = Phase::of(64 - board.discs());
        (knot, f32::from(quarters) / 4.0)
    }

    fn is_solved(board: &Board) -> bool {
        64 - board.discs() <= SOLVED
    }

    fn seen_by_mover(board: &Board) -> Board {
        Self::read_position(
            &[board.of(board.to_move()), board.of(!board.to_move())].map(u64::to_le_bytes).concat(),
        )
    }

    fn write_position(board: &Board, bytes: &mut Vec<u8>) {
        for side in [board.to_move(), !board.to_move()] {
            bytes.extend(board.of(side).to_le_bytes());
        }
    }

    fn read_position(bytes: &[u8]) -> Board {
        let (own, other) = bytes.split_at(size_of::<u64>());
        let squares = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        Board::new(squares(own), squares(other), Side::First)
    }

    fn weights(weight: impl Fn(usize, usize) -> i16) -> Weights {
        Weights::new(weight)
    }

    fn weight(weights: &Weights, knot: usize, entry: usize) -> i16 {
        weights.of(knot, entry)
    }

    fn standard_weights() -> Arc<Weights> {
        Arc::clone(Weights::standard())
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
