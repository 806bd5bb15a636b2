//! The board as two bitboards.
//!
//! Seven columns of seven bits each, the seventh always empty: it keeps shifts along a line from
//! running into the next column, and makes an addition carry to the top of a column.
//!
//! ```text
//!   6 13 20 27 34 41 48   always empty
//!   5 12 19 26 33 40 47   row 6
//!   4 11 18 25 32 39 46
//!   3 10 17 24 31 38 45
//!   2  9 16 23 30 37 44
//!   1  8 15 22 29 36 43
//!   0  7 14 21 28 35 42   row 1
//! ```
//!
//! Source: Pascal Pons, Solving Connect 4: how to build a perfect AI, parts 6 and 9
//! (blog.gamesolver.org), after John Tromp's Fhourstones.

use crate::game::Side;

/// A set of cells, a bit each.
pub(super) type Cells = u64;

pub(super) const COLUMNS: u8 = 7;
pub(super) const ROWS: u8 = 6;

const BOTTOM: Cells = 1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28 | 1 << 35 | 1 << 42;
/// Every cell of the board.
pub(super) const ALL: Cells = BOTTOM * 0b11_1111;
/// Rows 1, 3 and 5.
pub(super) const ODD_ROWS: Cells = BOTTOM * 0b01_0101;
/// Rows 2, 4 and 6.
pub(super) const EVEN_ROWS: Cells = BOTTOM * 0b10_1010;
/// The middle column.
pub(super) const CENTRE: Cells = 0b11_1111 << 21;

/// The bits from a cell to the next one up, right, right and down, right and up.
pub(super) const STEPS: [u32; 4] = [1, 7, 6, 8];

/// A cell of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell(u8);

impl Cell {
    /// One more than the largest number of a cell.
    pub(super) const END: usize = 48;

    /// The cell in a column and a row, both counted from 0 at the bottom left.
    pub(super) const fn at(column: u8, row: u8) -> Self {
        Self(column * 7 + row)
    }

    /// The column, 0 at the left to 6.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 / 7
    }

    /// The row, 0 at the bottom to 5.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 % 7
    }

    /// The number of the cell's bit.
    pub(super) const fn number(self) -> u8 {
        self.0
    }

    /// The set of this cell alone.
    pub(super) const fn bit(self) -> Cells {
        1 << self.0
    }
}

/// The members of a set, column by column from the left, upwards in each.
pub(super) fn members(mut cells: Cells) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        let first = (cells != 0).then(|| Cell(cells.trailing_zeros() as u8));
        cells &= cells.wrapping_sub(1);
        first
    })
}

/// The discs of both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// The discs of the side to move.
    mover: Cells,
    /// The discs of both.
    taken: Cells,
    /// Whether the second side by the rules has made the first move.
    second_began: bool,
}

impl Board {
    /// The board with the discs of the side that began and of the other, unchecked.
    pub(super) fn new(beginner: Cells, other: Cells) -> Self {
        let taken = beginner | other;
        Self::of_mover(if is_even(taken) { beginner } else { other }, taken)
    }

    /// The board where the side to move has `mover` of the `taken` cells, unchecked.
    pub(super) fn of_mover(mover: Cells, taken: Cells) -> Self {
        Self { mover, taken, second_began: false }
    }

    /// The same discs, where that side began.
    pub(super) fn begun_by(self, beginner: Side) -> Self {
        Self { second_began: beginner == Side::Second, ..self }
    }

    /// The side that made the first move.
    pub(super) fn beginner(self) -> Side {
        if self.second_began { Side::Second } else { Side::First }
    }

    pub(super) fn to_move(self) -> Side {
        if is_even(self.taken) { self.beginner() } else { !self.beginner() }
    }

    /// The discs of the side to move.
    pub(super) fn mover(self) -> Cells {
        self.mover
    }

    /// The discs of the side that moved last.
    pub(super) fn opponent(self) -> Cells {
        self.mover ^ self.taken
    }

    /// The discs of one side.
    pub(super) fn of(self, side: Side) -> Cells {
        if side == self.to_move() { self.mover } else { self.opponent() }
    }

    pub(super) fn free(self) -> Cells {
        ALL ^ self.taken
    }

