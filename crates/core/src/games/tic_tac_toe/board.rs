//! The board as two sets of cells.

use crate::game::Side;

/// A set of cells: bit `n` is cell `n`, row by row from the top left.
type Cells = u16;

const ALL: Cells = 0o777;

/// Rows, columns, diagonals.
const LINES: [Cells; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// Who holds which cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Board {
    first: Cells,
    second: Cells,
    /// Whether the second side by the rules has made the first move.
    second_began: bool,
}

impl Board {
    /// The board on which the sides hold these cells. Nothing is checked.
    pub(super) fn new(first: Cells, second: Cells, beginner: Side) -> Self {
        Self { first, second, second_began: beginner == Side::Second }
    }

    /// The side that made the first move.
    pub(super) fn beginner(self) -> Side {
        if self.second_began { Side::Second } else { Side::First }
    }

    /// The cells of one side.
    pub(super) fn of(self, side: Side) -> Cells {
        match side {
            Side::First => self.first,
            Side::Second => self.second,
        }
    }

    pub(super) fn to_move(self) -> Side {
        let is_even = self.first.count_ones() == self.second.count_ones();
        if is_even { self.beginner() } else { !self.beginner() }
    }

    pub(super) fn is_free(self, cell: u8) -> bool {
        (self.first | self.second) >> cell & 1 == 0
    }

    pub(super) fn is_full(self) -> bool {
        self.first | self.second == ALL
    }

    /// The side to move takes a free cell.
    pub(super) fn with(self, cell: u8) -> Self {
        let taken = 1 << cell;
        match self.to_move() {
            Side::First => Self { first: self.first | taken, ..self },
            Side::Second => Self { second: self.second | taken, ..self },
        }
    }

    /// A line that `side` holds.
    pub(super) fn line(self, side: Side) -> Option<Cells> {
        LINES.into_iter().find(|line| self.of(side) & line == *line)
    }

    /// The side that holds a line.
    pub(super) fn won(self) -> Option<Side> {
        [Side::First, Side::Second].into_iter().find(|&side| self.line(side).is_some())
    }

    /// A number below 2^18: the cells of the side that began and those of the other.
    pub(super) fn code(self) -> u64 {
        let [beginner, other] = [self.beginner(), !self.beginner()].map(|side| u64::from(self.of(side)));
        beginner << 9 | other
    }
}
