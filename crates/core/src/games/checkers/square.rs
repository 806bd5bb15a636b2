//! Squares, bitboards of squares, and the four directions.
//!
//! Squares are numbered from 1 as in print, Black's side on top, four in a row. In a bitboard, each
//! pair of rows is followed by one unused bit (in parentheses):
//!
//! ```text
//!        squares                       bits
//!      1   2   3   4             0   1   2   3
//!    5   6   7   8             4   5   6   7      (8)
//!      9  10  11  12             9  10  11  12
//!   13  14  15  16            13  14  15  16     (17)
//!     17  18  19  20            18  19  20  21
//!   21  22  23  24            22  23  24  25     (26)
//!     25  26  27  28            27  28  29  30
//!   29  30  31  32            31  32  33  34
//! ```
//!
//! So a step adds 4, 5, -4 or -5 on every row, and a step over the edge ends on an unused bit:
//! moving a whole set of pieces takes one rotation and one mask.

use crate::game::Side;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A step to a diagonal neighbour, as a rotation of the bitboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    UpLeft = 59,
    UpRight = 60,
    DownLeft = 4,
    DownRight = 5,
}

impl Direction {
    /// Ordered by the number of the square they lead to.
    pub(super) const ALL: [Self; 4] = [Self::UpLeft, Self::UpRight, Self::DownLeft, Self::DownRight];

    /// The forward directions of `side`.
    pub(super) const fn forward(side: Side) -> &'static [Self] {
        match side {
            Side::First => &[Self::DownLeft, Self::DownRight],
            Side::Second => &[Self::UpLeft, Self::UpRight],
        }
    }

    /// Whether the direction is forward for `side`.
    pub(super) const fn is_forward(self, side: Side) -> bool {
        matches!((self, side), (Self::DownLeft | Self::DownRight, Side::First))
            || matches!((self, side), (Self::UpLeft | Self::UpRight, Side::Second))
    }
}

/// A square of the board, by its bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Square(u8);

impl Square {
    /// Square `number`, 1 to 32.
    pub(super) const fn new(number: u8) -> Option<Self> {
        match number {
            1..=32 => Some(Self(number - 1 + (number - 1) / 8)),
            _ => None,
        }
    }

    /// Its number, 1 to 32.
    pub(super) const fn number(self) -> u8 {
        self.0 - self.0 / 9 + 1
    }

    /// The square from which a step in `direction` leads here.
    pub(super) const fn before(self, direction: Direction) -> Self {
        Self(self.0.wrapping_sub(direction as u8) % 64)
    }

    /// The square in the middle of a jump.
    pub(super) const fn between(self, other: Self) -> Self {
        Self((self.0 + other.0) / 2)
    }
}

/// A set of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Squares(u64);

impl Squares {
    /// No square.
    pub(super) const EMPTY: Self = Self(0);
    /// Every square.
    pub(super) const ALL: Self = Self(0x7_FBFD_FEFF);

    /// The one square.
    pub(super) const fn only(square: Square) -> Self {
        Self(1 << square.0)
    }

    /// The squares with these numbers; invalid ones are ignored.
    pub(super) const fn numbered(numbers: &[u8]) -> Self {
        match numbers {
            [] => Self::EMPTY,
            [number, rest @ ..] => match Square::new(*number) {
                Some(square) => Self(1 << square.0 | Self::numbered(rest).0),
                None => Self::numbered(rest),
            },
        }
    }

    /// The squares of these rows, 0 to 7 from the top.
    pub(super) const fn rows(rows: &[u8]) -> Self {
        match rows {
            [] => Self::EMPTY,
            [row, rest @ ..] => {
                let first = 4 * *row + 1;
                let row = Self::numbered(&[first, first + 1, first + 2, first + 3]);
                Self(row.0 | Self::rows(rest).0)
            }
        }
    }

    /// The squares from one number to another, both included.
    pub(super) const fn range(first: Square, last: Square) -> Self {
        Self(((2 << last.0) - (1 << first.0)) & Self::ALL.0)
    }

    /// The squares with lower numbers than this one.
    pub(super) const fn below(square: Square) -> Self {
        Self(((1 << square.0) - 1) & Self::ALL.0)
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub(super) const fn has(self, square: Square) -> bool {
        self.0 >> square.0 & 1 == 1
    }

    /// The squares one step away in a direction; steps over the edge are lost.
    pub(super) const fn step(self, direction: Direction) -> Self {
        Self(self.0.rotate_left(direction as u32) & Self::ALL.0)
    }

    /// The squares from which one step leads here: the inverse of [`Squares::step`].
    pub(super) const fn before(self, direction: Direction) -> Self {
        Self(self.0.rotate_right(direction as u32) & Self::ALL.0)
    }

    /// The set on the board rotated by 180 degrees: square `n` becomes `33 - n`.
    pub(super) const fn turned(self) -> Self {
        Self(self.0.reverse_bits() >> 29)
    }

    /// The square with the lowest number.
    pub(super) const fn first(self) -> Option<Square> {
        if self.is_empty() { None } else { Some(Square(self.0.trailing_zeros() as u8)) }
    }

    /// The set without the bits between rows: bit `n - 1` for square `n`.
    pub(super) const fn packed(self) -> u32 {
        let bits = self.0;
        let [a, b, c, d] = [bits as u8, (bits >> 9) as u8, (bits >> 18) as u8, (bits >> 27) as u8];
        u32::from_le_bytes([a, b, c, d])
    }

    /// The inverse of [`Squares::packed`].
    pub(super) const fn unpacked(bits: u32) -> Self {
        let [a, b, c, d] = bits.to_le_bytes();
        Self(a as u64 | (b as u64) << 9 | (c as u64) << 18 | (d as u64) << 27)
    }

    /// One bit a square, 35 in all.
    pub(super) const fn bits(self) -> u64 {
        self.0
    }
}

impl BitAnd for Squares {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitAndAssign for Squares {
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOr for Squares {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Squares {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl Not for Squares {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

/// The squares in ascending order.
impl Iterator for Squares {
    type Item = Square;
    fn next(&mut self) -> Option<Square> {
        let square = self.first();
        self.0 &= self.0.wrapping_sub(1);
        square
    }
}
