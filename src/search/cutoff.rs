//! What the transposition table settles without search, and which moves it speaks for.

use super::Entry;
use super::negamax::Searcher;
use super::node::Node;
use super::order::Ranked;
use super::window::Window;
use crate::game::{Game, Moves};
use crate::types::{Bound, Depth, Key, Score};
use smallvec::SmallVec;

/// What is found by looking for the end, where tables tell who wins, is kept apart: it tells less of who wins.
const SEES_ENDS: u64 = 1 << 34;

/// Keys of a node's children in the table.
pub(super) type Children = SmallVec<[Key; 48]>;

impl<G: Game> Searcher<'_, G> {
    /// The name under which the result of a search of the node is kept, among those of all games.
    pub(super) fn table_key(&self, node: &Node<'_, G>, depth: Depth) -> Key {
        let salt = const { Key::game_salt(G::ID) };
        let key = node.table_key(depth, self.settings.selective).salted(salt);
        if self.sees_ends { key.salted(SEES_ENDS) } else { key }
    }

    /// The score that a table entry settles. Nodes with an open window are searched all the
    /// same: their line must be complete.
    pub(super) fn settled(
        &mut self,
        entry: &Entry,
        node: &Node<'_, G>,
        depth: Depth,
        window: Window,
    ) -> Option<Score> {
        let too_long = |plies| !node.has_room_for(plies);
        if !window.is_null() || entry.score.plies().is_some_and(too_long) {
            return None;
        }
        let score = entry.score.from_root(node.ply);
        let bound = self.vouched(entry, depth)?;
        let settles = match bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        if settles {
            self.grounds.estimated |= !entry.exhaustive && !proves(score, bound);
        }
        settles.then_some(score)
    }

    /// What the entry's score says of the score at `depth`.
    ///
    /// A deeper entry is as good, but not the same: a full-width search takes the depth at its
    /// word. A win remains a win, and a loss a loss, at any depth that sees the end of the game,
    /// and what no evaluation took part in remains what it is at any greater depth.
    fn vouched(&self, entry: &Entry, depth: Depth) -> Option<Bound> {
        let selective = self.settings.selective;
        if entry.depth == depth
            || (selective && entry.depth > depth)
            || (entry.exhaustive && entry.depth < depth)
        {
            return Some(entry.bound);
        }
        let in_sight =
            entry.score.plies().is_some_and(|plies| selective || plies <= u16::from(depth.plies()));
        match entry.bound {
            _ if !in_sight => None,
            Bound::Upper | Bound::Exact if entry.score < Score::DRAW => Some(Bound::Upper),
            Bound::Lower | Bound::Exact if entry.score > Score::DRAW => Some(Bound::Lower),
            Bound::Exact | Bound::Lower | Bound::Upper => None,
        }
    }

    /// The keys of the children, where [`Searcher::enhanced_cutoff`] will ask for them. Memory begins to look them
    /// up, which takes its time.
    pub(super) fn announced(
        &self,
        node: &Node<'_, G>,
        moves: &Moves<G::Move>,
        window: Window,
        depth: Depth,
    ) -> Children {
        if !self.settings.enhanced_cutoffs || !window.is_null() || depth < Depth::new(2) {
            return Children::new();
        }
        let key = |&played: &G::Move| {
            let key = self.table_key(&node.child(played), depth - Depth::ONE);
            self.table.prefetch(key);
            key
        };
        moves.iter().map(key).collect()
    }

    /// A refutation that the table knows of some child already. What it knows of the others, be it from
    /// a shallower search, helps to rank the moves.
    pub(super) fn enhanced_cutoff(
        &mut self,
        node: &Node<'_, G>,
        children: &Children,
        ranked: &mut Ranked<G::Move>,
        window: Window,
        depth: Depth,
    ) -> Option<Score> {
        let depth = depth - Depth::ONE;
        for (index, &key) in children.iter().enumerate() {
            let Some(entry) = self.table.probe(key) else { continue };
            let child = node.child(ranked.moves[index]);
            let score = -entry.score.from_root(child.ply);
            if entry.bound != Bound::Lower && score >= window.beta {
                ranked.hint(index, true);
                let settled =
                    child.recurs().is_none().then(|| self.settled(&entry, &child, depth, window.flipped()));
                if let Some(score) = settled.flatten() {
                    return Some(-score);
                }
            } else if entry.bound != Bound::Upper && score <= window.alpha {
                ranked.hint(index, false);
            }
        }
        None
    }
}

/// Whether a bounded score needs no evaluation to vouch for it: a win at least, a loss at most.
pub(super) fn proves(score: Score, bound: Bound) -> bool {
    let disproof = if score > Score::DRAW { Bound::Upper } else { Bound::Lower };
    score.is_decided() && bound != disproof
}
