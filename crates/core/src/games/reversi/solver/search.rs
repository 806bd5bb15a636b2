//! The search for exact values: null-window negamax (fail-soft) over all moves to the end of the game.
//!
//! Near the end moves are tried in the order of parity alone; above that, fastest first: the moves that leave
//! the opponent few replies.

use super::super::board::final_difference;
use super::super::flips::{Squares, flips, members, moves};
use super::super::stability::stable;
use super::helpers::{MARKED_FROM, Role};
use super::last_squares::few_squares_value;
use super::ordering::{Children, expand, probable_bound, sort};
use super::parity::odd_quadrants;
use super::table::{BoundEntry, SolverKey, SolverTable};
use crate::game::SolveLimits;

/// Up to this number of empty squares, the last ones are searched without move generation.
const LAST: u32 = 4;
/// Up to this number, without table and sorting.
const SHALLOW: u32 = 6;
/// From this number of empty squares on, values are stored in the table.
const TABLE_FROM: u32 = 8;
/// From this number on, all moves are looked up before one is searched (enhanced transposition cutoff).
const LOOK_UP_FROM: u32 = 9;
/// From this number on, selective searches cut what a shallow search makes probable.
const ESTIMATED_FROM: u32 = if cfg!(test) { TABLE_FROM } else { 11 };
/// Stable discs are counted where alpha is at least this.
const MIN_STABILITY_ALPHA: i32 = 20;

/// The error of a search that reached a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// One thread's searches.
#[derive(Debug)]
pub(super) struct Search<'a> {
    pub(super) table: &'a SolverTable,
    pub(super) limits: SolveLimits<'a>,
    pub(super) role: Role<'a>,
    /// Whether to leave out what is improbable; values are estimates then.
    pub(super) is_selective: bool,
    /// Positions searched so far.
    pub(super) nodes: u64,
    /// Positions to search at most.
    pub(super) max_nodes: u64,
    /// The nodes at which to poll the limits.
    pub(super) next_poll: u64,
}

impl<'a> Search<'a> {
    pub(super) const fn new(table: &'a SolverTable, limits: SolveLimits<'a>) -> Self {
        Self {
            table,
            limits,
            role: Role::Alone,
            is_selective: false,
            nodes: 0,
            max_nodes: u64::MAX,
            next_poll: 0,
        }
    }

    /// A value `v` such that the true value is at least `v` if `v > alpha`, else at most `v`.
    pub(super) fn value(&mut self, own: Squares, other: Squares, alpha: i32) -> Result<i32, Stopped> {
        let empty = !(own | other);
        let count = empty.count_ones();
        if count <= SHALLOW {
            return Ok(self.shallow(own, other, alpha));
        }
        self.count()?;
        if let Some(most) = stability_bound(own, other, alpha, count) {
            return Ok(most);
        }
        let squares = moves(own, other);
        if squares == 0 {
            return if moves(other, own) == 0 {
                Ok(final_difference(own, other).into())
            } else {
                self.value(other, own, -alpha - 1).map(|value| -value)
            };
        }
        if count < TABLE_FROM {
            let mut children = expand(own, other, squares);
            if children.iter().any(|child| child.own == 0) {
                return Ok(64);
            }
            sort(&mut children, BoundEntry::NOTHING.best, &mut self.nodes);
            return Ok(self.search_moves(&children, alpha)?.0);
        }
        self.value_by_table([own, other], squares, alpha)
    }

    /// The value with a move on each of `squares`, kept in the table.
    fn value_by_table(
        &mut self,
        [own, other]: [Squares; 2],
        squares: Squares,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        let count = (!(own | other)).count_ones();
        let key = self.key(own, other);
        let known = self.table.get(key).unwrap_or(BoundEntry::NOTHING);
        if i32::from(known.lower) > alpha {
            return Ok(known.lower.into());
        }
        if i32::from(known.upper) <= alpha {
            return Ok(known.upper.into());
        }
        let mut children = expand(own, other, squares);
        if children.iter().any(|child| child.own == 0) {
            return Ok(64);
        }
        if count >= LOOK_UP_FROM
            && let Some(value) = self.look_up(&children, alpha)
        {
            return Ok(value);
        }
        if self.is_estimate(count)
            && let Some(value) = probable_bound([own, other], alpha, &mut self.nodes)
        {
            return Ok(value);
        }
        let before = self.nodes;
        sort(&mut children, self.best_moves(own, other, known), &mut self.nodes);
        let (best, square) = match self.role.team().filter(|_| count >= MARKED_FROM) {
            None => self.search_moves(&children, alpha)?,
            Some(team) => self.search_moves_in_team(team, key, &children, alpha)?,
        };
        let (mut lower, mut upper) = (known.lower, known.upper);
        if best > alpha {
            lower = lower.max(best as i8);
        } else {
            upper = upper.min(best as i8);
        }
        let second = if known.best[0] == square { known.best[1] } else { known.best[0] };
        let cost = (self.nodes - before + 1).ilog2() as u8;
        self.table.put(key, BoundEntry { lower, upper, best: [square, second], cost });
        Ok(best)
    }

