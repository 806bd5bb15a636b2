//! Which moves a query is about, and the key by which equal queries are recognised.

use bestmove_core::opponent::Opponent;
use std::num::NonZeroUsize;

/// The most moves that a selection names: more than any position has, in all their notations.
pub(super) const MAX_SELECTED: usize = 256;

/// Which moves are analysed, and how many of them get a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveSelection<'a> {
    /// How many moves get a score and a line of their own (MultiPV); capped at the number of moves.
    pub lines: NonZeroUsize,
    /// The moves to choose from; all legal ones if `None`.
    pub only: Option<&'a [String]>,
    /// Moves to exclude.
    pub avoid: &'a [String],
    /// Who chooses the best move; the strongest engine if `None`.
    pub opponent: Option<Opponent>,
    /// Whether an opening book of estimates may answer in place of a search.
    pub book: bool,
}

impl Default for MoveSelection<'_> {
    /// The best of all legal moves, by a search.
    fn default() -> Self {
        Self { lines: NonZeroUsize::MIN, only: None, avoid: &[], opponent: None, book: false }
    }
}

/// What a query asks, apart from its limits, in canonical notation. Queries with equal keys have the same
/// answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct QueryKey {
    /// The game's name in URLs.
    pub game: &'static str,
    /// The position after the last irreversible move, or before it if it captured and the other side may
    /// capture back: [reasons](bestmove_core::explanation) take that into account.
    pub position: String,
    /// The moves since then.
    pub moves: Vec<String>,
    /// How many moves get a line, at most as many as there are.
    pub lines: usize,
    /// The moves to choose from, unless they are all legal ones.
    pub only: Option<Vec<String>>,
    /// Who chooses the best move.
    pub opponent: Option<Opponent>,
}
