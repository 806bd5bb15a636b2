//! Cutoffs by the transposition table, at the node itself and at its children:
//! enhanced transposition cutoff (ETC; Schaeffer and Plaat: New advances in alpha-beta searching, ACM
//! 1996).

use super::Entry;
use super::move_ordering::RankedMoves;
use super::node::Node;
use super::searcher::{Searcher, Visit};
use super::window::Window;
use crate::game::{Game, Moves};
use crate::types::{Bound, Depth, Key, Score};
use smallvec::SmallVec;

/// Salt for results of a search past the tablebase, which know less about the winner than those with it.
const PAST_TABLEBASE: u64 = 1 << 34;

/// Table keys of a node's children, in the order of its moves.
pub(super) type ChildKeys = SmallVec<[Key; 48]>;

impl<G: Game> Searcher<'_, G> {
    /// The key of a node's result in the table that all games share.
    pub(super) fn table_key(&self, node: &Node<'_, G>, depth: Depth) -> Key {
        let salt = const { Key::game_salt(G::ID) };
        let key = node.table_key(depth, self.settings.selective).salted(salt);
        if self.search_past_tablebase { key.salted(PAST_TABLEBASE) } else { key }
    }

    /// The score of an entry, if it makes the search of the node unnecessary. Nodes with an open window
    /// are always searched, because their principal variation must be complete.
    pub(super) fn table_cutoff(
        &mut self,
        entry: &Entry,
        node: &Node<'_, G>,
        depth: Depth,
        window: Window,
    ) -> Option<Score> {
        let too_long = |plies| !node.within_no_progress(plies);
        if !window.is_null() || entry.score.plies().is_some_and(too_long) {
            return None;
        }
        let score = entry.score.from_table(node.ply);
        let bound = self.usable_bound(entry, depth)?;
        let shown = if score >= window.beta { Bound::Lower } else { Bound::Upper };
        let cuts = bound == Bound::Exact || bound == shown;
        if cuts {
            self.dependence.heuristic |= !entry.exhaustive && !is_proof(score, shown);
        }
        cuts.then_some(score)
    }

    /// How the score of an entry relates to the score at `depth`.
    ///
    /// A selective search accepts deeper entries; a full-width search only those of its own depth. A win
    /// stays a win, and a loss a loss, at any depth that reaches the end of the game, and a score
    /// without evaluations stays the same at any greater depth.
    fn usable_bound(&self, entry: &Entry, depth: Depth) -> Option<Bound> {
        let selective = self.settings.selective;
        if entry.depth == depth
            || (selective && entry.depth > depth)
            || (entry.exhaustive && entry.depth < depth)
        {
            return Some(entry.bound);
        }
        let in_reach =
            entry.score.plies().is_some_and(|plies| selective || plies <= u16::from(depth.plies()));
        match entry.bound {
            _ if !in_reach => None,
            Bound::Upper | Bound::Exact if entry.score < Score::DRAW => Some(Bound::Upper),
            Bound::Lower | Bound::Exact if entry.score > Score::DRAW => Some(Bound::Lower),
            Bound::Exact | Bound::Lower | Bound::Upper => None,
        }
    }

    /// The keys of the children, for [`Searcher::enhanced_transposition_cutoff`]. Prefetches their
    /// entries.
    pub(super) fn prefetch_children(
        &self,
        node: &Node<'_, G>,
        moves: &Moves<G::Move>,
        window: Window,
        depth: Depth,
    ) -> ChildKeys {
        if !self.settings.enhanced_cutoffs || !window.is_null() || depth < Depth::new(2) {
            return ChildKeys::new();
        }
        let key = |&played: &G::Move| {
            let key = self.table_key(&node.child(played), depth - Depth::ONE);
            self.table.prefetch(key);
            key
        };
        moves.iter().map(key).collect()
    }

    /// A cutoff by the table entry of some child. Entries that are too shallow for that still rank the
    /// moves.
    pub(super) fn enhanced_transposition_cutoff(
        &mut self,
        visit: &Visit<'_, G>,
        children: &ChildKeys,
        ranked: &mut RankedMoves<G::Move>,
    ) -> Option<Score> {
        let &Visit { node, window, .. } = visit;
        let depth = visit.depth - Depth::ONE;
        for (index, &key) in children.iter().enumerate() {
            let Some(entry) = self.table.probe(key) else { continue };
            let child = node.child(ranked.moves[index]);
            let score = -entry.score.from_table(child.ply);
            if entry.bound != Bound::Lower && score >= window.beta {
                ranked.rank_by_child_entry(index, true);
                let is_repetition = child.repetition().is_some();
                let cutoff =
                    (!is_repetition).then(|| self.table_cutoff(&entry, &child, depth, window.flipped()));
                if let Some(score) = cutoff.flatten() {
                    return Some(-score);
                }
            } else if entry.bound != Bound::Upper && score <= window.alpha {
                ranked.rank_by_child_entry(index, false);
            }
        }
        None
    }
}

/// Whether a bounded score holds without any evaluation: at least a win, or at most a loss.
pub(super) fn is_proof(score: Score, bound: Bound) -> bool {
    let opposite = if score > Score::DRAW { Bound::Upper } else { Bound::Lower };
    score.is_decisive() && bound != opposite
}