    /// The number of discs.
    pub(super) fn discs(self) -> u32 {
        self.taken.count_ones()
    }

    /// The number of discs in `column`.
    pub(super) fn height(self, column: u8) -> u8 {
        (self.taken >> (7 * column) & 0b11_1111).count_ones() as u8
    }

    /// The cells a disc can land on: the lowest free one of each column.
    pub(super) fn playable(self) -> Cells {
        playable(self.taken)
    }

    /// The cell a disc lands on in `column`, if there is room.
    pub(super) fn landing(self, column: u8) -> Option<Cell> {
        members(self.playable()).find(|cell| cell.column() == column)
    }

    /// The board after the side to move has taken a playable cell.
    pub(super) fn with(self, cell: Cell) -> Self {
        Self { mover: self.opponent(), taken: self.taken | cell.bit(), ..self }
    }

    /// The boards from which the last move can have led here: without a disc of the side that made
    /// it, on top of its column, and not won already.
    pub(super) fn before(self) -> impl Iterator<Item = Self> {
        let discs = self.opponent();
        members(discs & !(self.taken >> 1))
            .map(move |cell| Self { mover: discs ^ cell.bit(), taken: self.taken ^ cell.bit(), ..self })
            .filter(|earlier| !has_four(earlier.mover))
    }

    /// The side that has four in a row. Only the last move can have made it.
    pub(super) fn won(self) -> Option<Side> {
        has_four(self.opponent()).then(|| !self.to_move())
    }

    /// The free cells, playable or not, that would give four in a row to the side with `discs`.
    pub(super) fn winning_cells(self, discs: Cells) -> Cells {
        winning_cells_of(discs) & self.free()
    }

    /// A code below 2^49 that no other board has: in each column, the discs of the side to move
    /// under a bit that marks the height.
    pub(super) fn code(self) -> u64 {
        code(self.mover, self.taken)
    }
}

fn is_even(cells: Cells) -> bool {
    cells.count_ones().is_multiple_of(2)
}

/// The lowest free cell of each column.
pub(super) fn playable(taken: Cells) -> Cells {
    (taken + BOTTOM) & ALL
}

/// The mirror image of a set of cells.
pub(super) fn mirrored(cells: Cells) -> Cells {
    const COLUMN: Cells = 0b111_1111;
    let swapped = |left: u32| {
        let right = 42 - left;
        (cells >> left & COLUMN) << right | (cells >> right & COLUMN) << left
    };
    swapped(0) | swapped(7) | swapped(14) | cells & COLUMN << 21
}

/// See [`Board::code`].
pub(super) fn code(mover: Cells, taken: Cells) -> u64 {
    mover + taken + BOTTOM
}

/// The number of cells in a set.
pub(super) const fn count(cells: Cells) -> i32 {
    cells.count_ones() as i32
}

pub(super) fn has_four(discs: Cells) -> bool {
    STEPS.into_iter().any(|step| first_of_fours(discs, step) != 0)
}

/// The cells that are part of four in a row.
pub(super) fn fours(discs: Cells) -> Cells {
    let along = |step| {
        let first = first_of_fours(discs, step);
        let pairs = first | first << step;
        pairs | pairs << (2 * step)
    };
    STEPS.into_iter().fold(0, |cells, step| cells | along(step))
}

/// The cells from which four discs in a row start in one direction.
pub(super) fn first_of_fours(discs: Cells, step: u32) -> Cells {
    let pairs = discs & discs >> step;
    pairs & pairs >> (2 * step)
}

/// The cells, free or not, that make four in a row together with three of `discs`.
///
/// Source: Pascal Pons, Solving Connect 4, part 9 (blog.gamesolver.org).
pub(super) fn winning_cells_of(discs: Cells) -> Cells {
    let along = |step: u32| {
        let right = discs << step & discs << (2 * step);
        let left = discs >> step & discs >> (2 * step);
        right & (discs << (3 * step) | discs >> step) | left & (discs << step | discs >> (3 * step))
    };
    let stacked = discs << 1 & discs << 2 & discs << 3;
    (stacked | along(6) | along(7) | along(8)) & ALL
}
