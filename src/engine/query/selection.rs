//! Which moves a query is about, and the key by which equal queries are recognised.

use std::num::NonZeroUsize;

/// Which moves are analysed, and how many of them get a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveSelection<'a> {
    /// How many moves get a score and a line of their own (MultiPV); capped at the number of moves.
    pub lines: NonZeroUsize,
    /// The moves to choose from; all legal ones if `None`.
    pub only: Option<&'a [String]>,
    /// Moves to exclude.
    pub avoid: &'a [String],
}

impl Default for MoveSelection<'_> {
    /// The best of all legal moves.
    fn default() -> Self {
        Self { lines: NonZeroUsize::MIN, only: None, avoid: &[] }
    }
}

/// What a query asks, apart from its limits, in canonical notation. Queries with equal keys have the same
/// answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct QueryKey {
    /// The game's name in URLs.
    pub game: &'static str,
    /// The position after the last irreversible move.
    pub position: String,
    /// The moves since then.
    pub moves: Vec<String>,
    /// How many moves get a line, at most as many as there are.
    pub lines: usize,
    /// The moves to choose from, unless they are all legal ones.
    pub only: Option<Vec<String>>,
}
