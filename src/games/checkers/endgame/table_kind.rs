//! The kinds of table files, their titles and names.

use std::path::{Path, PathBuf};

/// The kinds of table files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableKind {
    /// Results with distances (DTW).
    Dtw,
    /// Results where the side to move can't capture (WLD).
    Wld,
    /// Distances of half of the lost positions.
    Losses,
    /// Plies to progress (DTZ) of half of the lost positions with the material of [`SLOW_WINS`].
    Progress,
}

impl TableKind {
    const fn name(self) -> &'static str {
        match self {
            Self::Dtw => "distances",
            Self::Wld => "results",
            Self::Losses => "losses",
            Self::Progress => "progress",
        }
    }

    /// The title of the file of all positions with so many pieces.
    #[must_use]
    pub fn title(self, pieces: usize) -> String {
        format!("bestmove endgame: checkers, {pieces} pieces, {}", self.name())
    }

    /// The path of the file of all positions with so many pieces.
    #[must_use]
    pub fn path(self, dir: &Path, pieces: usize) -> PathBuf {
        dir.join(format!("checkers-{pieces}.{}", self.name()))
    }
}
