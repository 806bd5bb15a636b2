//! Threats: cells that complete four in a row, and the moves they force.

use super::board::{ALL, Board, Cells, playable, winning_cells_of};

/// A position with the threats of both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ThreatBoard {
    /// The discs of the side to move.
    pub(super) mover: Cells,
    /// The discs of the opponent.
    pub(super) opponent: Cells,
    /// [`winning_cells_of`] the side to move.
    pub(super) mover_wins: Cells,
    /// [`winning_cells_of`] the opponent.
    pub(super) opponent_wins: Cells,
}

impl ThreatBoard {
    pub(super) fn new(board: &Board) -> Self {
        let (mover, opponent) = (board.mover(), board.opponent());
        Self {
            mover,
            opponent,
            mover_wins: winning_cells_of(mover),
            opponent_wins: winning_cells_of(opponent),
        }
    }

    pub(super) fn taken(&self) -> Cells {
        self.mover | self.opponent
    }

    /// The number of discs.
    pub(super) const fn discs(&self) -> u32 {
        (self.mover | self.opponent).count_ones()
    }

    pub(super) fn free(&self) -> Cells {
        ALL ^ self.taken()
    }

    /// The position after the side to move has taken `cell`.
    pub(super) fn after(&self, cell: Cells) -> Self {
        let discs = self.mover | cell;
        Self {
            mover: self.opponent,
            opponent: discs,
            mover_wins: self.opponent_wins,
            opponent_wins: winning_cells_of(discs),
        }
    }

    /// The cells that win at once.
    pub(super) fn winning_moves(&self) -> Cells {
        self.mover_wins & playable(self.taken())
    }

    /// The moves after which the opponent can't win at once, provided this side can't either.
    pub(super) fn non_losing_moves(&self) -> Cells {
        let playable = playable(self.taken());
        let urgent = self.opponent_wins & playable;
        let answers = if urgent == 0 { playable } else { urgent };
        if is_single(urgent) { answers & !(self.opponent_wins >> 1) } else { 0 }
    }
}

/// Whether a set has at most one member.
pub(super) fn is_single(cells: Cells) -> bool {
    cells & cells.wrapping_sub(1) == 0
}
