//! Reversi (Othello) on 8 by 8 squares.
//!
//! Rules: World Othello Federation. Published counts of the game tree:
//! <https://www.aartbik.com/MISC/reversi.html>.

mod board;
mod book;
pub mod eval;
mod flips;
mod ggf;
mod knowledge;
mod lines;
mod moves;
mod notation;
mod ordering;
mod pgn;
mod properties;
mod result;
mod sgf;
pub mod solver;
mod stability;
mod transcript;
pub mod wthor;

pub use board::Board;
pub use knowledge::Knowledge;
pub use moves::Move;

use crate::game::data_file::DataFile;
use crate::game::{
    Ending, Evaluator, ExpectationModel, LevelTable, Moves, OpeningBook, Outcome, Rules, Searchable, Side,
    Solution, SolveLimits, Solver, SolverMemory, Symmetry, Tablebase,
};
use crate::types::{Key, Score};
use solver::SolverTables;
use std::sync::LazyLock;
use std::time::Duration;

/// A disc in the unit of evaluations and margins.
pub const DISC_UNITS: i16 = 100;

/// The rules: black moves first, every move flips at least one disc, and all lines between the new disc and
/// another of its side flip at once. A side that can't move must pass; the pass is its one legal move. The game
/// is over when neither side can move. More discs win, and the empty squares count for the winner, so margins
/// are even, from -64 to 64.
///
/// Positions are 64 characters `X` (black), `O` (white) or `-`, from a1 to h8 row by row, and the side to
/// move: `---------------------------OX------XO--------------------------- X`. Moves are squares, `d3`, or
/// `pass`.
#[derive(Clone, Copy, Debug)]
pub struct Reversi;

/// Neither side can move, on a board that is not full.
const NO_MOVES: Ending = Ending { id: "no_moves", label: "no moves for either side" };

impl Rules for Reversi {
    type Position = Board;
    type Move = Move;

    const ID: &'static str = "reversi";

    fn start() -> Board {
        Board::START
    }

    fn to_move(board: &Board) -> Side {
        board.to_move()
    }

    fn moves(board: &Board, moves: &mut Moves<Move>) {
        moves.extend(board.moves());
    }

    fn play(board: &Board, played: Move) -> Board {
        board.after(played)
    }

    fn outcome(board: &Board) -> Option<Outcome> {
        let winner = match board.final_difference() {
            0 => None,
            1.. => Some(board.to_move()),
            _ => Some(!board.to_move()),
        };
        let ending = if board.empty() == 0 { Ending::BOARD_FULL } else { NO_MOVES };
        board.is_over().then_some(Outcome { winner, ending })
    }
}

impl Searchable for Reversi {
    const SCORED_BY_MARGIN: bool = true;
    const HISTORY_SIZE: usize = Move::COUNT;

    fn final_margin(board: &Board) -> i16 {
        DISC_UNITS * board.final_difference()
    }

    fn key(board: &Board) -> Key {
        Key::hashed([[board.own, board.other], [board.to_move() as u64, 0]])
    }

    fn code(played: Move) -> u16 {
        played.number().into()
    }
}

impl Evaluator for Reversi {
    type Knowledge = Knowledge;

    const SELECTIVE: bool = true;
    const DATA_FILES: &'static [&'static DataFile] = &[&eval::WEIGHTS_FILE];
    const PLY_MARGIN: i16 = 7 * DISC_UNITS / 2;
    const FORESEES_NOISY_MOVES: bool = true;

    fn evaluate(board: &Board, knowledge: &Knowledge) -> Score {
        Score::estimate(knowledge.weights.evaluate(board.own, board.other))
    }

    /// A corner: it stays.
    fn is_noisy(_: &Board, played: Move) -> bool {
        ordering::is_corner(played)
    }

    /// The scales are seven tenths of a logistic scale by the residuals of the static evaluation's fit, as a search
    /// errs less.
    fn expectation_model() -> &'static ExpectationModel {
        static MODEL: LazyLock<ExpectationModel> = LazyLock::new(|| {
            let rows =
                [(16, 750.0), (24, 700.0), (32, 600.0), (40, 550.0), (48, 600.0), (56, 500.0), (64, 300.0)];
            ExpectationModel::new(rows.map(|(discs, scale)| (discs, scale, 0.05 * scale, 0.0, 0.0)))
        });
        &MODEL
    }

    fn levels() -> &'static LevelTable {
        static LEVELS: LazyLock<LevelTable> = LazyLock::new(|| {
            LevelTable::parse(include_str!("../../../data/reversi.levels"))
                .expect("the built-in data is intact")
        });
        &LEVELS
    }

    fn order_score(board: &Board, played: Move) -> i32 {
        ordering::order_score(board, played)
    }

    fn piece_count(board: &Board) -> u32 {
        board.discs()
    }
}

impl Tablebase for Reversi {}

impl Solver for Reversi {
    const SCORES_ALL_MOVES: bool = false;
    const BOOK_TIME: Duration = Duration::from_secs(2);
    const SYMMETRIES: &'static [Symmetry<Move>] =
        &[Move::mirrored, Move::turned, |played| played.turned().mirrored()];

    fn opening_book() -> Option<&'static OpeningBook<Self>> {
        book::opening_book()
    }

    fn allocate(memory: &SolverMemory) {
        memory.cache::<SolverTables>().shared();
    }

    fn solve(board: &Board, memory: &SolverMemory, limits: &SolveLimits<'_>) -> Option<Solution<Move>> {
        solver::solve(board, memory, limits)
    }

    fn solve_moves(
        board: &Board,
        moves: &[Move],
        lines: usize,
        memory: &SolverMemory,
        limits: &SolveLimits<'_>,
    ) -> Vec<Solution<Move>> {
        solver::solve_moves(board, moves, lines, memory, limits)
    }
}
