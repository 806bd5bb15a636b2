//! A numbering of all boards with the same number of discs, without storing any of them.
//!
//! A board and its mirror image are one. A number consists of the shape, which is the heights of
//! the seven columns ranked among all shapes, and of the mover's discs, ranked by the combinatorial
//! number system (Lehmer, 1964). Some numbers belong to no board: the game is over already, or the
//! board is unreachable.

use super::super::board::{Board, COLUMNS, Cells, ROWS, has_four, mirrored};
use super::super::reachability::is_reachable;

/// The boards with the same number of discs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// The discs of the side to move.
    mover: u32,
    /// The taken cells of each shape, ascending.
    shapes: Vec<Cells>,
    /// Boards of a shape.
    arrangements: usize,
}

impl Layer {
    /// The boards with `discs` discs, 42 at most.
    #[must_use]
    pub fn new(discs: u32) -> Self {
        let mut shapes = Vec::new();
        add_shapes(0, COLUMNS, discs, &mut shapes);
        shapes.retain(|&shape| shape <= mirrored(shape));
        shapes.sort_unstable();
        let mover = discs / 2;
        Self { mover, shapes, arrangements: choose(discs, mover) as usize }
    }

    /// One more than the largest number.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.shapes.len() * self.arrangements
    }

    /// Whether there is no board.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.shapes.is_empty()
    }

    /// The number of the board or its mirror image; `None` if it has another number of discs.
    #[must_use]
    pub fn number(&self, board: &Board) -> Option<usize> {
        let [mover, taken] = upright(board);
        let shape = self.shapes.binary_search(&taken).ok()?;
        let mut rank = 0;
        let mut rest = mover;
        for nth in 1..=self.mover {
            let below = (taken & (rest & rest.wrapping_neg()).wrapping_sub(1)).count_ones();
            rank += choose(below, nth);
            rest &= rest.wrapping_sub(1);
        }
        Some(shape * self.arrangements + rank as usize)
    }

    /// Whether the board's number is that of its mirror image.
    pub(super) fn is_mirrored(&self, board: &Board) -> bool {
        upright(board) != [board.mover(), board.mover() | board.opponent()]
    }

    /// The board with that number, if it is reachable, not over, and not the mirror image of one
    /// with a number of its own.
    ///
    /// # Panics
    ///
    /// If there is no such number.
    #[must_use]
    pub fn board(&self, number: usize) -> Option<Board> {
        let taken = self.shapes[number / self.arrangements];
        let mut rank = (number % self.arrangements) as u64;
        let mut cells: Vec<Cells> = (0..49).map(|bit| 1 << bit).filter(|cell| taken & cell != 0).collect();
        let mut mover = 0;
        for nth in (1..=self.mover).rev() {
            let below = (0..cells.len() as u32).rev().find(|&below| choose(below, nth) <= rank)?;
            rank -= choose(below, nth);
            mover |= cells[below as usize];
            cells.truncate(below as usize);
        }
        let board = Board::of_mover(mover, taken);
        let goes_on = !has_four(mover) && !has_four(board.opponent());
        (goes_on && self.number(&board) == Some(number) && is_reachable(board)).then_some(board)
    }
}

/// The discs of the mover and of both, of the board or its mirror image: the one with the lower
/// shape, and of equal shapes the board as it is.
fn upright(board: &Board) -> [Cells; 2] {
    let (mover, taken) = (board.mover(), board.mover() | board.opponent());
    let (other_mover, other_taken) = (mirrored(mover), mirrored(taken));
    if (other_taken, other_mover) < (taken, mover) { [other_mover, other_taken] } else { [mover, taken] }
}

/// Adds all shapes of `discs` discs in the `columns` rightmost columns.
fn add_shapes(left: Cells, columns: u8, discs: u32, shapes: &mut Vec<Cells>) {
    if columns == 0 {
        if discs == 0 {
            shapes.push(left);
        }
        return;
    }
    for height in 0..=discs.min(ROWS.into()) {
        add_shapes(left << 7 | ((1 << height) - 1), columns - 1, discs - height, shapes);
    }
}

/// The binomial coefficient of `many` over `few`.
fn choose(many: u32, few: u32) -> u64 {
    (0..u64::from(few)).fold(1, |ways, nth| ways * (u64::from(many).saturating_sub(nth)) / (nth + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_and_numbers_convert_both_ways() {
        // Counts of boards up to mirror images with no four in a row, by number of discs.
        for (discs, boards) in [1, 4, 25, 121, 568, 2144, 8231, 27_109, 91_295].into_iter().enumerate() {
            let layer = Layer::new(discs as u32);
            let mut found = 0;
            for number in 0..layer.len() {
                if let Some(board) = layer.board(number) {
                    let mirror =
                        Board::of_mover(mirrored(board.mover()), mirrored(board.mover() | board.opponent()));
                    assert_eq!(layer.number(&mirror), layer.number(&board));
                    assert_eq!(layer.number(&board), Some(number));
                    assert!(!layer.is_mirrored(&board) && layer.is_mirrored(&mirror) == (mirror != board));
                    found += 1;
                }
            }
            assert_eq!(found, boards, "with {discs} discs");
        }
    }
}
