//! The kinds of table files, their titles and names.

use super::slice::Slice;
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
    /// Plies to an irreversible move (DTZ) of half of the lost positions with the material of
    /// [`SLOW_WINS`](super::SLOW_WINS).
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

    /// What the title calls the content: with the encoding, so that earlier files are refused.
    const fn content(self) -> &'static str {
        match self {
            Self::Wld => "dictionary-coded results",
            _ => self.name(),
        }
    }

    /// The title of the file of all positions with that number of pieces.
    #[must_use]
    pub fn title(self, pieces: usize) -> String {
        format!("bestmove endgame: checkers, {pieces} pieces, {}", self.content())
    }

    /// The path of the file of all positions with that number of pieces.
    #[must_use]
    pub fn path(self, dir: &Path, pieces: usize) -> PathBuf {
        dir.join(format!("checkers-{pieces}.{}", self.name()))
    }

    /// The title of the file of the results of a slice.
    #[must_use]
    pub fn slice_title(slice: Slice) -> String {
        format!("bestmove endgame: checkers, {slice}, {}", Self::Wld.content())
    }

    /// The path of the file of the results of a slice, such as `checkers-7-1-3-0-3.results`: the
    /// number of pieces, the men and kings of the side to move, and those of the opponent.
    #[must_use]
    pub fn slice_path(dir: &Path, slice: Slice) -> PathBuf {
        let Slice { own, other } = slice;
        let material = format!("{}-{}-{}-{}", own.men, own.kings, other.men, other.kings);
        dir.join(format!("checkers-{}-{material}.results", slice.pieces()))
    }
}
