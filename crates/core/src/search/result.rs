//! What a search takes and what it returns.

use super::{Limits, Lines, Path, Probes, Settings, StoppedBy, TranspositionTable};
use crate::game::{Game, Moves};
use crate::types::{Bound, Depth, Ply, Verdict};
use std::num::NonZeroUsize;
use std::ops::AddAssign;

/// What a search works with besides the position.
#[derive(Debug)]
pub struct SearchContext<'a, G: Game> {
    /// Evaluation weights and tablebases.
    pub knowledge: &'a G::Knowledge,
    /// Where results of subtrees are stored; shared by any number of searches. 16 MiB are plenty for a
    /// second, and larger is better.
    pub table: &'a TranspositionTable,
    /// When to stop.
    pub limits: Limits<'a>,
    /// Which techniques are on.
    pub settings: Settings,
    /// Threads to search with.
    pub threads: NonZeroUsize,
    /// What draws one of several equal root moves (see [`draw_order`](super::draw_order)); without it, the move
    /// that was found first stays.
    pub seed: Option<u64>,
}

impl<'a, G: Game> SearchContext<'a, G> {
    /// The strongest search by one thread, within `limits`.
    #[must_use]
    pub const fn new(knowledge: &'a G::Knowledge, table: &'a TranspositionTable, limits: Limits<'a>) -> Self {
        let (settings, threads) = (Settings::STRONGEST, NonZeroUsize::MIN);
        Self { knowledge, table, limits, settings, threads, seed: None }
    }
}

impl<G: Game> Clone for SearchContext<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for SearchContext<'_, G> {}

/// The moves to search at the root.
#[derive(Clone, Copy, Debug)]
pub struct RootMoves<'a, G: Game> {
    /// The game up to the root.
    pub path: &'a Path<G>,
    /// Legal moves to choose from; empty only when the game is over, otherwise the search panics.
    pub moves: &'a Moves<G::Move>,
    /// How many of the best moves get a score and a line of their own (MultiPV).
    pub multi_pv: NonZeroUsize,
}

/// How good the move ordering was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cutoffs {
    /// Nodes refuted by a move.
    pub all: u64,
    /// Nodes refuted by the first move searched.
    pub first_move: u64,
}

impl AddAssign for Cutoffs {
    fn add_assign(&mut self, other: Self) {
        self.all += other.all;
        self.first_move += other.first_move;
    }
}

/// A root move with its score and principal variation.
#[derive(Clone, Debug)]
pub struct ScoredLine<G: Game> {
    /// The move, then best play by both sides; empty when the game is over.
    pub line: Vec<G::Move>,
    /// The score of the move, for the side to move.
    pub verdict: Verdict,
    /// How the score relates to the true one.
    pub bound: Bound,
}

/// What a search found.
pub struct SearchResult<G: Game> {
    /// The lines of the best moves, at most [`RootMoves::multi_pv`]. Where a limit stopped the last iteration, some
    /// may have a bound and the score of an earlier one.
    pub lines: Lines<ScoredLine<G>>,
    /// The last finished iteration.
    pub depth: Depth,
    /// The longest path searched, extensions and quiescence included.
    pub selective_depth: Ply,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// How often the first move refuted a node.
    pub cutoffs: Cutoffs,
    /// Probes of the transposition table by all threads.
    pub probes: Probes,
    /// Why the search stopped.
    pub stopped_by: StoppedBy,
}

impl<G: Game> SearchResult<G> {
    /// The line of the best move, with the score of the position.
    #[must_use]
    pub fn best(&self) -> &ScoredLine<G> {
        self.lines.best()
    }

    /// The move to play; `None` when the game is over.
    #[must_use]
    pub fn best_move(&self) -> Option<G::Move> {
        self.best().line.first().copied()
    }
}
