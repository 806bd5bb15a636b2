//! The proof search: is the value at least `goal`?
//!
//! Null-window negamax over positions in which the side to move has a choice. Forced moves are
//! played out first (`branches`); then the shape of the board may decide (`follow_up`), then the
//! table, and only then are moves searched.

use super::super::board::{code, mirrored};
use super::super::threats::ThreatBoard;
use super::branches::{Branch, Branches, is_turned};
use super::follow_up;
use super::table::{BoundEntry, LocalTable, SolverKey, SolverTable, SolverTables};
use super::value::value_of_win;
use crate::game::SolveLimits;
use std::ops::ControlFlow::Break;

/// From this number of discs on, positions are so numerous and cheap that they go to the local
/// table.
const LOCAL_FROM: u32 = 24;
/// So do all positions of a solver while they fit: a probe of the shared table is a cache miss.
const LOCAL_NODES: u64 = SolverTables::LOCAL_ENTRIES as u64;
/// Up to this number of discs, all moves are looked up before one is searched (enhanced transposition cutoff).
const LOOK_UP_TO: u32 = 30;
/// Up to this number of discs, a position and its mirror image share an entry.
const MIRROR_TO: u32 = 16;

/// The error of a search that reached a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// One thread's proof searches.
#[derive(Debug)]
pub(super) struct Search<'a> {
    /// The table of this thread.
    pub(super) local: LocalTable<'a>,
    /// The tables shared with other threads.
    pub(super) tables: &'a SolverTables,
    pub(super) limits: SolveLimits<'a>,
    /// Nodes searched so far.
    pub(super) nodes: u64,
    /// Nodes to search at most.
    pub(super) max_nodes: u64,
    /// Whether a limit was reached.
    pub(super) should_stop: bool,
}

impl Search<'_> {
    /// A value `v` of an open position such that the true value is at least `v` if `v` reaches
    /// `goal`, and at most `v` otherwise (fail-soft).
    pub(super) fn value(&mut self, board: &ThreatBoard, discs: u32, goal: i32) -> Result<i32, Stopped> {
        self.count()?;
        // Nobody wins with the next two discs. Once the moves are expanded, nor with the third.
        let floor = -value_of_win(discs + 4);
        if floor >= goal {
            return Ok(floor);
        }
        if value_of_win(discs + 3) < goal {
            return Ok(value_of_win(discs + 3));
        }
        let mut branches = Branches::new();
        if let Break(value) = branches.expand(board, discs, goal) {
            return Ok(value);
        }
        let ceiling = value_of_win(discs + 5);
        if ceiling < goal {
            return Ok(ceiling);
        }
        if follow_up::RANGE.contains(&goal)
            && let Break(value) = branches.follow_up(discs, goal)
        {
            return Ok(value);
        }
        if branches.open.is_empty() {
            return Ok(branches.best);
        }
        let place = TablePlace::of(board, discs);
        let known = self.table(discs).get(place.slot);
        if let Some(value) = known.decides(goal).or_else(|| self.look_up(&branches, discs, goal)) {
            return Ok(value);
        }
        let before = self.nodes;
        let column = self.search_moves(&mut branches, place.mirror_column(known.column), discs, goal)?;
        let found = BoundEntry {
            lower: if branches.best >= goal { branches.best } else { floor },
            upper: if branches.best >= goal { ceiling } else { branches.best },
            column: place.mirror_column(column).or(known.column),
            log2_nodes: (self.nodes - before + 1).ilog2().min(BoundEntry::MAX_LOG2_NODES),
        };
        self.table(discs).put(place.slot, found.intersect(&known));
        Ok(branches.best)
    }

    /// The column of the best move of an earlier search, if one stood out.
    pub(super) fn best_column(&self, board: &ThreatBoard) -> Option<u8> {
        let place = TablePlace::of(board, board.discs());
        place.mirror_column(self.table(board.discs()).get(place.slot).column)
    }

    /// Counts a node, and polls the limits well within a millisecond.
    fn count(&mut self) -> Result<(), Stopped> {
        const PERIOD: u64 = 1024;
        if self.nodes % PERIOD == PERIOD - 1 {
            self.should_stop |= self.limits.should_stop();
        }
        let is_over = self.should_stop || self.nodes >= self.max_nodes;
        self.nodes += 1;
        if is_over { Err(Stopped) } else { Ok(()) }
    }

    /// Searches the branches until one reaches the goal. Returns its column.
    fn search_moves(
        &mut self,
        branches: &mut Branches,
        first: Option<u8>,
        discs: u32,
        goal: i32,
    ) -> Result<Option<u8>, Stopped> {
        while let Some(branch) = branches.take_best(first) {
            let value = if is_turned(discs, branch.discs) {
                -self.value(&branch.board, branch.discs, 1 - goal)?
            } else {
                self.value(&branch.board, branch.discs, goal)?
            };
            if branches.improve(value, goal).is_break() {
                return Ok(Some(branch.column));
            }
        }
        Ok(None)
    }

    /// A value that reaches the goal, if the table has one of a branch.
    #[inline]
    fn look_up(&self, branches: &Branches, discs: u32, goal: i32) -> Option<i32> {
        if discs >= LOOK_UP_TO {
            return None;
        }
        let lower = |branch: &Branch| {
            let known = self.table(branch.discs).get(TablePlace::of(&branch.board, branch.discs).slot);
            if is_turned(discs, branch.discs) { -known.upper } else { known.lower }
        };
        branches.open.iter().map(lower).find(|&lower| lower >= goal)
    }

    fn table(&self, discs: u32) -> &SolverTable {
        if discs < LOCAL_FROM && self.nodes > LOCAL_NODES { self.tables.shared() } else { &self.local }
    }
}

/// The key of a position in the table, and whether it is that of its mirror image.
struct TablePlace {
    slot: SolverKey,
    is_mirrored: bool,
}

impl TablePlace {
    fn of(board: &ThreatBoard, discs: u32) -> Self {
        let own = code(board.mover, board.taken());
        if discs > MIRROR_TO {
            return Self { slot: SolverKey::of(own), is_mirrored: false };
        }
        let other = code(mirrored(board.mover), mirrored(board.taken()));
        Self { slot: SolverKey::of(own.min(other)), is_mirrored: other < own }
    }

    /// Translates a column between the position and the stored orientation.
    fn mirror_column(&self, column: Option<u8>) -> Option<u8> {
        column.map(|column| if self.is_mirrored { 6 - column } else { column })
    }
}
