//! Endgame tablebases: win, draw or loss (WLD), distance to win (DTW), distance to zeroing (DTZ).

use super::Evaluator;

/// The result of best play by both sides, for the side to move. A tablebase ignores the path: earlier
/// positions as well as [`Rules::NO_PROGRESS_LIMIT`](super::Rules::NO_PROGRESS_LIMIT).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TablebaseResult {
    /// Neither side can force a win.
    Draw,
    /// The side to move wins, or has won.
    Win {
        /// Plies to the end of the game, the last move included; `None` where the table only has the
        /// result. The search ignores distances above
        /// [`Score::MAX_PLIES`](crate::types::Score::MAX_PLIES).
        plies: Option<u16>,
    },
    /// The side to move loses.
    Loss {
        /// As for a win.
        plies: Option<u16>,
    },
}

impl TablebaseResult {
    /// The distance to the end of the game; `None` for a draw and where the table only has the result.
    #[must_use]
    pub const fn plies(self) -> Option<u16> {
        match self {
            Self::Draw => None,
            Self::Win { plies } | Self::Loss { plies } => plies,
        }
    }
}

/// The tablebases of a game; none by default.
pub trait Tablebase: Evaluator {
    /// Probes a position at the speed of the search. Never wrong, even where the game is over. If it
    /// returns a distance, it also does for the positions on the way to the end.
    fn probe(_: &Self::Position, _: &Self::Knowledge) -> Option<TablebaseResult> {
        None
    }
    /// Probes for the distance to win (DTW) too, even where that takes long to look up.
    fn probe_dtw(position: &Self::Position, knowledge: &Self::Knowledge) -> Option<TablebaseResult> {
        Self::probe(position, knowledge)
    }
    /// The largest DTZ of such positions: plies within which the winner can force an irreversible move
    /// that keeps the win, or the end of the game. `None` if unknown.
    fn max_dtz(_: &Self::Position) -> Option<u16> {
        None
    }
    /// The distance to zeroing (DTZ): plies to the next irreversible move, with the winner hurrying it and
    /// the loser delaying it. The loser's own counts as two. `None` if unknown.
    fn probe_dtz(_: &Self::Position, _: &Self::Knowledge) -> Option<u16> {
        None
    }
    /// The longest run of plies without an irreversible move on any shortest way to win (by DTW) from such
    /// positions, whatever the loser plays. `None` if unknown.
    fn max_no_progress_plies(_: &Self::Position) -> Option<u16> {
        None
    }
}
