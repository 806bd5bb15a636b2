//! Which move to try first. Good guesses make alpha-beta fast; bad ones never make it wrong.

use super::Settings;
use super::history::Histories;
use super::node::Node;
use crate::game::{Game, Moves};
use crate::types::{Depth, Ply};
use smallvec::SmallVec;

/// Moves that are tried one after the other, best guess first. They are sorted only as far as they are
/// tried: mostly the first one refutes the node.
pub(super) struct Ranked<M> {
    /// Those that have been tried first, in that order.
    pub(super) moves: Moves<M>,
    /// The higher the earlier.
    ranks: SmallVec<[i32; 48]>,
}

impl<M: Copy> Ranked<M> {
    /// No moves.
    pub(super) fn new() -> Self {
        Self { moves: Moves::new(), ranks: SmallVec::new() }
    }

    /// Ranks the move as number `index` higher or lower, by what the table knows of the position after it.
    pub(super) fn hint(&mut self, index: usize, is_good: bool) {
        self.ranks.resize(self.moves.len(), 0);
        self.ranks[index] = if is_good { HINT } else { -HINT };
    }

    /// Puts off the move that was picked as number `index` until all others have been tried, but not twice.
    pub(super) fn put_off(&mut self, index: usize) -> bool {
        let is_first_time = self.ranks[index] != PUT_OFF;
        self.ranks[index] = PUT_OFF;
        is_first_time
    }

    /// The next move to try, when `index` have been tried. Equal ranks come in the order of generation.
    pub(super) fn pick(&mut self, index: usize) -> Option<M> {
        let rest = self.ranks.get(index..)?;
        let highest = rest.iter().copied().max()?;
        let best = index + rest.iter().position(|&rank| rank == highest)?;
        self.ranks[index..=best].rotate_right(1);
        self.moves[index..=best].rotate_right(1);
        Some(self.moves[index])
    }
}

/// Ranks below all others.
const PUT_OFF: i32 = i32::MIN;
/// Ranks above all others.
const FROM_TABLE: i32 = i32::MAX;
const KILLER: i32 = 1 << 12;
const HINT: i32 = 1 << 13;
/// One unit of [`Game::promise`], in units of history.
const PROMISE: i32 = 1 << 11;

/// What the search has learned about moves, apart from positions.
pub(super) struct Order<G: Game> {
    settings: Settings,
    /// The last two moves that refuted a node, by ply.
    killers: Vec<[Option<u16>; 2]>,
    histories: Histories<G>,
}

impl<G: Game> Order<G> {
    pub(super) fn new(settings: Settings) -> Self {
        let killers = vec![[None; 2]; usize::from(Ply::MAX.moves()) + 1];
        Self { settings, killers, histories: Histories::new() }
    }

    /// Ranks the moves at a node.
    pub(super) fn rank(&self, node: &Node<'_, G>, ranked: &mut Ranked<G::Move>, from_table: Option<u16>) {
        let rows = Histories::rows(node);
        let killers = self.killers[usize::from(node.ply.moves())];
        ranked.ranks.resize(ranked.moves.len(), 0);
        for (rank, &played) in ranked.ranks.iter_mut().zip(&ranked.moves) {
            let code = G::code(played);
            if from_table == Some(code) {
                *rank = FROM_TABLE;
                continue;
            }
            if self.settings.promise {
                *rank += G::promise(&node.position, played) * PROMISE;
            }
            if killers.contains(&Some(code)) {
                *rank += KILLER;
            }
            *rank += self.histories.score(rows, played);
        }
    }

    /// Learns that the last of `tried` refuted the node and those before it did not.
    pub(super) fn learn(&mut self, node: &Node<'_, G>, tried: &[G::Move], depth: Depth) {
        if self.settings.killers {
            let killers = &mut self.killers[usize::from(node.ply.moves())];
            let code = tried.last().copied().map(G::code);
            if killers[0] != code {
                *killers = [code, killers[0]];
            }
        }
        if self.settings.history {
            self.histories.learn(Histories::rows(node), tried, depth);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each move comes once, those put off last.
    #[test]
    fn moves_that_are_put_off_come_last() {
        let mut ranked = Ranked { moves: (0..6).collect(), ranks: SmallVec::from_slice(&[3, 1, 4, 1, 5, 9]) };
        let mut tried = Vec::new();
        while let Some(played) = ranked.pick(tried.len()) {
            if [5, 2, 3].contains(&played) && ranked.put_off(tried.len()) {
                continue;
            }
            tried.push(played);
        }
        assert_eq!(tried[..3], [4, 0, 1]);
        tried[3..].sort_unstable();
        assert_eq!(tried[3..], [2, 3, 5]);
    }
}
