//! Features of the evaluation: one entry of a table for each pattern and count, seen from the side to move. Patterns
//! that are mirror images of one another share an entry.

use super::super::Board;
use super::super::flips::{Squares, moves};
use super::patterns;
use super::shapes::{ALL_INSTANCES, INSTANCES, SHAPE_SQUARES, SHAPES, mirror};
use std::sync::LazyLock;

/// The numbers of moves told apart.
const MOVES: usize = 32;
/// The counts: whether the number of empty squares is odd, the moves of both sides.
const COUNTS: usize = 3;
/// The features of a position.
pub(super) const FEATURES: usize = INSTANCES + COUNTS;

/// The first index of the table of each shape.
const STARTS: [u32; SHAPES + 1] = {
    let (mut starts, mut shape) = ([0; SHAPES + 1], 0);
    while shape < SHAPES {
        starts[shape + 1] = starts[shape] + 3_u32.pow(SHAPE_SQUARES[shape].len() as u32);
        shape += 1;
    }
    starts
};
/// The first index of the tables of counts.
const COUNT_STARTS: [usize; COUNTS] = {
    let patterns = STARTS[SHAPES] as usize;
    [patterns, patterns + 2, patterns + 2 + MOVES]
};
/// Indices of all tables together.
pub(super) const INDICES: usize = COUNT_STARTS[COUNTS - 1] + MOVES;

/// The first index of the table of each instance.
const INSTANCE_STARTS: [u32; INSTANCES] = {
    let (mut starts, mut lane) = ([0; INSTANCES], 0);
    while lane < INSTANCES {
        starts[lane] = STARTS[ALL_INSTANCES[lane].shape];
        lane += 1;
    }
    starts
};

/// The indices of a position with a number of moves for each side.
#[inline]
pub(super) fn indices([own, other]: [Squares; 2], moves: [u32; 2]) -> [u32; FEATURES] {
    let numbers = patterns::numbers(own, other);
    let mut indices = [0; FEATURES];
    for lane in 0..INSTANCES {
        indices[lane] = INSTANCE_STARTS[lane] + u32::from(numbers[lane]);
    }
    let odd = (own | other).count_ones() as usize % 2;
    let counts = [odd, (moves[0] as usize).min(MOVES - 1), (moves[1] as usize).min(MOVES - 1)];
    for (count, (start, number)) in COUNT_STARTS.into_iter().zip(counts).enumerate() {
        indices[INSTANCES + count] = (start + number) as u32;
    }
    indices
}

/// The entry of each index.
struct Entries {
    by_index: Box<[u32]>,
    count: usize,
}

static ENTRIES: LazyLock<Entries> = LazyLock::new(|| {
    let (mut by_index, mut count) = (Vec::with_capacity(INDICES), 0);
    let mut new = || {
        count += 1;
        count - 1
    };
    for (shape, squares) in SHAPE_SQUARES.iter().enumerate() {
        let (start, places) = (by_index.len(), mirror(shape));
        for number in 0..3_u32.pow(squares.len() as u32) {
            let image = places.as_ref().map_or(number, |places| mirrored(number, places));
            by_index.push(if image < number { by_index[start + image as usize] } else { new() });
        }
    }
    by_index.resize_with(INDICES, new);
    Entries { by_index: by_index.into(), count: count as usize }
});

/// The number of a pattern read in another order.
fn mirrored(number: u32, places: &[usize]) -> u32 {
    places.iter().rev().fold(0, |sum, &place| 3 * sum + number / 3_u32.pow(place as u32) % 3)
}

/// The number of entries.
#[must_use]
pub fn size() -> usize {
    ENTRIES.count
}

/// The entry of each index.
pub(super) fn entries() -> &'static [u32] {
    &ENTRIES.by_index
}

/// Calls `see` with the entries of a position in which the side to move has a move.
pub fn each(board: &Board, mut see: impl FnMut(usize)) {
    let (own, other) = (board.own, board.other);
    let counts = [moves(own, other), moves(other, own)].map(Squares::count_ones);
    let by_index = entries();
    indices([own, other], counts).iter().for_each(|&index| see(by_index[index as usize] as usize));
}

#[cfg(test)]
mod tests {
    use super::super::shapes::turned;
    use super::*;
    use crate::game::Rules;
    use crate::games::Reversi;

    /// The board turned or mirrored.
    fn oriented(board: &Board, orientation: u8) -> Board {
        let squares = |set: Squares| {
            (0..64)
                .filter(|square| set >> square & 1 == 1)
                .map(|square| 1 << turned(square, orientation))
                .sum()
        };
        Board::new(squares(board.own), squares(board.other), board.to_move())
    }

    #[test]
    fn all_orientations_have_the_same_entries() {
        let sorted = |board: &Board| {
            let mut entries = Vec::new();
            each(board, |entry| entries.push(entry));
            entries.sort_unstable();
            entries
        };
        let mut board = Reversi::start();
        for step in 0..500_usize {
            let legal: Vec<_> = board.moves().collect();
            board = match legal.len() {
                0 => Reversi::start(),
                count => board.after(legal[step * 7 % count]),
            };
            let entries = sorted(&board);
            assert!(entries.iter().all(|&entry| entry < size()));
            for orientation in 1..8 {
                assert_eq!(sorted(&oriented(&board, orientation)), entries, "{board:?}");
            }
        }
    }
}
