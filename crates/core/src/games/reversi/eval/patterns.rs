//! Patterns: the contents of shapes as ternary numbers, 0 for an empty square, 1 for a disc of the side to move, 2
//! for one of the other side.
//!
//! A number is a sum over squares, and so over the rows of the board: the sums of all shapes at once are those of
//! sixteen rows of a table, eight by the discs of each side.

use super::super::flips::Squares;
use super::shapes::{ALL_INSTANCES, INSTANCES};
use std::sync::LazyLock;

/// Numbers in a word, of 16 bits each: the largest is below `3^10`.
const LANES: usize = 4;
const WORDS: usize = INSTANCES.div_ceil(LANES);

/// What the discs of one side on each row add to each number.
struct Rows([[[u64; WORDS]; 256]; 8]);

static ROWS: LazyLock<Box<Rows>> = LazyLock::new(|| {
    let mut rows = Box::new(Rows([[[0; WORDS]; 256]; 8]));
    for (at, instance) in ALL_INSTANCES.iter().enumerate() {
        let mut digit = 1 << (16 * (at % LANES));
        for &square in &instance.squares[..instance.len] {
            let row = &mut rows.0[usize::from(square / 8)];
            for (_, sums) in row.iter_mut().enumerate().filter(|(discs, _)| discs >> (square % 8) & 1 == 1) {
                sums[at / LANES] += digit;
            }
            digit = digit.wrapping_mul(3);
        }
    }
    rows
});

/// The number of each instance of a shape. Plain loops, as the compiler makes vectors of them.
#[inline]
pub(super) fn numbers(own: Squares, other: Squares) -> [u16; 4 * WORDS] {
    let rows = &ROWS.0;
    let (mut words, mut twos) = ([0_u64; WORDS], [0_u64; WORDS]);
    for ((row, own), other) in rows.iter().zip(own.to_le_bytes()).zip(other.to_le_bytes()) {
        let (ones, more_twos) = (&row[usize::from(own)], &row[usize::from(other)]);
        for at in 0..WORDS {
            words[at] += ones[at];
            twos[at] += more_twos[at];
        }
    }
    let mut numbers = [0; 4 * WORDS];
    for at in 0..WORDS {
        let word = words[at] + 2 * twos[at];
        numbers[4 * at] = word as u16;
        numbers[4 * at + 1] = (word >> 16) as u16;
        numbers[4 * at + 2] = (word >> 32) as u16;
        numbers[4 * at + 3] = (word >> 48) as u16;
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::super::shapes::SHAPE_SQUARES;
    use super::*;

    #[test]
    fn numbers_are_ternary() {
        let mut word = 1_u64;
        for _ in 0..1_000 {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let (own, other) = (word & word.rotate_left(23), !word & word.rotate_left(41));
            let slow = ALL_INSTANCES.map(|instance| {
                let digit = |square: &u8| (own >> square & 1) + 2 * (other >> square & 1);
                let squares = &instance.squares[..SHAPE_SQUARES[instance.shape].len()];
                squares.iter().rev().fold(0, |number, square| 3 * number + digit(square))
            });
            assert_eq!(numbers(own, other).map(u64::from)[..INSTANCES], slow);
        }
    }
}
