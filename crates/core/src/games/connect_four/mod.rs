//! Connect four: four in a row on a board of seven columns and six rows that fill from the bottom.

mod board;
pub mod book;
mod eval;
mod notation;
mod reachability;
mod solution;
pub mod solver;
mod threats;

pub use board::{Board, Cell};
pub use solution::first_moves;

use crate::game::data_file::DataFile;
use crate::game::{
    Ending, Evaluator, ExpectationModel, LevelTable, Moves, Outcome, Rules, Searchable, Side, Solution,
    SolveLimits, Solver, SolverMemory, Tablebase,
};
use crate::types::{Key, Score};
use solver::SolverTables;
use std::sync::LazyLock;

const INTACT: &str = "the built-in data is intact";

/// The rules: X moves first, discs fall, four in a row win, a full board is a draw.
///
/// Positions are text: the columns played from the empty board, `4455`, or the rows from the top,
/// `......./......./......./......./...OO../...XX..`. Moves are columns, 1 to 7.
#[derive(Clone, Copy, Debug)]
pub struct ConnectFour;

impl Rules for ConnectFour {
    type Position = Board;
    /// The cell where the disc lands.
    type Move = Cell;

    const ID: &'static str = "connect-four";

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
            winner @ Some(_) => Some(Outcome { winner, ending: Ending::LINE }),
            None if board.free() == 0 => Some(Outcome { winner: None, ending: Ending::BOARD_FULL }),
            None => None,
        }
    }
}

impl Searchable for ConnectFour {
    const WINNER_MOVES_LAST: bool = true;
    const HISTORY_SIZE: usize = Cell::END;

    fn key(board: &Board) -> Key {
        Key::exact(board.code())
    }

    fn code(cell: Cell) -> u16 {
        cell.number().into()
    }
}

impl Evaluator for ConnectFour {
    type Knowledge = ();

    const DATA_FILES: &'static [&'static DataFile] = &[&book::BOOK_FILE, &book::LINES_FILE];

    fn evaluate(board: &Board, (): &()) -> Score {
        eval::evaluate(board)
    }

    fn is_noisy(board: &Board, cell: Cell) -> bool {
        eval::wins(board, cell)
    }

    fn expectation_model() -> &'static ExpectationModel {
        static MODEL: LazyLock<ExpectationModel> = LazyLock::new(|| {
            ExpectationModel::parse(include_str!("../../../data/connect-four.expectation")).expect(INTACT)
        });
        &MODEL
    }

    fn levels() -> &'static LevelTable {
        static LEVELS: LazyLock<LevelTable> = LazyLock::new(|| {
            LevelTable::parse(include_str!("../../../data/connect-four.levels")).expect(INTACT)
        });
        &LEVELS
    }

    fn piece_count(board: &Board) -> u32 {
        board.discs()
    }

    fn order_score(board: &Board, cell: Cell) -> i32 {
        eval::order_score(board, cell)
    }
}

impl Tablebase for ConnectFour {}

impl Solver for ConnectFour {
    const SCORES_ALL_MOVES: bool = true;

    fn allocate(memory: &SolverMemory) {
        memory.cache::<SolverTables>().shared();
    }

    fn solve(board: &Board, memory: &SolverMemory, limits: &SolveLimits<'_>) -> Option<Solution<Cell>> {
        solution::solve(board, memory, limits)
    }

    fn book_score(board: &Board, cell: Cell) -> Option<Score> {
        solution::book_score(board, cell)
    }

    fn solve_moves(
        board: &Board,
        cells: &[Cell],
        lines: usize,
        memory: &SolverMemory,
        limits: &SolveLimits<'_>,
    ) -> Vec<Solution<Cell>> {
        solution::solve_moves(board, cells, lines, memory, limits)
    }
}
