//! Whether a board can occur in a game.
//!
//! Discs taken off the tops of the columns leave a smaller board, given by its seven heights. It is
//! reachable if the board without one of its top discs is, and that disc belongs to the side whose
//! turn it was. There are at most 7^7 smaller boards; dynamic programming decides all of them, the
//! empty one first, 49 at a time: one word holds all heights of two columns.

use super::board::{Board, Cell};
use crate::game::Side;

/// A set of heights of the first two columns: bit `first + 8 * second` for each pair.
type Pairs = u64;

/// The pairs of an odd number of discs.
const ODD: Pairs = 0x2a_552a_552a_552a;
/// The pairs with one disc in the first column, and how far one more moves their bits.
const FIRST: (Pairs, u8) = (0x02_0202_0202_0202, 1);
/// The same of the second column.
const SECOND: (Pairs, u8) = (0x7f00, 8);
/// The columns whose heights choose the word.
const OTHERS: [u8; 5] = [2, 3, 4, 5, 6];

/// Whether some order of play leads to the board, on which only the last move can have won.
pub(super) fn is_reachable(board: Board) -> bool {
    let smaller = Smaller::than(board);
    board == Board::default() || board.before().any(|earlier| smaller.can_be_built(earlier))
}

/// The boards that a board leaves when discs are taken off.
struct Smaller {
    /// The stride of each of the other columns in `built`.
    strides: [usize; OTHERS.len()],
    /// By the heights of the other columns, the reachable pairs of heights of the first two.
    built: Vec<Pairs>,
}

impl Smaller {
    fn than(board: Board) -> Self {
        let discs_of_x = board.of(Side::First);
        let [first, second] = [tops(board, 0, FIRST), tops(board, 1, SECOND)];
        let full = OTHERS.map(|column| board.height(column));
        let mut size = 1;
        let strides = full.map(|height| {
            let stride = size;
            size *= usize::from(height) + 1;
            stride
        });
        let mut built = vec![0; size];
        let mut heights = [0; OTHERS.len()];
        for index in 0..size {
            // X moves first: where the number of discs is odd, the last was X's.
            let last_is_x = if heights.iter().sum::<u8>().is_multiple_of(2) { ODD } else { !ODD };
            let mut pairs = Pairs::from(index == 0);
            for ((column, height), stride) in OTHERS.into_iter().zip(heights).zip(strides) {
                if height > 0 {
                    let is_x = discs_of_x & Cell::at(column, height - 1).bit() != 0;
                    pairs |= built[index - stride] & if is_x { last_is_x } else { !last_is_x };
                }
            }
            let in_turn = |[x, o]: [Pairs; 2]| x & last_is_x | o & !last_is_x;
            built[index] = filled(pairs, in_turn(first), in_turn(second));
            advance(&mut heights, full);
        }
        Self { strides, built }
    }

    fn can_be_built(&self, board: Board) -> bool {
        let others = OTHERS.iter().zip(self.strides);
        let index: usize = others.map(|(&column, stride)| usize::from(board.height(column)) * stride).sum();
        self.built[index] >> (board.height(0) + 8 * board.height(1)) & 1 != 0
    }
}

/// The pairs whose top disc in a column is X's, and those where it is O's.
fn tops(board: Board, column: u8, (lowest, step): (Pairs, u8)) -> [Pairs; 2] {
    [Side::First, Side::Second].map(|side| {
        let rows = (0..board.height(column)).filter(|&row| board.of(side) & Cell::at(column, row).bit() != 0);
        rows.fold(0, |pairs, row| pairs | lowest << (step * row))
    })
}

/// The pairs with those reachable from them by discs in the first two columns, in turn.
fn filled(mut pairs: Pairs, first: Pairs, second: Pairs) -> Pairs {
    loop {
        let more = pairs | pairs << FIRST.1 & first | pairs << SECOND.1 & second;
        if more == pairs {
            return pairs;
        }
        pairs = more;
    }
}

/// The next heights, the first column's running fastest; after `full`, none.
fn advance(heights: &mut [u8], full: [u8; OTHERS.len()]) {
    for (height, full) in heights.iter_mut().zip(full) {
        if *height < full {
            *height += 1;
            return;
        }
        *height = 0;
    }
}
