//! The kinds of table files, their titles and names.

use std::path::{Path, PathBuf};

/// The kinds of table files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableKind {
    /// Results with distances (DTW).
    Dtw,
    /// Results where the side to move can't capture (WLD).
    Wld,
    /// Distances (DTW) of half of the lost positions.
    LostDtw,
    /// Plies to an irreversible move (DTZ) of half of the lost positions with the material of [`SLOW_WINS`](super::SLOW_WINS).
    LostDtz,
}

impl TableKind {
    const fn name(self) -> &'static str {
        match self {
            Self::Dtw => "distances",
            Self::Wld => "results",
            Self::LostDtw => "losses",
            Self::LostDtz => "progress",
        }
    }

    /// The title of the file of all positions with that number of pieces.
    #[must_use]
    pub fn title(self, pieces: usize) -> String {
        format!("bestmove endgame: checkers, {pieces} pieces, {}", self.name())
    }

    /// The path of the file of all positions with that number of pieces.
    #[must_use]
    pub fn path(self, dir: &Path, pieces: usize) -> PathBuf {
        dir.join(format!("checkers-{pieces}.{}", self.name()))
    }
}
