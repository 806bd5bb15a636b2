//! From values to moves: the best move and the whole line, by opening book and solver.

use super::board::{Board, Cell, members};
use super::book::{Book, Continuations, route};
use super::solver::{Aim, Stopped, ValueRange, ValueSolver, value_of_win};
use crate::game::{Solution, SolveLimits, SolverMemory};
use crate::types::{Bound, Ply, Score, short_sort_by_key};
use std::cmp::Reverse;
use std::sync::atomic::AtomicBool;

/// Nodes at most to find the moves of equal value, and again to choose among them; less half of
/// what the value took.
const MAX_TIEBREAK_NODES: u64 = 20_000;
/// Nodes at least.
const MIN_TIEBREAK_NODES: u64 = 2_000;
/// The share of the time after which the general search may choose the move, if no result is known.
const SHARE: f64 = 0.75;
/// Nodes at most, after the deadline, to retrieve a move that a finished search has found.
const LAST_NODES: u64 = 2_000;

/// Solves a board that is not over, as far as the limits allow.
pub(super) fn solve<'a>(
    board: &Board,
    memory: &'a SolverMemory,
    limits: &SolveLimits<'a>,
) -> Option<Solution<Cell>> {
    let mut solver = BookSolver { solver: ValueSolver::new(memory, limits.part(SHARE)) };
    let (range, line) = solver.best(board, limits);
    // Of a better score the move that reaches it would be unknown.
    let proven =
        if line.is_empty() { ValueRange { upper: range.upper.min(0), ..ValueRange::ANY } } else { range };
    let (score, bound) = bounded(board, proven).filter(|_| !line.is_empty() || range.upper <= 0)?;
    let from_book = Book::standard().value(board).is_some();
    Some(Solution { score, bound, line, nodes: solver.solver.nodes(), from_book })
}

/// Solves each of `cells`, best first, with lines for the first `lines` of them.
pub(super) fn solve_moves(
    board: &Board,
    cells: &[Cell],
    lines: usize,
    memory: &SolverMemory,
    limits: &SolveLimits<'_>,
) -> Vec<Solution<Cell>> {
    let mut solver = BookSolver { solver: ValueSolver::new(memory, limits.part(SHARE)) };
    let mut trials: Vec<MoveTrial> =
        cells.iter().map(|&cell| MoveTrial { cell, range: ValueRange::ANY, nodes: 0 }).collect();
    solver.score(board, &mut trials);
    if trials.iter().all(|trial| bounded(board, trial.range).is_some()) {
        solver.solver.set_limits(*limits);
        solver.score(board, &mut trials);
    }
    solver.best_first(board, &mut trials);
    let mut lines_left = lines;
    let solved = |trial: MoveTrial| {
        let (score, bound) = bounded(board, trial.range)?;
        let (next, before) = (board.with(trial.cell), solver.solver.nodes());
        let mut line = vec![trial.cell];
        if let (1.., Some(value)) = (lines_left, trial.range.value()) {
            line.extend(solver.line(&next, -value).into_iter().flatten());
        }
        lines_left = lines_left.saturating_sub(1);
        let nodes = trial.nodes + solver.solver.nodes() - before;
        let from_book = Book::standard().plies().is_some_and(|plies| next.discs() <= plies);
        Some(Solution { score, bound, line, nodes, from_book })
    };
    trials.into_iter().filter_map(solved).collect()
}

/// A move, and the range of its value for the side that makes it.
struct MoveTrial {
    cell: Cell,
    range: ValueRange,
    /// Nodes searched for it.
    nodes: u64,
}

/// The score that a range of values proves: at least that one side does not win.
fn bounded(board: &Board, range: ValueRange) -> Option<(Score, Bound)> {
    let ValueRange { lower, upper } = range;
    match range.value() {
        Some(value) => Some((score(board, value), Bound::Exact)),
        None if lower >= 0 => Some((score(board, lower), Bound::Lower)),
        None if upper <= 0 => Some((score(board, upper), Bound::Upper)),
        None => None,
    }
}

/// The exact score of a move, if it ends the game or the book has the board after it.
pub(super) fn book_score(board: &Board, cell: Cell) -> Option<Score> {
    known_value(&board.with(cell)).map(|value| score(board, -value))
}

