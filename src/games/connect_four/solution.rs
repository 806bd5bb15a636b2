//! From values to play: the best move and the whole line.

use super::board::{Board, Cell, members};
use super::book::{Book, Lines, route};
use super::solver::{Aim, Bracket, Stopped, ValueSolver, value_of_win};
use crate::game::{Solution, SolveLimits, SolverMemory};
use crate::types::{Bound, Ply, Score};
use std::cmp::Reverse;
use std::sync::atomic::AtomicBool;

/// Positions to search at most to find the moves of equal value, and again to choose among them; less half of what
/// the value took.
const MOST_CHOICE_NODES: u64 = 20_000;
/// And at least.
const LEAST_CHOICE_NODES: u64 = 2_000;
/// The share of the time after which somebody else may rather choose the move, if no result is known.
const SHARE: f64 = 0.75;
/// Positions to search at most, after the time is over, for a move that a finished search has found.
const LAST_NODES: u64 = 2_000;

/// What can be proven of a board that is not over.
pub(super) fn solve<'a>(
    board: &Board,
    memory: &'a SolverMemory,
    limits: &SolveLimits<'a>,
) -> Option<Solution<Cell>> {
    let mut analyst = Analyst { solver: ValueSolver::new(memory, limits.part(SHARE)) };
    let (range, line) = analyst.best(board, limits);
    // Of a better score it would not be known which move reaches it.
    let told = if line.is_empty() { Bracket { upper: range.upper.min(0), ..Bracket::ANY } } else { range };
    let (score, bound) = bounded(board, told).filter(|_| !line.is_empty() || range.upper <= 0)?;
    let from_book = Book::standard().value(board).is_some();
    Some(Solution { score, bound, line, nodes: analyst.solver.nodes(), from_book })
}

/// What can be proven of each of `cells`, best first; the first ones with lines, so many.
pub(super) fn solve_moves(
    board: &Board,
    cells: &[Cell],
    lines: usize,
    memory: &SolverMemory,
    limits: &SolveLimits<'_>,
) -> Vec<Solution<Cell>> {
    let mut analyst = Analyst { solver: ValueSolver::new(memory, limits.part(SHARE)) };
    let mut tries: Vec<Try> = cells.iter().map(|&cell| Try { cell, range: Bracket::ANY, nodes: 0 }).collect();
    analyst.score(board, &mut tries);
    if tries.iter().all(|tried| bounded(board, tried.range).is_some()) {
        analyst.solver.wait(*limits);
        analyst.score(board, &mut tries);
    }
    analyst.best_first(board, &mut tries);
    let mut lines_left = lines;
    let solved = |tried: Try| {
        let (score, bound) = bounded(board, tried.range)?;
        let (next, before) = (board.with(tried.cell), analyst.solver.nodes());
        let mut line = vec![tried.cell];
        if let (1.., Some(value)) = (lines_left, tried.range.value()) {
            line.extend(analyst.line(&next, -value).into_iter().flatten());
        }
        lines_left = lines_left.saturating_sub(1);
        let nodes = tried.nodes + analyst.solver.nodes() - before;
        Some(Solution { score, bound, line, nodes, from_book: known(&next).is_some() })
    };
    tries.into_iter().filter_map(solved).collect()
}

/// A move, and what is known of its value for the side that makes it.
struct Try {
    cell: Cell,
    range: Bracket,
    /// Positions searched for it.
    nodes: u64,
}

/// What a range of values says: a score, if it tells who does not win at least.
fn bounded(board: &Board, range: Bracket) -> Option<(Score, Bound)> {
    let Bracket { lower, upper } = range;
    match range.value() {
        Some(value) => Some((score(board, value), Bound::Exact)),
        None if lower >= 0 => Some((score(board, lower), Bound::Lower)),
        None if upper <= 0 => Some((score(board, upper), Bound::Upper)),
        None => None,
    }
}

/// The exact score of a move, if it ends the game or the book has the board after it.
pub(super) fn book_score(board: &Board, cell: Cell) -> Option<Score> {
    known(&board.with(cell)).map(|value| score(board, -value))
}

/// Best play from a board of that value for so many moves, or to the end of the game; and the positions
/// searched to find it.
#[must_use]
pub fn first_moves(board: &Board, value: i32, moves: usize, memory: &SolverMemory) -> (Vec<Cell>, u64) {
    let never = AtomicBool::new(false);
    let limits = SolveLimits { deadline: None, stop: &never, checkpoint: None };
    let mut analyst = Analyst { solver: ValueSolver::new(memory, limits) };
    let (mut line, mut board, mut value) = (Vec::new(), *board, value);
    while line.len() < moves && over(&board).is_none() {
        let cell = analyst.any(&board, value).expect("nothing stops it");
        line.push(cell);
        (board, value) = (board.with(cell), -value);
    }
    (line, analyst.solver.nodes())
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
    solver: ValueSolver<'a>,
}

