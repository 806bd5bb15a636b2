//! What a search is asked and what it finds.

use super::{Cutoffs, Path, Probes, StoppedBy};
use crate::game::{Game, Moves};
use crate::types::{Bound, Depth, Ply, Verdict};
use std::num::NonZeroUsize;

/// What is asked about the moves at the root.
#[derive(Clone, Copy, Debug)]
pub struct Roots<'a, G: Game> {
    /// How the game came to the root.
    pub path: &'a Path<G>,
    /// The moves to choose from, legal ones; empty only when the game is over.
    pub moves: &'a Moves<G::Move>,
    /// How many of them get a score and a line of their own, the best at least.
    pub lines: NonZeroUsize,
}

/// A move with its score and what follows.
#[derive(Clone, Debug)]
pub struct Variation<G: Game> {
    /// The move, then best play for both sides.
    pub line: Vec<G::Move>,
    /// The score of the move, from the side to move.
    pub verdict: Verdict,
    /// How the score relates to the true one.
    pub bound: Bound,
}

/// What a search found.
pub struct Found<G: Game> {
    /// Best play for both sides, the best move first; empty when the game is over.
    pub line: Vec<G::Move>,
    /// The score, from the side to move.
    pub verdict: Verdict,
    /// How the score relates to the true one.
    pub bound: Bound,
    /// The next best moves, as many as were asked for, best first.
    pub others: Vec<Variation<G>>,
    /// The last finished iteration.
    pub depth: Depth,
    /// The longest path looked at.
    pub selective_depth: Ply,
    /// Positions visited, by all threads.
    pub nodes: u64,
    /// How good the ordering of moves was.
    pub cutoffs: Cutoffs,
    /// How often the transposition table was of help, to all threads.
    pub probes: Probes,
    /// What ended the search.
    pub stopped_by: StoppedBy,
}

impl<G: Game> Found<G> {
    /// The move to play; `None` when the game is over.
    #[must_use]
    pub fn best_move(&self) -> Option<G::Move> {
        self.line.first().copied()
    }
}