/// Best play from a board of that value for `moves` moves, or to the end of the game, with the
/// nodes it took.
#[must_use]
pub fn first_moves(board: &Board, value: i32, moves: usize, memory: &SolverMemory) -> (Vec<Cell>, u64) {
    let never = AtomicBool::new(false);
    let limits = SolveLimits { stop: &never, ..SolveLimits::default() };
    let mut solver = BookSolver { solver: ValueSolver::new(memory, limits) };
    let (mut line, mut board, mut value) = (Vec::new(), *board, value);
    while line.len() < moves && game_over_value(&board).is_none() {
        let cell = solver.optimal_move(&board, value).expect("nothing stops it");
        line.push(cell);
        (board, value) = (board.with(cell), -value);
    }
    (line, solver.solver.nodes())
}

/// A value as a score, with plies counted from the board.
fn score(board: &Board, value: i32) -> Score {
    let discs = board.discs();
    // The number of the winner's last disc: of the two that the value allows, the one with the
    // right parity.
    let of_mover = |disc: u32| (disc - discs) % 2 == 1;
    let last = 43 - 2 * value.unsigned_abs();
    let last = if of_mover(last) == (value > 0) { last } else { last + 1 };
    match value {
        0 => Score::DRAW,
        1.. => Score::win(Ply::new((last - discs) as u16)),
        _ => Score::loss(Ply::new((last - discs) as u16)),
    }
}

/// Looks values up in the opening book, and solves the rest.
struct BookSolver<'a> {
    solver: ValueSolver<'a>,
}

impl<'a> BookSolver<'a> {
    /// The range of a board's value, and the line of a move that reaches it; no line if none was
    /// found.
    fn best(&mut self, board: &Board, limits: &SolveLimits<'a>) -> (ValueRange, Vec<Cell>) {
        let mut range = self.solve_within(board, ValueRange::ANY, Aim::Value);
        let first = range.value().and_then(|value| self.trickiest_move(board, value).ok());
        self.solver.set_limits(*limits);
        if let Some((value, first)) = range.value().zip(first) {
            return (range, self.line_after(board, first, value));
        }
        if range.value().is_none() {
            if range.lower < 0 {
                return (range, Vec::new());
            }
            range = self.solve_within(board, range, Aim::Value);
        }
        if let Some(line) = range.value().and_then(|value| self.line(board, value).ok()) {
            return (range, line);
        }
        self.solver.set_limits(SolveLimits { deadline: None, ..*limits });
        self.solver.set_node_limit(LAST_NODES);
        (range, self.optimal_move(board, range.lower).into_iter().collect())
    }

    /// Narrows the ranges of moves: first the results, then the values, best first.
    fn score(&mut self, board: &Board, trials: &mut [MoveTrial]) {
        for aim in [Aim::Result, Aim::Value] {
            for trial in &mut *trials {
                let before = self.solver.nodes();
                trial.range = -self.solve_within(&board.with(trial.cell), -trial.range, aim);
                trial.nodes += self.solver.nodes() - before;
            }
            short_sort_by_key(trials, |trial| Reverse((trial.range.lower, trial.range.upper)));
        }
    }

    /// Sorts moves; of several with the same best value, the trickiest goes first.
    fn best_first(&mut self, board: &Board, trials: &mut [MoveTrial]) {
        let score = |trial: &MoveTrial| bounded(board, trial.range).map(|(score, _)| score);
        short_sort_by_key(trials, |trial| Reverse(score(trial)));
        let Some(value) = trials.first().and_then(|best| best.range.value()) else { return };
        let equal =
            trials.iter().take_while(|trial| trial.range.value() == Some(value)).map(|trial| trial.cell);
        let mut equal: Vec<Cell> = equal.collect();
        short_sort_by_key(&mut equal, |cell| distance_from_centre(*cell));
        let trickiest = self.trickiest_of(board, equal, value);
        short_sort_by_key(trials, |trial| (Reverse(score(trial)), Some(trial.cell) != trickiest));
    }

    /// The range of a board's value for the side to move, whether or not the game is over.
    fn solve_within(&mut self, board: &Board, range: ValueRange, aim: Aim) -> ValueRange {
        known_value(board).map_or_else(|| self.solver.solve_within(board, range, aim), ValueRange::exactly)
    }

    /// Whether the value of a board for the side to move is at least `goal`.
    fn reaches(&mut self, board: &Board, goal: i32) -> Result<bool, Stopped> {
        match known_value(board) {
            Some(value) => Ok(value >= goal),
            None => self.solver.reaches(board, goal),
        }
    }

    /// Whether a move keeps the value at `goal` for the side that makes it.
    fn keeps(&mut self, board: &Board, cell: Cell, goal: i32) -> Result<bool, Stopped> {
        Ok(!self.reaches(&board.with(cell), 1 - goal)?)
    }

