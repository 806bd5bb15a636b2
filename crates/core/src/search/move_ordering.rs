//! Move ordering: table move, children's table entries, history, static order.

use super::Settings;
use super::history::HistoryTables;
use super::node::Node;
use crate::game::{Game, Moves};
use smallvec::SmallVec;

/// Moves with order scores. They are sorted one at a time as they are picked, because mostly the first
/// one refutes the node.
pub(super) struct RankedMoves<M> {
    /// The moves picked so far in that order, then the others.
    pub(super) moves: Moves<M>,
    /// Order scores; the highest is picked first.
    scores: SmallVec<[i32; 48]>,
}

impl<M: Copy> RankedMoves<M> {
    /// No moves.
    pub(super) fn new() -> Self {
        Self { moves: Moves::new(), scores: SmallVec::new() }
    }

    /// Ranks a move up or down by the table entry of the position after it.
    pub(super) fn rank_by_child_entry(&mut self, index: usize, is_good: bool) {
        self.scores.resize(self.moves.len(), 0);
        self.scores[index] = if is_good { CHILD_ENTRY } else { -CHILD_ENTRY };
    }

    /// Defers the move picked as number `index` until all others have been searched. Returns false if it
    /// has been deferred before.
    pub(super) fn defer(&mut self, index: usize) -> bool {
        let is_first_time = self.scores[index] != DEFERRED;
        self.scores[index] = DEFERRED;
        is_first_time
    }

    /// The next move when `index` have been searched. Equal scores keep the order of generation.
    pub(super) fn pick(&mut self, index: usize) -> Option<M> {
        let rest = self.scores.get(index..)?;
        let highest = rest.iter().copied().max()?;
        let best = index + rest.iter().position(|&score| score == highest)?;
        self.scores[index..=best].rotate_right(1);
        self.moves[index..=best].rotate_right(1);
        Some(self.moves[index])
    }
}

/// Below all other order scores.
const DEFERRED: i32 = i32::MIN;
/// Above all other order scores.
const TABLE_MOVE: i32 = i32::MAX;
const CHILD_ENTRY: i32 = 1 << 14;
/// One unit of [`Game::order_score`], in units of history.
const STATIC_ORDER: i32 = 1 << 9;

/// What one thread's search has learned about moves, whatever the position.
pub(super) struct MoveOrdering<G: Game> {
    settings: Settings,
    history: HistoryTables<G>,
}

impl<G: Game> MoveOrdering<G> {
    pub(super) fn new(settings: Settings) -> Self {
        Self { settings, history: HistoryTables::new() }
    }

    /// Scores the moves of a node.
    pub(super) fn rank(
        &self,
        node: &Node<'_, G>,
        ranked: &mut RankedMoves<G::Move>,
        table_move: Option<u16>,
    ) {
        let rows = HistoryTables::rows(node);
        ranked.scores.resize(ranked.moves.len(), 0);
        for (score, &played) in ranked.scores.iter_mut().zip(&ranked.moves) {
            if table_move == Some(G::code(played)) {
                *score = TABLE_MOVE;
                continue;
            }
            if self.settings.order_scores {
                *score += G::order_score(&node.position, played) * STATIC_ORDER;
            }
            *score += self.history.score(rows, played);
        }
    }

    /// Records that the last of `searched` refuted the node, and that the moves before it did not or were pruned.
    pub(super) fn update(&mut self, node: &Node<'_, G>, searched: &[G::Move]) {
        if self.settings.history {
            self.history.update(HistoryTables::rows(node), searched);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each move is picked once.
    #[test]
    fn deferred_moves_come_last() {
        let mut ranked =
            RankedMoves { moves: (0..6).collect(), scores: SmallVec::from_slice(&[3, 1, 4, 1, 5, 9]) };
        let mut searched = Vec::new();
        while let Some(played) = ranked.pick(searched.len()) {
            if [5, 2, 3].contains(&played) && ranked.defer(searched.len()) {
                continue;
            }
            searched.push(played);
        }
        assert_eq!(searched[..3], [4, 0, 1]);
        searched[3..].sort_unstable();
        assert_eq!(searched[3..], [2, 3, 5]);
    }
}
