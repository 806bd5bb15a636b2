//! From values to play: the best move and the whole line.

use super::board::{Board, Cell, members};
use super::book::Book;
use super::solver::{Solver, Stopped, value_of_win};
use crate::game::{Memory, Patience, Solution};
use crate::types::{Ply, Score};

/// Positions to search to find the moves of equal value, and again to choose among them.
const CHOICE_NODES: u64 = 20_000;

/// The exact score of a board that is not over, with best play from there.
pub(super) fn solve(board: &Board, memory: &Memory, patience: &Patience<'_>) -> Option<Solution<Cell>> {
    let mut analyst = Analyst { solver: Solver::new(memory, *patience) };
    let known = Book::standard().value(board);
    let value = known.or_else(|| analyst.solver.solve(board).value())?;
    let line = analyst.line(board, value).ok()?;
    Some(Solution {
        score: score(board, value),
        line,
        nodes: analyst.solver.nodes(),
        from_book: known.is_some(),
    })
}

/// The exact score of each of `cells`, as far as the patience lasts.
pub(super) fn solve_moves(
    board: &Board,
    cells: &[Cell],
    memory: &Memory,
    patience: &Patience<'_>,
) -> Vec<Solution<Cell>> {
    let mut analyst = Analyst { solver: Solver::new(memory, *patience) };
    let solved = |&cell: &Cell| {
        let (next, before) = (board.with(cell), analyst.solver.nodes());
        let score = score(board, -analyst.value(&next)?);
        let (nodes, from_book) = (analyst.solver.nodes() - before, known(&next).is_some());
        Some(Solution { score, line: vec![cell], nodes, from_book })
    };
    cells.iter().filter_map(solved).collect()
}

/// The exact score of a move, if it ends the game or the book has the board after it.
pub(super) fn book_score(board: &Board, cell: Cell) -> Option<Score> {
    known(&board.with(cell)).map(|value| score(board, -value))
}

/// A value as a score, counted in plies from the board.
fn score(board: &Board, value: i32) -> Score {
    let discs = board.discs();
    // The winner's last disc: of the two that the value leaves open, the one that is his.
    let of_mover = |disc: u32| (disc - discs) % 2 == 1;
    let last = 43 - 2 * value.unsigned_abs();
    let last = if of_mover(last) == (value > 0) { last } else { last + 1 };
    match value {
        0 => Score::DRAW,
        1.. => Score::win(Ply::new((last - discs) as u16)),
        _ => Score::loss(Ply::new((last - discs) as u16)),
    }
}

/// Looks up what is in the book, and solves the rest.
struct Analyst<'a> {
    solver: Solver<'a>,
}

impl Analyst<'_> {
    /// The value of a board for the side to move, be the game over or not.
    fn value(&mut self, board: &Board) -> Option<i32> {
        known(board).or_else(|| self.solver.solve(board).value())
    }

    /// Whether the value of a board for the side to move is at least `goal`.
    fn reaches(&mut self, board: &Board, goal: i32) -> Result<bool, Stopped> {
        match known(board) {
            Some(value) => Ok(value >= goal),
            None => self.solver.reaches(board, goal),
        }
    }

    /// Whether a move reaches `goal` for the side that makes it.
    fn holds(&mut self, board: &Board, cell: Cell, goal: i32) -> Result<bool, Stopped> {
        Ok(!self.reaches(&board.with(cell), 1 - goal)?)
    }

    /// Best play for both sides from a board of that value to the end of the game,
    /// or as far as the patience lasts, a move at least.
    fn line(&mut self, board: &Board, value: i32) -> Result<Vec<Cell>, Stopped> {
        let mut line = vec![self.hardest(board, value)?];
        let (mut board, mut value) = (board.with(line[0]), -value);
        while over(&board).is_none() {
            let Ok(cell) = self.any(&board, value) else { break };
            line.push(cell);
            (board, value) = (board.with(cell), -value);
        }
        Ok(line)
    }

    /// A move that keeps the value of the board.
    fn any(&mut self, board: &Board, value: i32) -> Result<Cell, Stopped> {
        let mut cells = from_the_middle(board);
        let are_known = cells.iter().all(|&cell| known(&board.with(cell)).is_some());
        if !are_known {
            let column = self.solver.likely_column(board, value)?;
            cells.sort_by_key(|cell| Some(cell.column()) != column);
        }
        for cell in cells {
            if self.holds(board, cell, value)? {
                return Ok(cell);
            }
        }
        unreachable!("some move is worth what the board is, {value} in {board:?}")
    }

    /// Of the moves that keep the value, the one after which the fewest answers keep it; of several, the
    /// one nearest the middle. All that as far as small searches tell.
    fn hardest(&mut self, board: &Board, value: i32) -> Result<Cell, Stopped> {
        let sure = self.any(board, value)?;
        let mut best = from_the_middle(board);
        self.solver.limit(CHOICE_NODES);
        best.retain(|&cell| cell == sure || self.holds(board, cell, value) == Ok(true));
        let nodes_for_each = CHOICE_NODES / best.len() as u64;
        let answers = |cell: &Cell| {
            self.solver.limit(nodes_for_each);
            self.answers(&board.with(*cell), -value).unwrap_or(u32::MAX)
        };
        let hardest = if best.len() == 1 { None } else { best.into_iter().min_by_key(answers) };
        self.solver.limit(u64::MAX);
        Ok(hardest.unwrap_or(sure))
    }

    /// How many moves keep the value of a board.
    fn answers(&mut self, board: &Board, value: i32) -> Result<u32, Stopped> {
        let mut answers = 0;
        if over(board).is_none() {
            for cell in from_the_middle(board) {
                answers += u32::from(self.holds(board, cell, value)?);
            }
        }
        Ok(answers)
    }
}

/// The value for the side to move, if the game is over or the board in the book.
fn known(board: &Board) -> Option<i32> {
    over(board).or_else(|| Book::standard().value(board))
}

/// The value for the side to move, if the game is over.
fn over(board: &Board) -> Option<i32> {
    if board.won().is_some() { Some(-value_of_win(board.discs())) } else { (board.free() == 0).then_some(0) }
}

/// The moves, those of the middle columns first.
fn from_the_middle(board: &Board) -> Vec<Cell> {
    let mut cells: Vec<Cell> = members(board.playable()).collect();
    cells.sort_by_key(|cell| cell.column().abs_diff(3));
    cells
}
