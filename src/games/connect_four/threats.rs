//! Threats: cells that complete four in a row, and what they force.

use super::board::{ALL, Board, Cells, playable};

/// The cells, free or not, that make four in a row together with three of `discs`.
///
/// Source: Pascal Pons, Solving Connect 4, part 9 (blog.gamesolver.org).
pub(super) fn completions(discs: Cells) -> Cells {
    let along = |step: u32| {
        let right = discs << step & discs << (2 * step);
        let left = discs >> step & discs >> (2 * step);
        right & (discs << (3 * step) | discs >> step) | left & (discs << step | discs >> (3 * step))
    };
    let stacked = discs << 1 & discs << 2 & discs << 3;
    (stacked | along(6) | along(7) | along(8)) & ALL
}

/// A position with the threats of both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Duel {
    /// The discs of the side to move.
    pub(super) mover: Cells,
    /// The discs of the other side.
    pub(super) waiter: Cells,
    /// [`completions`] of the side to move.
    pub(super) mover_wins: Cells,
    /// [`completions`] of the other side.
    pub(super) waiter_wins: Cells,
}

impl Duel {
    pub(super) fn new(board: &Board) -> Self {
        let (mover, waiter) = (board.mover(), board.waiter());
        Self { mover, waiter, mover_wins: completions(mover), waiter_wins: completions(waiter) }
    }

    pub(super) fn taken(&self) -> Cells {
        self.mover | self.waiter
    }

    /// How many discs there are.
    pub(super) const fn discs(&self) -> u32 {
        (self.mover | self.waiter).count_ones()
    }

    pub(super) fn free(&self) -> Cells {
        ALL ^ self.taken()
    }

    /// The position after the side to move has taken `cell`.
    pub(super) fn after(&self, cell: Cells) -> Self {
        let discs = self.mover | cell;
        Self {
            mover: self.waiter,
            waiter: discs,
            mover_wins: self.waiter_wins,
            waiter_wins: completions(discs),
        }
    }

    /// The cells that win at once.
    pub(super) fn wins(&self) -> Cells {
        self.mover_wins & playable(self.taken())
    }

    /// The moves after which the other side can't win at once, if this side can't either.
    pub(super) fn safe(&self) -> Cells {
        let playable = playable(self.taken());
        let urgent = self.waiter_wins & playable;
        let answers = if urgent == 0 { playable } else { urgent };
        if is_single(urgent) { answers & !(self.waiter_wins >> 1) } else { 0 }
    }
}

/// Whether a set has at most one member.
pub(super) fn is_single(cells: Cells) -> bool {
    cells & cells.wrapping_sub(1) == 0
}
