//! Moves.

use super::square::{Square, Squares};

/// A turn: a step, or a whole capture. Paths that take the same pieces between the same squares are
/// one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) captured: Squares,
}

impl Move {
    pub(super) const fn is_capture(self) -> bool {
        !self.captured.is_empty()
    }
}
