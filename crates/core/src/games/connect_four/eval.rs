//! Static evaluation and static move ordering.
//!
//! Columns fill from the bottom, so once the rest of the board is full the first player lands on
//! odd rows and the second on even ones: zugzwang control. An open three counts most where its
//! owner will land (Victor Allis: A knowledge-based approach of Connect-Four, 1988).
//!
//! The weights are a logistic regression over the 6,000 solved positions of Pascal Pons' benchmark
//! (blog.gamesolver.org, part 2), rounded: a hundred points multiply the odds of winning by e.

use super::board::{Board, CENTRE, Cell, Cells, EVEN_ROWS, ODD_ROWS, STEPS, count, has_four};
use crate::game::Side;
use crate::types::Score;

/// An open three that its owner completes if both sides just fill the columns.
const LASTING_THREE: i32 = 145;
/// Any other open three.
const OPEN_THREE: i32 = 40;
/// Two discs in four cells without a disc of the opponent.
const OPEN_TWO: i32 = 35;
/// A disc in the middle column.
const CENTRAL_DISC: i32 = 15;

/// The evaluation for the side to move.
pub(super) fn evaluate(board: &Board) -> Score {
    let side = board.to_move();
    Score::estimate(threat_score(board, side) - threat_score(board, !side))
}

fn threat_score(board: &Board, side: Side) -> i32 {
    let discs = board.of(side);
    threes(board, side) + OPEN_TWO * open_twos(discs, board.free()) + CENTRAL_DISC * count(discs & CENTRE)
}

fn threes(board: &Board, side: Side) -> i32 {
    let cells = board.winning_cells(board.of(side));
    let lasting = cells & landing_rows(side == board.beginner()) & !board.playable();
    LASTING_THREE * count(lasting) + OPEN_THREE * count(cells ^ lasting)
}

/// The rows where a side lands in the last columns, by whether it began.
fn landing_rows(began: bool) -> Cells {
    if began { ODD_ROWS } else { EVEN_ROWS }
}

/// The number of runs of four cells that hold two of `discs` and are free otherwise.
fn open_twos(discs: Cells, free: Cells) -> i32 {
    let along = |step: u32| {
        let cells = |set: Cells| [0, 1, 2, 3].map(|nth: u32| set >> (nth * step));
        let open = cells(discs | free).into_iter().fold(Cells::MAX, |all, cells| all & cells);
        let [a, b, c, d]: [Cells; 4] = cells(discs);
        let one_and_one = (a ^ b) & (c ^ d);
        let two_and_none = (a ^ c) & !(a ^ b) & !(c ^ d);
        count(open & (one_and_one | two_and_none))
    };
    STEPS.into_iter().map(along).sum()
}

/// The static order of a move: wins, then answers to a threat, then new threats and the lines
/// through the cell; gifts of a winning cell come last.
pub(super) fn order_score(board: &Board, cell: Cell) -> i32 {
    const WINS: i32 = 10_000;
    const SAVES: i32 = 5_000;
    const THREAT: i32 = 20;
    const GIFT: i32 = -1_000;

    if wins(board, cell) {
        return WINS;
    }
    let feared = board.winning_cells(board.opponent());
    let after = board.with(cell);
    let threats = count(after.winning_cells(after.opponent()));
    let saves = if feared & cell.bit() != 0 { SAVES } else { 0 };
    let gift = if feared & cell.bit() << 1 != 0 { GIFT } else { 0 };
    saves + gift + THREAT * threats + lines_through(cell)
}

/// Whether the move completes four in a row.
pub(super) fn wins(board: &Board, cell: Cell) -> bool {
    has_four(board.mover() | cell.bit())
}

/// The number of lines of four that the cell is part of, symmetrical in both directions.
fn lines_through(cell: Cell) -> i32 {
    const LINES: [[i32; 4]; 3] = [[3, 4, 5, 7], [4, 6, 8, 10], [5, 8, 11, 13]];
    let to_edge = |at: u8, last: u8| usize::from(at.min(last - at));
    LINES[to_edge(cell.row(), 5)][to_edge(cell.column(), 6)]
}
