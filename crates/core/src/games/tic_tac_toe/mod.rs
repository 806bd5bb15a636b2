//! Tic-tac-toe: three in a row on a board of nine cells.
//!
//! The whole game is 5,478 positions; a full-width search proves each in well under a
//! millisecond, so no evaluation is needed beyond "level".

mod board;
mod notation;

pub use board::Board;

use crate::game::{
    Ending, Evaluator, LevelTable, Moves, Outcome, Rules, Searchable, Side, Solver, Tablebase,
};
use crate::types::Key;
use std::sync::LazyLock;

/// The rules: X moves first, three in a row wins, a full board is a draw.
///
/// Positions are text: the nine cells row by row from the top left, `X`, `O` or `.` each. Moves are cells,
/// 1 to 9.
#[derive(Clone, Copy, Debug)]
pub struct TicTacToe;

impl Rules for TicTacToe {
    type Position = Board;
    /// A cell, 0 to 8, row by row from the top left.
    type Move = u8;

    const ID: &'static str = "tic-tac-toe";

    fn start() -> Board {
        Board::default()
    }

    fn to_move(board: &Board) -> Side {
        board.to_move()
    }

    fn moves(board: &Board, moves: &mut Moves<u8>) {
        if board.won().is_none() {
            moves.extend((0..9).filter(|&cell| board.is_free(cell)));
        }
    }

    fn play(board: &Board, cell: u8) -> Board {
        board.with(cell)
    }

    fn outcome(board: &Board) -> Option<Outcome> {
        match board.won() {
            winner @ Some(_) => Some(Outcome { winner, ending: Ending::LINE }),
            None if board.is_full() => Some(Outcome { winner: None, ending: Ending::BOARD_FULL }),
            None => None,
        }
    }
}

impl Searchable for TicTacToe {
    const WINNER_MOVES_LAST: bool = true;
    const HISTORY_SIZE: usize = 9;

    fn key(board: &Board) -> Key {
        Key::exact(board.code())
    }

    fn code(cell: u8) -> u16 {
        u16::from(cell)
    }
}

impl Evaluator for TicTacToe {
    type Knowledge = ();

    fn levels() -> &'static LevelTable {
        static LEVELS: LazyLock<LevelTable> = LazyLock::new(|| {
            LevelTable::parse(include_str!("../../../data/tic-tac-toe.levels"))
                .expect("the built-in data is intact")
        });
        &LEVELS
    }

    /// Lines through a cell: 3 at a corner, 4 in the centre, 2 on an edge.
    fn order_score(_: &Board, cell: u8) -> i32 {
        match cell {
            4 => 4,
            0 | 2 | 6 | 8 => 3,
            _ => 2,
        }
    }
}

impl Tablebase for TicTacToe {}

impl Solver for TicTacToe {}
