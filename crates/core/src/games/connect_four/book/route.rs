//! The way through the book to a board with a stored continuation.

use super::super::board::{Board, Cell, members};
use super::super::solver::{decided, value_of_win};
use super::{Book, Continuations, continuations::DISCS};
use crate::types::short_sort_by_key;

/// Boards to visit at most.
const LOOKS: u32 = 1_500;

/// Best play from a board of that value by the book and its [`Continuations`] alone; `None` if
/// there is none.
#[must_use]
pub fn route(board: &Board, value: i32) -> Option<Vec<Cell>> {
    let mut walk = Walk { looks: 0, line: Vec::new() };
    (board.discs() <= DISCS && walk.arrives(board, value)).then_some(walk.line)
}

/// A depth-first search through best moves.
struct Walk {
    looks: u32,
    line: Vec<Cell>,
}

impl Walk {
    fn arrives(&mut self, board: &Board, value: i32) -> bool {
        if board.discs() == DISCS {
            let known = Continuations::standard().moves(board);
            let is_known = known.is_some() || decided(board).is_some();
            self.line.extend(known.into_iter().flatten());
            return is_known;
        }
        let mut cells: Vec<Cell> = members(board.playable()).collect();
        short_sort_by_key(&mut cells, |cell| cell.column().abs_diff(3));
        for cell in cells {
            self.looks += 1;
            if self.looks > LOOKS {
                return false;
            }
            let next = board.with(cell);
            self.line.push(cell);
            let is_best = match next.won() {
                Some(_) => value == value_of_win(next.discs()),
                None => Book::standard().value(&next) == Some(-value),
            };
            if is_best && (next.won().is_some() || self.arrives(&next, -value)) {
                return true;
            }
            self.line.pop();
        }
        false
    }
}
