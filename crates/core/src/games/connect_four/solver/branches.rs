//! The moves worth searching, each played with all that it forces.

use super::super::board::{Cell, count, members, playable};
use super::super::threats::{ThreatBoard, is_single};
use super::follow_up;
use super::value::value_of_win;
use arrayvec::ArrayVec;
use std::ops::ControlFlow::{self, Break, Continue};

/// A position to search, or the value of one that is decided.
#[derive(Clone, Copy, Debug)]
pub(super) enum Resolved {
    /// The side to move has at least two moves that don't lose at once.
    Open(ThreatBoard),
    /// The value for the side to move.
    Decided(i32),
}

/// Plays forced moves until there is a choice or the game is decided. Returns the number of discs
/// there too. The side to move must not be able to win at once.
#[inline(always)]
pub(super) fn play_forced(mut board: ThreatBoard, mut discs: u32) -> (Resolved, u32) {
    loop {
        let safe = board.non_losing_moves();
        if safe == 0 {
            let value = if discs == 42 { 0 } else { -value_of_win(discs + 2) };
            return (Resolved::Decided(value), discs);
        }
        if discs >= 40 {
            return (Resolved::Decided(0), discs);
        }
        if !is_single(safe) {
            return (Resolved::Open(board), discs);
        }
        board = board.after(safe);
        discs += 1;
    }
}

/// A move, and the open position that it leads to after forced replies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    pub(super) board: ThreatBoard,
    pub(super) discs: u32,
    pub(super) column: u8,
    /// The static order score; the highest is searched first.
    order_score: i32,
}

/// The moves of a position that are not yet decided.
#[derive(Debug)]
pub(super) struct Branches {
    pub(super) open: ArrayVec<Branch, 7>,
    /// The best value of the decided moves.
    pub(super) best: i32,
}

impl Branches {
    /// Worse than every value.
    const WORST: i32 = -32;

    pub(super) fn new() -> Self {
        Self { open: ArrayVec::new(), best: Self::WORST }
    }

    /// Plays every non-losing move; breaks with a value that reaches the goal.
    #[inline]
    pub(super) fn expand(&mut self, board: &ThreatBoard, discs: u32, goal: i32) -> ControlFlow<i32> {
        for cell in members(board.non_losing_moves()) {
            let next = board.after(cell.bit());
            let (resolved, end) = play_forced(next, discs + 1);
            match resolved {
                Resolved::Decided(value) => self.improve(seen_from(discs, end, value), goal)?,
                Resolved::Open(open) => {
                    let order_score = order_score(board, cell, &next, goal);
                    self.open.push(Branch { board: open, discs: end, column: cell.column(), order_score });
                }
            }
        }
        Continue(())
    }

    /// Removes the branches that can't reach the goal by the follow-up bound; breaks with a value
    /// that reaches it.
    #[inline]
    pub(super) fn follow_up(&mut self, discs: u32, goal: i32) -> ControlFlow<i32> {
        let mut at = 0;
        while let Some(branch) = self.open.get(at) {
            let bound = follow_up::bound(&branch.board, branch.discs);
            match (bound, is_turned(discs, branch.discs)) {
                (Some(bound), true) if -bound >= goal => return Break(-bound),
                (Some(bound), false) if bound < goal => {
                    self.best = self.best.max(bound);
                    self.open.swap_remove(at);
                }
                _ => at += 1,
            }
        }
        Continue(())
    }

    /// Records a branch's value; breaks if it reaches the goal.
    pub(super) fn improve(&mut self, value: i32, goal: i32) -> ControlFlow<i32> {
        self.best = self.best.max(value);
        if value >= goal { Break(value) } else { Continue(()) }
    }

    /// Takes out the branch to search next: that of the table move, or the one with the highest
    /// order score.
    pub(super) fn take_best(&mut self, column: Option<u8>) -> Option<Branch> {
        let rank = |&at: &usize| {
            let branch = &self.open[at];
            (Some(branch.column) == column, branch.order_score)
        };
        let best = (0..self.open.len()).max_by_key(rank)?;
        Some(self.open.swap_remove(best))
    }
}

/// Orders by threats: those not above a threat of the opponent count, most of all those that soon
/// come into play. A move directly below one's own threat forfeits it. Where only a quick end of the game
/// matters, forcing moves come first. Otherwise the centre is better.
fn order_score(board: &ThreatBoard, cell: Cell, next: &ThreatBoard, goal: i32) -> i32 {
    let playable = playable(next.taken());
    let threats = next.opponent_wins & next.free() & !(board.opponent_wins << 1);
    let soon = count(threats & playable << 1);
    let is_given_away = board.mover_wins & cell.bit() << 1 != 0;
    let from_middle = i32::from(cell.column().abs_diff(3));
    let is_quick = !follow_up::RANGE.contains(&goal);
    let forcing = if is_quick { 16 * i32::from(threats & playable != 0) + 8 * soon } else { 0 };
    16 * count(threats) + soon + forcing - 28 * i32::from(is_given_away) - from_middle
}

/// Whether the side to move with `after` discs is the other one than with `before`.
pub(super) const fn is_turned(before: u32, after: u32) -> bool {
    (before ^ after) & 1 == 1
}

/// A value with `after` discs, for the side to move with `before`.
const fn seen_from(before: u32, after: u32, value: i32) -> i32 {
    if is_turned(before, after) { -value } else { value }
}
