//! Checkers (English draughts): 8 by 8 squares, short kings, mandatory captures.
//!
//! Rules: World Checkers/Draughts Federation. Published counts of the game tree:
//! <https://oeis.org/A133046>.

mod board;
mod book;
pub mod endgame;
pub mod eval;
mod knowledge;
mod movegen;
mod moves;
mod notation;
mod ordering;
pub mod pdn;
mod spelling;
mod square;

pub use board::Board;
pub use knowledge::Knowledge;
pub use movegen::is_quiet;
pub use moves::Move;
pub use spelling::is_separator;

use crate::game::data_file::DataFile;
use crate::game::{
    Ending, Evaluator, ExpectationModel, Invalid, LevelTable, Moves, OpeningBook, Outcome, Rules, Searchable,
    Side, Solver, Tablebase, TablebaseResult,
};
use crate::types::{Key, Score};
use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

const INTACT: &str = "the built-in data is intact";

/// Black moves first. Men step and capture forward, kings either way, one square. A side that can
/// capture must, by any path, to its end; a man that is crowned stops. A side without a move has
/// lost. 40 moves each without a capture or a move of a man are a draw.
///
/// Positions are text in PDN FEN, `W:WK6,18,23,31:B10,19,20,K28`: the side to move, then the squares of
/// each side, `K` before a king. Moves are squares from start to end, joined by `-` for a step and `x` for
/// a capture: `11-15`, `6x15x24`.
#[derive(Clone, Copy, Debug)]
pub struct Checkers;

impl Rules for Checkers {
    type Position = Board;
    type Move = Move;

    const ID: &'static str = "checkers";
    const NO_PROGRESS_LIMIT: Option<u16> = Some(80);

    fn start() -> Board {
        Board::START
    }

    fn to_move(board: &Board) -> Side {
        board.to_move()
    }

    fn moves(board: &Board, moves: &mut Moves<Move>) {
        movegen::legal(board, moves);
    }

    fn play(board: &Board, played: Move) -> Board {
        board.after(played)
    }

    fn outcome(board: &Board) -> Option<Outcome> {
        let winner = Some(!board.to_move());
        movegen::is_stuck(board).then_some(Outcome { winner, ending: Ending::NO_MOVES })
    }

    fn capture_path_count(board: &Board, played: Move) -> u64 {
        movegen::path_count(board, played)
    }

    fn is_irreversible(board: &Board, played: Move) -> bool {
        played.is_capture() || !board.kings().has(played.from)
    }
}

impl Searchable for Checkers {
    const MIN_CYCLE: u16 = 4;
    const WINNER_MOVES_LAST: bool = true;

    fn key(board: &Board) -> Key {
        board.key()
    }

    /// Start and end squares, five bits each.
    fn code(played: Move) -> u16 {
        let [from, to] = [played.from, played.to].map(|square| u16::from(square.number() - 1));
        from << 5 | to
    }

    /// Start square, direction, and whether it captures.
    fn history_index(played: Move) -> u16 {
        let [from, to] = [played.from, played.to].map(|square| u16::from(square.number() - 1));
        let (captures, is_down) = (u16::from(played.is_capture()), u16::from(to > from));
        // The square number rises by 4 or by 3 or 5 in a step down, and by 9 or 7 in a capture: so
        // one bit of the difference tells left from right, and likewise upwards.
        let is_odd = to.abs_diff(from) >> captures & 1;
        captures << 7 | from << 2 | is_down << 1 | is_odd
    }

    const HISTORY_SIZE: usize = 1 << 8;
}

impl Evaluator for Checkers {
    type Knowledge = Knowledge;

    const SELECTIVE: bool = true;
    const DATA_FILES: &'static [&'static DataFile] = {
        let [two, three, four, losses, results] = endgame::SMALL_FILES;
        &[&eval::WEIGHTS_FILE, two, three, four, losses, results]
    };

    fn is_noisy(_: &Board, played: Move) -> bool {
        played.is_capture()
    }

    fn noisy_moves(board: &Board, moves: &mut Moves<Move>) -> bool {
        movegen::captures(board, moves);
        moves.is_empty() && movegen::can_step(board)
    }

    fn opponent_threatens(board: &Board) -> bool {
        movegen::is_threatened(board)
    }

    fn exposes_capture(board: &Board, played: Move) -> bool {
        !is_quiet(&board.after(played))
    }

    fn load_knowledge(dir: &Path) -> Result<Knowledge, Invalid> {
        Knowledge::in_directory(dir)
    }

    fn evaluate(board: &Board, knowledge: &Knowledge) -> Score {
        Score::estimate(knowledge.weights.evaluate(board))
    }

    fn expectation_model() -> &'static ExpectationModel {
        static MODEL: LazyLock<ExpectationModel> = LazyLock::new(|| {
            ExpectationModel::parse(include_str!("../../../data/checkers.expectation")).expect(INTACT)
        });
        &MODEL
    }

    fn levels() -> &'static LevelTable {
        static LEVELS: LazyLock<LevelTable> =
            LazyLock::new(|| LevelTable::parse(include_str!("../../../data/checkers.levels")).expect(INTACT));
        &LEVELS
    }

    fn piece_count(board: &Board) -> u32 {
        board.count()
    }

    fn order_score(board: &Board, played: Move) -> i32 {
        ordering::order_score(board, played)
    }
}

impl Tablebase for Checkers {
    fn probe(board: &Board, knowledge: &Knowledge) -> Option<TablebaseResult> {
        knowledge.tables.probe(board)
    }

    fn probe_dtw(board: &Board, knowledge: &Knowledge) -> Option<TablebaseResult> {
        knowledge.tables.probe_dtw(board).or_else(|| knowledge.tables.probe(board))
    }

    /// Found by exhaustive count: see the tests of the tables. With three pieces each, men among
    /// them, progress may lead to three kings against two and a man, where the next may take 83
    /// plies.
    fn max_dtz(board: &Board) -> Option<u16> {
        const MOST: u16 = 60;
        match [Side::First, Side::Second].map(|side| board.of(side).len()) {
            [3, 3] if board.kings().len() < 6 => None,
            [one, other] => (one + other <= 6).then_some(MOST),
        }
    }

    fn probe_dtz(board: &Board, knowledge: &Knowledge) -> Option<u16> {
        knowledge.tables.probe_dtz(board)
    }

    /// Found by exhaustive count: see the tests of the tables.
    fn max_no_progress_plies(board: &Board) -> Option<u16> {
        [0, 0, 10, 33, 38, 72].get(board.count() as usize).copied()
    }
}

impl Solver for Checkers {
    const BOOK_TIME: Duration = Duration::from_secs(15);

    fn opening_book() -> Option<&'static OpeningBook<Self>> {
        book::opening_book()
    }
}