    /// The best value of a move, or the first above alpha, with the square.
    fn search_moves(&mut self, children: &Children, alpha: i32) -> Result<(i32, u8), Stopped> {
        let (mut best, mut best_square) = (-65, BoundEntry::NO_SQUARE);
        for child in children {
            let value = -self.value(child.own, child.other, -alpha - 1)?;
            if value > best {
                (best, best_square) = (value, child.square);
            }
            if best > alpha {
                break;
            }
        }
        Ok((best, best_square))
    }

    /// A value above alpha, if the table has one of a move.
    fn look_up(&self, children: &Children, alpha: i32) -> Option<i32> {
        let keys = children.iter().map(|child| self.key(child.own, child.other));
        let lower = |key| self.table.get(key).map(|entry| -i32::from(entry.upper));
        keys.filter_map(lower).find(|&lower| lower > alpha)
    }

    /// Whether values with that many empty squares are estimates.
    const fn is_estimate(&self, empty: u32) -> bool {
        self.is_selective && empty >= ESTIMATED_FROM
    }

    /// The key of a position: estimates are kept apart from proofs.
    fn key(&self, own: Squares, other: Squares) -> SolverKey {
        let key = SolverKey::of(own, other);
        if self.is_estimate((!(own | other)).count_ones()) { key.of_estimate() } else { key }
    }

    /// The best moves so far, if need be those of a selective search.
    fn best_moves(&self, own: Squares, other: Squares, known: BoundEntry) -> [u8; 2] {
        let is_deep = (!(own | other)).count_ones() >= ESTIMATED_FROM;
        if known.best[0] != BoundEntry::NO_SQUARE || self.is_selective || !is_deep {
            return known.best;
        }
        self.table.get(SolverKey::of(own, other).of_estimate()).map_or(known.best, |entry| entry.best)
    }

    /// The value with few empty squares.
    fn shallow(&mut self, own: Squares, other: Squares, alpha: i32) -> i32 {
        let empty = !(own | other);
        let count = empty.count_ones();
        if count <= LAST {
            return few_squares_value(own, other, alpha, &mut self.nodes);
        }
        self.nodes += 1;
        if let Some(most) = stability_bound(own, other, alpha, count) {
            return most;
        }
        let squares = moves(own, other);
        if squares == 0 {
            return if moves(other, own) == 0 {
                final_difference(own, other).into()
            } else {
                -self.shallow(other, own, -alpha - 1)
            };
        }
        const CORNERS: Squares = 0x8100_0000_0000_0081;
        let odd = odd_quadrants(empty);
        let mut best = -65;
        for group in [squares & odd & CORNERS, squares & odd & !CORNERS, squares & !odd] {
            for square in members(group) {
                let flipped = flips(own, other, square);
                let value = -self.shallow(other ^ flipped, own ^ flipped ^ 1 << square, -alpha - 1);
                best = best.max(value);
                if best > alpha {
                    return best;
                }
            }
        }
        best
    }

    /// Counts a position, and polls the limits from time to time.
    fn count(&mut self) -> Result<(), Stopped> {
        const PERIOD: u64 = 1 << 13;
        self.nodes += 1;
        if self.nodes < self.next_poll {
            return Ok(());
        }
        if self.nodes >= self.max_nodes || self.should_stop() {
            return Err(Stopped);
        }
        self.next_poll = (self.nodes + PERIOD).min(self.max_nodes);
        Ok(())
    }
}

/// A bound at most alpha, as the other side keeps its stable discs.
#[inline]
fn stability_bound(own: Squares, other: Squares, alpha: i32, empty: u32) -> Option<i32> {
    if alpha < MIN_STABILITY_ALPHA + empty as i32 {
        return None;
    }
    let most = 64 - 2 * stable(other, own).count_ones() as i32;
    (most <= alpha).then_some(most)
}