impl<'a> Analyst<'a> {
    /// What is proven of a board, and the line of a move that reaches it; none if that could not be found.
    fn best(&mut self, board: &Board, limits: &SolveLimits<'a>) -> (Bracket, Vec<Cell>) {
        let mut range = self.narrow(board, Bracket::ANY, Aim::Value);
        if let Some(value) = range.value() {
            let first = self.hardest(board, value).ok();
            self.solver.wait(*limits);
            return (range, first.map_or_else(Vec::new, |first| self.line_after(board, first, value)));
        }
        if range.lower < 0 {
            return (range, Vec::new());
        }
        self.solver.wait(*limits);
        range = self.narrow(board, range, Aim::Value);
        if let Some(line) = range.value().and_then(|value| self.line(board, value).ok()) {
            return (range, line);
        }
        self.solver.wait(SolveLimits { deadline: None, ..*limits });
        self.solver.limit(LAST_NODES);
        (range, self.any(board, range.lower).into_iter().collect())
    }

    /// Finds out about moves: who wins after each of them, then by how much, the best first.
    fn score(&mut self, board: &Board, tries: &mut [Try]) {
        for aim in [Aim::Result, Aim::Value] {
            for tried in &mut *tries {
                let before = self.solver.nodes();
                tried.range = -self.narrow(&board.with(tried.cell), -tried.range, aim);
                tried.nodes += self.solver.nodes() - before;
            }
            tries.sort_by_key(|tried| Reverse((tried.range.lower, tried.range.upper)));
        }
    }

    /// Sorts moves; of several with the same best value, the hardest to answer goes first.
    fn best_first(&mut self, board: &Board, tries: &mut [Try]) {
        let told = |tried: &Try| bounded(board, tried.range).map(|(score, _)| score);
        tries.sort_by_key(|tried| Reverse(told(tried)));
        let Some(value) = tries.first().and_then(|best| best.range.value()) else { return };
        let equal =
            tries.iter().take_while(|tried| tried.range.value() == Some(value)).map(|tried| tried.cell);
        let mut equal: Vec<Cell> = equal.collect();
        equal.sort_by_key(|cell| from_the_middle_rank(*cell));
        let hardest = self.hardest_of(board, equal, value);
        tries.sort_by_key(|tried| (Reverse(told(tried)), Some(tried.cell) != hardest));
    }

    /// What is proven of the value of a board for the side to move, be the game over or not.
    fn narrow(&mut self, board: &Board, range: Bracket, aim: Aim) -> Bracket {
        known(board).map_or_else(|| self.solver.narrow(board, range, aim), Bracket::exactly)
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
    /// or as far as the limits lasts, a move at least.
    fn line(&mut self, board: &Board, value: i32) -> Result<Vec<Cell>, Stopped> {
        if over(board).is_some() {
            return Ok(Vec::new());
        }
        let first = self.hardest(board, value)?;
        Ok(self.line_after(board, first, value))
    }

    /// The line that begins with a move that keeps the value.
    fn line_after(&mut self, board: &Board, first: Cell, value: i32) -> Vec<Cell> {
        let mut line = vec![first];
        let (mut board, mut value) = (board.with(first), -value);
        let mut known = Vec::new().into_iter();
        while over(&board).is_none() {
            if known.len() == 0 {
                known = route(&board, value).unwrap_or_default().into_iter();
            }
            let Ok(cell) = known.next().map_or_else(|| self.any(&board, value), Ok) else { break };
            line.push(cell);
            (board, value) = (board.with(cell), -value);
        }
        line
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
        let known = Lines::standard().moves(board).and_then(|moves| moves.first().copied());
        let sure = known.map_or_else(|| self.any(board, value), Ok)?;
        let mut best = from_the_middle(board);
        self.solver.limit(self.choice_nodes());
        best.retain(|&cell| cell == sure || self.holds(board, cell, value) == Ok(true));
        self.solver.limit(u64::MAX);
        Ok(self.hardest_of(board, best, value).unwrap_or(sure))
    }

    /// What took long already shall not take much longer.
    fn choice_nodes(&self) -> u64 {
        MOST_CHOICE_NODES.saturating_sub(self.solver.nodes() / 2).max(LEAST_CHOICE_NODES)
    }

    /// The same of some moves that keep the value, those in the middle first.
    fn hardest_of(&mut self, board: &Board, cells: Vec<Cell>, value: i32) -> Option<Cell> {
        if cells.len() < 2 {
            return cells.first().copied();
        }
        let nodes_for_each = self.choice_nodes() / cells.len() as u64;
        let answers = |cell: &Cell| {
            self.solver.limit(nodes_for_each);
            self.answers(&board.with(*cell), -value).unwrap_or(u32::MAX)
        };
        let hardest = cells.into_iter().min_by_key(answers);
        self.solver.limit(u64::MAX);
        hardest
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
    cells.sort_by_key(|&cell| from_the_middle_rank(cell));
    cells
}

const fn from_the_middle_rank(cell: Cell) -> u8 {
    cell.column().abs_diff(3)
}
