//! Static evaluation: a linear function of counts, with weights for each phase of the game.
//!
//! Counts are the side to move's less the other side's: moves, empty squares beside the other side's discs
//! (potential mobility), corners and moves to corners, discs beside empty corners (X and C squares), stable discs,
//! discs on edges, discs. With an odd number of empty squares the side to move has the last move (parity).

use super::flips::{Squares, moves, neighbours};
use super::stability::stable;
use super::weights::WEIGHTS;

/// The number of counts.
pub(super) const COUNTS: usize = 11;
/// Empty squares of a phase.
const PHASE: u32 = 4;
/// The number of phases.
pub(super) const PHASES: usize = 16;

const CORNERS: Squares = 0x8100_0000_0000_0081;
const X_SQUARES: Squares = 0x0042_0000_0000_4200;
/// Edge squares not beside a corner.
const EDGES: Squares = 0x3c00_8181_8181_003c;

/// The evaluation for the side to move, in hundredths of a disc.
pub(super) fn evaluate(own: Squares, other: Squares) -> i32 {
    let weights = &WEIGHTS[phase(own, other)];
    counts(own, other).iter().zip(weights).map(|(count, weight)| count * i32::from(*weight)).sum()
}

/// The phase of the game, 0 at the end.
pub(super) const fn phase(own: Squares, other: Squares) -> usize {
    (!(own | other)).count_ones().div_ceil(PHASE) as usize
}

/// The counts of a position.
pub(super) fn counts(own: Squares, other: Squares) -> [i32; COUNTS] {
    let empty = !(own | other);
    let corners = empty & CORNERS;
    // The neighbours of empty corners.
    let beside = neighbours(corners);
    let [own_moves, other_moves] = [moves(own, other), moves(other, own)];
    let difference = |squares: Squares| count(own & squares) - count(other & squares);
    let parity = if empty.count_ones() % 2 == 1 { 1 } else { -1 };
    [
        1,
        parity,
        count(own_moves) - count(other_moves),
        count(neighbours(other) & empty) - count(neighbours(own) & empty),
        difference(CORNERS),
        count(own_moves & corners) - count(other_moves & corners),
        difference(beside & X_SQUARES),
        difference(beside & !X_SQUARES),
        count(stable(own, other)) - count(stable(other, own)),
        difference(EDGES),
        difference(Squares::MAX),
    ]
}

const fn count(squares: Squares) -> i32 {
    squares.count_ones() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::reversi::Board;

    fn mirrored(squares: Squares) -> Squares {
        squares.swap_bytes().reverse_bits()
    }

    fn transposed(squares: Squares) -> Squares {
        (0..64)
            .filter(|square| squares >> (8 * (square % 8) + square / 8) & 1 == 1)
            .map(|square| 1 << square)
            .sum()
    }

    /// Boards of games in which moves are picked by a counter.
    fn boards() -> impl Iterator<Item = Board> {
        let game = |seed: usize| {
            let step = move |board: &Board| {
                let legal: Vec<_> = board.moves().collect();
                (!legal.is_empty())
                    .then(|| board.after(legal[(seed * 7 + board.discs() as usize * 5) % legal.len()]))
            };
            std::iter::successors(Some(Board::START), step)
        };
        (0..50).flat_map(game)
    }

    #[test]
    fn all_orientations_have_one_evaluation() {
        let mut values = Vec::new();
        for Board { own, other, .. } in boards() {
            let value = evaluate(own, other);
            values.push(value);
            for turn in [Squares::swap_bytes, Squares::reverse_bits, mirrored, transposed] {
                assert_eq!(evaluate(turn(own), turn(other)), value, "{own:x} {other:x}");
            }
        }
        values.sort_unstable();
        values.dedup();
        assert!(values.len() > 1_000, "only {} values", values.len());
    }

    #[test]
    fn corners_are_good_and_squares_beside_them_bad() {
        for [_, _, _, _, corner, corner_move, x_square, c_square, ..] in &WEIGHTS[2..12] {
            assert!(corner + corner_move > 200 && *x_square < 0 && *c_square < 100);
        }
    }
}
