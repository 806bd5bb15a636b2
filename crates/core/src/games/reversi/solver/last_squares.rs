//! The last four empty squares, without move generation.
//!
//! The discs that the last one flips are counted by tables, a line at a time
//! (<https://www.chessprogramming.org/Kindergarten_Bitboards>). Values are exact margins for the side to move;
//! those of null-window searches are bounds on their side of the window (fail-soft).

use super::super::board::final_difference;
use super::super::flips::{Squares, flips, members, neighbours};
use super::parity::odd_first;

/// The number of discs on a line that the last disc flips, by its place and the discs of its side.
static FLIP_COUNTS: [[u8; 256]; 8] = {
    let mut counts = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            counts[place][own] = count_on_line(own, place as i32, 1) + count_on_line(own, place as i32, -1);
            own += 1;
        }
        place += 1;
    }
    counts
};

const fn count_on_line(own: usize, place: i32, step: i32) -> u8 {
    let (mut at, mut count) = (place + step, 0);
    while at >= 0 && at < 8 {
        if own >> at & 1 == 1 {
            return count;
        }
        count += 1;
        at += step;
    }
    0
}

const FIRST_FILE: Squares = 0x0101_0101_0101_0101;

/// For each square, its two diagonals.
static DIAGONALS: [[Squares; 2]; 64] = {
    let mut masks = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let (right, down) = (other % 8 - square % 8, other / 8 - square / 8);
            if right == down {
                masks[square as usize][0] |= 1 << other;
            }
            if right == -down {
                masks[square as usize][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    masks
};

/// For each square, those around it.
static AROUND: [Squares; 64] = {
    let mut masks = [0; 64];
    let mut square = 0;
    while square < 64 {
        masks[square] = neighbours(1 << square);
        square += 1;
    }
    masks
};

/// The discs that a disc of `own` on the last empty square flips.
#[inline]
fn last_flips(own: Squares, square: u8) -> i32 {
    const FILE_TO_BYTE: Squares = 0x0102_0408_1020_4080;
    let square = usize::from(square & 63);
    let (file, row) = (square % 8, square / 8);
    let [down, up] = DIAGONALS[square];
    let along_row = FLIP_COUNTS[file][(own >> (8 * row)) as usize & 0xff];
    let along_file = FLIP_COUNTS[row][((own >> file & FIRST_FILE).wrapping_mul(FILE_TO_BYTE) >> 56) as usize];
    let along_down = FLIP_COUNTS[file][((own & down).wrapping_mul(FIRST_FILE) >> 56) as usize];
    let along_up = FLIP_COUNTS[file][((own & up).wrapping_mul(FIRST_FILE) >> 56) as usize];
    i32::from(along_row) + i32::from(along_file) + i32::from(along_down) + i32::from(along_up)
}

/// The value with one empty square.
#[inline]
fn value_1(own: Squares, square: u8) -> i32 {
    let discs = own.count_ones() as i32;
    let flipped = last_flips(own, square);
    if flipped > 0 {
        return 2 * (discs + flipped) - 62;
    }
    let lost = last_flips(!(own | 1 << square), square);
    if lost > 0 {
        return 2 * (discs - lost) - 64;
    }
    // Nobody can move: the empty square is the winner's.
    2 * discs - if discs >= 32 { 62 } else { 64 }
}

/// Counts the positions searched.
pub(super) type Nodes = u64;

/// The value with two empty squares.
#[inline]
fn value_2(own: Squares, other: Squares, alpha: i32, [first, second]: [u8; 2], nodes: &mut Nodes) -> i32 {
    *nodes += 1;
    let best = best_of_2(own, other, alpha, [first, second], nodes);
    if best > NONE {
        return best;
    }
    let reply = best_of_2(other, own, -alpha - 1, [first, second], nodes);
    if reply > NONE { -reply } else { i32::from(final_difference(own, other)) }
}

/// Below every value: no move.
const NONE: i32 = -100;

#[inline]
fn best_of_2(own: Squares, other: Squares, alpha: i32, [first, second]: [u8; 2], nodes: &mut Nodes) -> i32 {
    let mut best = NONE;
    for (square, left) in [(first, second), (second, first)] {
        let flipped = flips_beside(own, other, square);
        if flipped != 0 {
            *nodes += 1;
            best = best.max(-value_1(other ^ flipped, left));
            if best > alpha {
                break;
            }
        }
    }
    best
}

#[inline]
fn flips_beside(own: Squares, other: Squares, square: u8) -> Squares {
    if AROUND[usize::from(square & 63)] & other == 0 { 0 } else { flips(own, other, square) }
}

/// The value with three or four empty squares: those in quadrants with an odd number of them first.
pub(super) fn value(own: Squares, other: Squares, alpha: i32, nodes: &mut Nodes) -> i32 {
    *nodes += 1;
    let best = best_move(own, other, alpha, nodes);
    if best > NONE {
        return best;
    }
    let reply = best_move(other, own, -alpha - 1, nodes);
    if reply > NONE { -reply } else { i32::from(final_difference(own, other)) }
}

#[inline]
fn best_move(own: Squares, other: Squares, alpha: i32, nodes: &mut Nodes) -> i32 {
    let mut best = NONE;
    let empty = !(own | other);
    let near = empty & neighbours(other);
    for square in odd_first(near, empty) {
        let flipped = flips(own, other, square);
        if flipped == 0 {
            continue;
        }
        let [next_own, next_other] = [other ^ flipped, own ^ flipped ^ 1 << square];
        let value = value_after(next_own, next_other, -alpha - 1, nodes);
        best = best.max(-value);
        if best > alpha {
            break;
        }
    }
    best
}

/// The value after a move into one of three or four empty squares, or with fewer.
#[inline]
fn value_after(own: Squares, other: Squares, alpha: i32, nodes: &mut Nodes) -> i32 {
    let empty = !(own | other);
    let first = empty.trailing_zeros() as u8;
    let rest = empty & empty.wrapping_sub(1);
    match rest & rest.wrapping_sub(1) {
        0 => value_2(own, other, alpha, [first, rest.trailing_zeros() as u8], nodes),
        _ => value(own, other, alpha, nodes),
    }
}

/// The value with at most four empty squares.
pub(super) fn few_squares_value(own: Squares, other: Squares, alpha: i32, nodes: &mut Nodes) -> i32 {
    let empty = !(own | other);
    let mut squares = members(empty);
    match (empty.count_ones(), squares.next(), squares.next()) {
        (1, Some(square), _) => {
            *nodes += 1;
            value_1(own, square)
        }
        (2, Some(first), Some(second)) => value_2(own, other, alpha, [first, second], nodes),
        (0, ..) => i32::from(final_difference(own, other)),
        _ => value(own, other, alpha, nodes),
    }
}