    /// Best play by both sides from a board of that value: to the end of the game, or as far as the
    /// limits allow, one move at least.
    fn line(&mut self, board: &Board, value: i32) -> Result<Vec<Cell>, Stopped> {
        if game_over_value(board).is_some() {
            return Ok(Vec::new());
        }
        let first = self.trickiest_move(board, value)?;
        Ok(self.line_after(board, first, value))
    }

    /// The line that starts with `first`, which keeps the value.
    fn line_after(&mut self, board: &Board, first: Cell, value: i32) -> Vec<Cell> {
        let mut line = vec![first];
        let (mut board, mut value) = (board.with(first), -value);
        let mut known = Vec::new().into_iter();
        while game_over_value(&board).is_none() {
            if known.len() == 0 {
                known = route(&board, value).unwrap_or_default().into_iter();
            }
            let Ok(cell) = known.next().map_or_else(|| self.optimal_move(&board, value), Ok) else { break };
            line.push(cell);
            (board, value) = (board.with(cell), -value);
        }
        line
    }

    /// A move that keeps the value of the board.
    fn optimal_move(&mut self, board: &Board, value: i32) -> Result<Cell, Stopped> {
        let mut cells = centre_first(board);
        let are_known = cells.iter().all(|&cell| known_value(&board.with(cell)).is_some());
        if !are_known {
            let column = self.solver.probable_best_column(board, value)?;
            short_sort_by_key(&mut cells, |cell| Some(cell.column()) != column);
        }
        for cell in cells {
            if self.keeps(board, cell, value)? {
                return Ok(cell);
            }
        }
        unreachable!("some move has the value of the board, {value} in {board:?}")
    }

    /// Of the moves that keep the value, the one that leaves the opponent the fewest optimal
    /// replies, as far as small searches tell; of several, the one nearest the centre.
    fn trickiest_move(&mut self, board: &Board, value: i32) -> Result<Cell, Stopped> {
        let known = Continuations::standard().moves(board).and_then(|moves| moves.first().copied());
        let sure = known.map_or_else(|| self.optimal_move(board, value), Ok)?;
        let mut best = centre_first(board);
        self.solver.set_node_limit(self.tiebreak_nodes());
        best.retain(|&cell| cell == sure || self.keeps(board, cell, value) == Ok(true));
        self.solver.set_node_limit(u64::MAX);
        Ok(self.trickiest_of(board, best, value).unwrap_or(sure))
    }

    /// A value that took long leaves fewer nodes for the tie-break.
    fn tiebreak_nodes(&self) -> u64 {
        MAX_TIEBREAK_NODES.saturating_sub(self.solver.nodes() / 2).max(MIN_TIEBREAK_NODES)
    }

    /// The same for some moves that keep the value, sorted by distance from the centre.
    fn trickiest_of(&mut self, board: &Board, cells: Vec<Cell>, value: i32) -> Option<Cell> {
        if cells.len() < 2 {
            return cells.first().copied();
        }
        let nodes_for_each = self.tiebreak_nodes() / cells.len() as u64;
        let answers = |cell: &Cell| {
            self.solver.set_node_limit(nodes_for_each);
            self.count_optimal_replies(&board.with(*cell), -value).unwrap_or(u32::MAX)
        };
        let trickiest = cells.into_iter().min_by_key(answers);
        self.solver.set_node_limit(u64::MAX);
        trickiest
    }

    /// The number of moves that keep the value of a board.
    fn count_optimal_replies(&mut self, board: &Board, value: i32) -> Result<u32, Stopped> {
        let mut answers = 0;
        if game_over_value(board).is_none() {
            for cell in centre_first(board) {
                answers += u32::from(self.keeps(board, cell, value)?);
            }
        }
        Ok(answers)
    }
}

/// The value for the side to move, if the game is over or the opening book has the board.
fn known_value(board: &Board) -> Option<i32> {
    game_over_value(board).or_else(|| Book::standard().value(board))
}

/// The value for the side to move, if the game is over.
fn game_over_value(board: &Board) -> Option<i32> {
    if board.won().is_some() { Some(-value_of_win(board.discs())) } else { (board.free() == 0).then_some(0) }
}

/// The moves, those nearest the centre first.
fn centre_first(board: &Board) -> Vec<Cell> {
    let mut cells: Vec<Cell> = members(board.playable()).collect();
    short_sort_by_key(&mut cells, |&cell| distance_from_centre(cell));
    cells
}

const fn distance_from_centre(cell: Cell) -> u8 {
    cell.column().abs_diff(3)
}
