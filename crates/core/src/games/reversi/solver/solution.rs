//! From values to moves: the best move and the line of best play.

use super::super::eval::Weights;
use super::super::{Board, DISC_UNITS, Move};
use super::range::{EndingSolver, ValueRange};
use super::search::Stopped;
use crate::game::{Solution, SolveLimits, SolverMemory};
use crate::types::{Bound, Score, short_sort_by_key};
use std::cmp::Reverse;
use std::time::Instant;

/// The share of the time after which the general search may choose the move, if no result is known.
const SHARE: f64 = 0.75;
/// Empty squares at most to try for a second, and without a deadline.
const EMPTY_IN_A_SECOND: f64 = 23.0;
const MOST_EMPTY: f64 = 36.0;
/// Positions at most, after the deadline, to retrieve a move that a finished search has found.
const LAST_NODES: u64 = 20_000;

/// The lead, in hundredths of a disc, that makes up for an empty square.
const LEAD_PER_EMPTY: f64 = 1_600.0;

/// Whether the limits leave a chance to solve a board. Each empty square takes about twice the time; a clear lead
/// is soon proven.
fn is_within_reach(board: &Board, limits: &SolveLimits<'_>) -> bool {
    let seconds =
        limits.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()).as_secs_f64());
    let most = seconds.map_or(MOST_EMPTY, |seconds| EMPTY_IN_A_SECOND + seconds.max(1e-3).log2());
    let lead = Weights::standard().evaluate(board.own, board.other).abs();
    f64::from(board.empty().count_ones()) - f64::from(lead) / LEAD_PER_EMPTY <= most.min(MOST_EMPTY)
}

/// Solves a board that is not over, as far as the limits allow.
pub(in super::super) fn solve<'a>(
    board: &Board,
    memory: &'a SolverMemory,
    limits: &SolveLimits<'a>,
) -> Option<Solution<Move>> {
    if !is_within_reach(board, limits) {
        return None;
    }
    let mut solver = EndingSolver::new(memory, limits.part(SHARE));
    let mut range = ValueRange::ANY;
    let mut outcome = solver.narrow(board, &mut range, ValueRange::has_result);
    if outcome.is_ok() {
        solver.set_limits(*limits);
        outcome = solver.narrow(board, &mut range, |range| range.value().is_some());
    }
    let line = match (outcome, range.value()) {
        (Ok(()), Some(value)) => solver.line(board, value),
        // The move that reaches the lower bound is in the table.
        _ if range.lower >= 0 => {
            solver.set_limits(SolveLimits { deadline: None, ..*limits });
            solver.set_node_limit(LAST_NODES);
            solver.move_reaching(board, range.lower).into_iter().collect()
        }
        _ => Vec::new(),
    };
    let proven = if line.is_empty() { ValueRange { upper: range.upper, ..ValueRange::ANY } } else { range };
    let (score, bound) = bounded(proven)?;
    Some(Solution { score, bound, line, nodes: solver.nodes(), from_book: false })
}

/// Solves each of some moves, best first, with lines for the first `lines` of them.
pub(in super::super) fn solve_moves<'a>(
    board: &Board,
    moves: &[Move],
    lines: usize,
    memory: &'a SolverMemory,
    limits: &SolveLimits<'a>,
) -> Vec<Solution<Move>> {
    if !is_within_reach(board, limits) {
        return Vec::new();
    }
    let mut solver = EndingSolver::new(memory, limits.part(SHARE));
    let mut trials: Vec<MoveTrial> =
        moves.iter().map(|&played| MoveTrial { played, range: ValueRange::ANY, nodes: 0 }).collect();
    solver.score(board, &mut trials, ValueRange::has_result);
    if trials.iter().all(|trial| bounded(trial.range).is_some()) {
        solver.set_limits(*limits);
    }
    solver.score(board, &mut trials, |range| range.value().is_some());
    let mut lines_left = lines;
    let solved = |trial: MoveTrial| {
        let (score, bound) = bounded(trial.range)?;
        let before = solver.nodes();
        let mut line = vec![trial.played];
        if let (1.., Some(value)) = (lines_left, trial.range.value()) {
            line.extend(solver.line(&board.after(trial.played), -value));
        }
        lines_left = lines_left.saturating_sub(1);
        Some(Solution { score, bound, line, nodes: trial.nodes + solver.nodes() - before, from_book: false })
    };
    trials.into_iter().filter_map(solved).collect()
}

/// A move, and the range of its value for the side that makes it.
struct MoveTrial {
    played: Move,
    range: ValueRange,
    /// Positions searched for it.
    nodes: u64,
}

/// The score that a range proves: at least that one side does not win.
fn bounded(range: ValueRange) -> Option<(Score, Bound)> {
    let score = |discs: i32| Score::margin(DISC_UNITS * discs as i16);
    match range.value() {
        Some(value) => Some((score(value), Bound::Exact)),
        None if range.lower >= 0 => Some((score(range.lower), Bound::Lower)),
        None if range.upper <= 0 => Some((score(range.upper), Bound::Upper)),
        None => None,
    }
}

impl EndingSolver<'_> {
    /// Narrows the ranges of moves, the most promising first, and sorts them, best first.
    fn score(&mut self, board: &Board, trials: &mut [MoveTrial], is_enough: fn(ValueRange) -> bool) {
        for trial in &mut *trials {
            let before = self.nodes();
            let mut range = -trial.range;
            let outcome = self.narrow_any(&board.after(trial.played), &mut range, is_enough);
            trial.range = -range;
            trial.nodes += self.nodes() - before;
            if outcome.is_err() {
                break;
            }
        }
        let order = |trial: &MoveTrial| {
            let score = bounded(trial.range).map(|(score, _)| score);
            Reverse((score, trial.range.lower, trial.range.upper))
        };
        short_sort_by_key(trials, order);
    }

    /// Narrows the range of a board, whether or not the game is over.
    fn narrow_any(
        &mut self,
        board: &Board,
        range: &mut ValueRange,
        is_enough: fn(ValueRange) -> bool,
    ) -> Result<(), Stopped> {
        if board.is_over() {
            let value = board.final_difference().into();
            *range = ValueRange { lower: value, upper: value };
            return Ok(());
        }
        self.narrow(board, range, is_enough)
    }

    /// A move that reaches `goal`, the earlier best one if it does.
    fn move_reaching(&mut self, board: &Board, goal: i32) -> Option<Move> {
        let mut moves: Vec<Move> = board.moves().collect();
        let first = self.known_best(board).and_then(Move::on);
        short_sort_by_key(&mut moves, |played| Some(*played) != first);
        for played in moves {
            let after = board.after(played);
            let is_kept = if after.is_over() {
                i32::from(-after.final_difference()) >= goal
            } else {
                !self.reaches(&after, 2 - goal).ok()?
            };
            if is_kept {
                return Some(played);
            }
        }
        None
    }

    /// Best play by both sides from a board of that value: to the end, or as far as the limits allow.
    fn line(&mut self, board: &Board, value: i32) -> Vec<Move> {
        let (mut line, mut board, mut value) = (Vec::new(), *board, value);
        while !board.is_over() {
            let Some(played) = self.move_reaching(&board, value) else { break };
            line.push(played);
            (board, value) = (board.after(played), -value);
        }
        line
    }
}
