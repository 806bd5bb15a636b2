//! Parity: the side that moves last in a region of empty squares tends to gain, so squares in quadrants with an odd
//! number of empty squares come first.

use super::super::flips::{Squares, members};

const QUADRANTS: [Squares; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// The quadrants with an odd number of empty squares.
#[inline]
pub(super) const fn odd_quadrants(empty: Squares) -> Squares {
    let mut odd = 0;
    let mut at = 0;
    while at < 4 {
        let is_odd = (empty & QUADRANTS[at]).count_ones() as Squares & 1;
        odd |= is_odd.wrapping_neg() & QUADRANTS[at];
        at += 1;
    }
    odd
}

/// Some squares, those in odd quadrants first.
#[inline]
pub(super) fn odd_first(squares: Squares, empty: Squares) -> impl Iterator<Item = u8> {
    let odd = odd_quadrants(empty);
    members(squares & odd).chain(members(squares & !odd))
}
