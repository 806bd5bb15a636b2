//! Connect four: four in a row on a board of seven columns and six rows that fill from the bottom.

mod board;
pub mod book;
mod eval;
mod history;
mod notation;
mod solution;
pub mod solver;
mod threats;

pub use board::{Board, Cell};
pub use solution::first_moves;

use crate::game::{Ending, Game, Memory, Moves, Outcome, Patience, Side, Solution};
use crate::types::{Key, Score};

/// The rules: X moves first, discs fall, four in a row win, a full board is a draw.
#[derive(Clone, Copy, Debug)]
pub struct ConnectFour;

impl Game for ConnectFour {
    type Position = Board;
    /// The cell where the disc lands.
    type Move = Cell;
    type Knowledge = ();

    const ID: &'static str = "connect-four";
    const WINNER_MOVES_LAST: bool = true;
    const LANES: usize = Cell::END;

    fn start() -> Board {
        Board::default()
    }

    fn to_move(board: &Board) -> Side {
        board.to_move()
    }

    fn moves(board: &Board, moves: &mut Moves<Cell>) {
        if board.won().is_none() {
            moves.extend(board::members(board.playable()));
        }
    }

    fn play(board: &Board, cell: Cell) -> Board {
        board.with(cell)
    }

    fn outcome(board: &Board) -> Option<Outcome> {
        match board.won() {
            winner @ Some(_) => Some(Outcome { winner, ending: Ending::Line }),
            None if board.free() == 0 => Some(Outcome { winner: None, ending: Ending::BoardFull }),
            None => None,
        }
    }

    fn key(board: &Board) -> Key {
        Key::exact(board.code())
    }

    fn code(cell: Cell) -> u16 {
        cell.number().into()
    }

    fn evaluate(board: &Board, (): &()) -> Score {
        eval::evaluate(board)
    }

    fn is_noisy(board: &Board, cell: Cell) -> bool {
        eval::wins(board, cell)
    }

    fn solve(board: &Board, memory: &Memory, patience: &Patience<'_>) -> Option<Solution<Cell>> {
        solution::solve(board, memory, patience)
    }

    fn book_score(board: &Board, cell: Cell) -> Option<Score> {
        solution::book_score(board, cell)
    }

    fn solve_moves(
        board: &Board,
        cells: &[Cell],
        lines: usize,
        memory: &Memory,
        patience: &Patience<'_>,
    ) -> Vec<Solution<Cell>> {
        solution::solve_moves(board, cells, lines, memory, patience)
    }

    fn promise(board: &Board, cell: Cell) -> i32 {
        eval::promise(board, cell)
    }
}
