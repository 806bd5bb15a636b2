//! What tables tell of a position.

/// The result of best play by both sides, for the side to move. Tables know nothing of the path:
/// neither of earlier positions nor of [`Game::QUIET_PLIES`](super::Game::QUIET_PLIES).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Neither side can force more.
    Draw,
    /// The side to move wins, or has won.
    Win {
        /// Plies to the end of the game, the last move included; `None` where the table has only the
        /// result. To the search more than [`Score::MAX_PLIES`](crate::types::Score::MAX_PLIES) are none.
        plies: Option<u16>,
    },
    /// The side to move loses.
    Loss {
        /// As for a win.
        plies: Option<u16>,
    },
}
