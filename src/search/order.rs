//! Which move to try first. Good guesses make alpha-beta fast; bad ones never make it wrong.

use super::Settings;
use crate::game::{Game, Moves, Side};
use crate::types::{Depth, Ply};
use smallvec::SmallVec;
use std::marker::PhantomData;

/// Moves that are tried one after the other, best guess first. They are sorted only as far as they are
/// tried: mostly the first one refutes the node.
pub(super) struct Ranked<M> {
    moves: Moves<M>,
    ranks: SmallVec<[i32; 48]>,
}

impl<M: Copy> Ranked<M> {
    /// The next move to try, when `index` have been tried. Equal ranks come in the order of generation.
    pub(super) fn pick(&mut self, index: usize) -> Option<M> {
        let rest = self.ranks.get(index..)?;
        let highest = rest.iter().copied().max()?;
        let best = index + rest.iter().position(|&rank| rank == highest)?;
        self.ranks[index..=best].rotate_right(1);
        self.moves[index..=best].rotate_right(1);
        Some(self.moves[index])
    }

    /// The moves, those that have been tried first, in that order.
    pub(super) fn moves(&self) -> &[M] {
        &self.moves
    }
}

/// Ranks above all others.
const FROM_TABLE: i32 = i32::MAX;
const KILLER: i32 = 1 << 12;
/// One unit of [`Game::promise`], in units of history.
const PROMISE: i32 = 1 << 11;
/// History scores stay within this.
const HISTORY_MAX: i32 = 1 << 13;

/// What the search has learned about moves, apart from positions.
pub(super) struct Order<G: Game> {
    settings: Settings,
    /// The last two moves that refuted a node, by ply.
    killers: Vec<[Option<u16>; 2]>,
    /// How often a move refuted, weighed by depth, by side and code.
    history: [Vec<i32>; 2],
    game: PhantomData<G>,
}

impl<G: Game> Order<G> {
    pub(super) fn new(settings: Settings) -> Self {
        let killers = vec![[None; 2]; usize::from(Ply::MAX.moves()) + 1];
        Self { settings, killers, history: [vec![0; G::CODES], vec![0; G::CODES]], game: PhantomData }
    }

    /// Ranks the moves.
    pub(super) fn rank(
        &self,
        position: &G::Position,
        moves: Moves<G::Move>,
        ply: Ply,
        from_table: Option<u16>,
    ) -> Ranked<G::Move> {
        let history = &self.history[index(G::to_move(position))];
        let killers = self.killers[usize::from(ply.moves())];
        let rank = |&played: &G::Move| {
            let code = G::code(played);
            if from_table == Some(code) {
                return FROM_TABLE;
            }
            let promise = if self.settings.promise { G::promise(position, played) * PROMISE } else { 0 };
            let killer = if killers.contains(&Some(code)) { KILLER } else { 0 };
            promise + killer + history[usize::from(code)]
        };
        let ranks = moves.iter().map(rank).collect();
        Ranked { moves, ranks }
    }

    /// Learns that the last of `tried` refuted a node and those before it did not.
    pub(super) fn learn(&mut self, side: Side, tried: &[G::Move], ply: Ply, depth: Depth) {
        let Some((&refutation, failed)) = tried.split_last() else { return };
        if self.settings.killers {
            let killers = &mut self.killers[usize::from(ply.moves())];
            let code = Some(G::code(refutation));
            if killers[0] != code {
                *killers = [code, killers[0]];
            }
        }
        if self.settings.history {
            let bonus = i32::from(depth.plies()).pow(2).min(HISTORY_MAX / 4);
            self.credit(side, refutation, bonus);
            for &played in failed {
                self.credit(side, played, -bonus);
            }
        }
    }

    /// Moves a history score towards the limit on the side of `bonus`, never past it.
    fn credit(&mut self, side: Side, played: G::Move, bonus: i32) {
        let score = &mut self.history[index(side)][usize::from(G::code(played))];
        *score += bonus - *score * bonus.abs() / HISTORY_MAX;
    }
}

const fn index(side: Side) -> usize {
    match side {
        Side::First => 0,
        Side::Second => 1,
    }
}
