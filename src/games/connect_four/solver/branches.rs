//! The moves worth searching: each played, with all that it forces.

use super::super::board::{Cell, count, members, playable};
use super::super::threats::{Duel, is_single};
use super::{follow_up, value_of_win};
use arrayvec::ArrayVec;
use std::ops::ControlFlow::{self, Break, Continue};

/// A position to search, or the value of one that is decided.
#[derive(Clone, Copy, Debug)]
pub(super) enum Settled {
    /// The side to move has at least two moves that don't lose at once.
    Open(Duel),
    /// The value for the side to move.
    Decided(i32),
}

/// Plays forced moves until there is a choice or the game is decided; with the number of discs
/// there. The side to move must not be able to win at once.
#[inline(always)]
pub(super) fn settle(mut duel: Duel, mut discs: u32) -> (Settled, u32) {
    loop {
        let safe = duel.safe();
        if safe == 0 {
            let value = if discs == 42 { 0 } else { -value_of_win(discs + 2) };
            return (Settled::Decided(value), discs);
        }
        if discs >= 40 {
            return (Settled::Decided(0), discs);
        }
        if !is_single(safe) {
            return (Settled::Open(duel), discs);
        }
        duel = duel.after(safe);
        discs += 1;
    }
}

/// A move, and the open position to which it leads after what it forces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    pub(super) duel: Duel,
    pub(super) discs: u32,
    pub(super) column: u8,
    /// How likely it is to reach the goal; branches with more are tried earlier.
    promise: i32,
}

/// The moves of a position that are not yet decided.
#[derive(Debug)]
pub(super) struct Branches {
    pub(super) open: ArrayVec<Branch, 7>,
    /// The best value of the others.
    pub(super) best: i32,
}

impl Branches {
    /// Worse than every value.
    const WORST: i32 = -32;

    pub(super) fn new() -> Self {
        Self { open: ArrayVec::new(), best: Self::WORST }
    }

    /// Plays every move that does not lose at once; breaks with a value that reaches the goal.
    #[inline]
    pub(super) fn expand(&mut self, duel: &Duel, discs: u32, goal: i32) -> ControlFlow<i32> {
        for cell in members(duel.safe()) {
            let next = duel.after(cell.bit());
            let (settled, end) = settle(next, discs + 1);
            match settled {
                Settled::Decided(value) => self.improve(seen_from(discs, end, value), goal)?,
                Settled::Open(open) => {
                    let promise = promise(duel, cell, &next, goal);
                    self.open.push(Branch { duel: open, discs: end, column: cell.column(), promise });
                }
            }
        }
        Continue(())
    }

    /// Drops the branches that can't reach the goal by following up; breaks with a value that
    /// reaches it.
    #[inline]
    pub(super) fn follow_up(&mut self, discs: u32, goal: i32) -> ControlFlow<i32> {
        let mut at = 0;
        while let Some(branch) = self.open.get(at) {
            let bound = follow_up::bound(&branch.duel, branch.discs);
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

    /// Takes in a branch's value; breaks if it reaches the goal.
    pub(super) fn improve(&mut self, value: i32, goal: i32) -> ControlFlow<i32> {
        self.best = self.best.max(value);
        if value >= goal { Break(value) } else { Continue(()) }
    }

    /// Takes out the branch to try next: of the column that was best before, or the most promising.
    pub(super) fn take_best(&mut self, column: Option<u8>) -> Option<Branch> {
        let rank = |&at: &usize| {
            let branch = &self.open[at];
            (Some(branch.column) == column, branch.promise)
        };
        let best = (0..self.open.len()).max_by_key(rank)?;
        Some(self.open.swap_remove(best))
    }
}

/// Threats decide games, those above a threat of the other side excepted, and most of all those
/// that soon come into play. A move below an own threat gives it away. Where only a quick end
/// of the game matters, moves that force an answer come first. Else the middle is better.
fn promise(duel: &Duel, cell: Cell, next: &Duel, goal: i32) -> i32 {
    let playable = playable(next.taken());
    let threats = next.waiter_wins & next.free() & !(duel.waiter_wins << 1);
    let soon = count(threats & playable << 1);
    let is_given_away = duel.mover_wins & cell.bit() << 1 != 0;
    let from_middle = i32::from(cell.column().abs_diff(3));
    let is_quick = !follow_up::RANGE.contains(&goal);
    let forcing = if is_quick { 16 * i32::from(threats & playable != 0) + 8 * soon } else { 0 };
    16 * count(threats) + soon + forcing - 28 * i32::from(is_given_away) - from_middle
}

/// Whether another side is to move with `after` discs than with `before`.
pub(super) const fn is_turned(before: u32, after: u32) -> bool {
    (before ^ after) & 1 == 1
}

/// A value with `after` discs, for the side to move with `before`.
const fn seen_from(before: u32, after: u32, value: i32) -> i32 {
    if is_turned(before, after) { -value } else { value }
}
