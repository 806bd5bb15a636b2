//! What the evaluation of a quiet node tells before any move is searched: how far it stands from the window.

use super::negamax::Searcher;
use super::node::Node;
use super::window::Window;
use crate::game::{Game, Moves};
use crate::types::{Depth, Score};

/// What a ply may change, in the game's unit of evaluation: so much at once, and again with each ply.
const STRIDE: i32 = 20;
/// So near to the horizon the evaluation decides alone.
pub(super) const NEAR: Depth = Depth::new(2);
/// Below the window by the first of these, a late move is worth a ply less; by the second, two.
const BELOW: [i16; 2] = [60, 100];

impl<G: Game> Searcher<'_, G> {
    /// The evaluation of a quiet node, where the search may be led by it.
    pub(super) fn standing(&self, node: &Node<'_, G>, moves: &Moves<G::Move>) -> Option<Score> {
        let is_quiet = || {
            !moves.iter().any(|&played| G::is_noisy(&node.position, played))
                && !G::is_threatened(&node.position)
        };
        (self.reduces() && is_quiet()).then(|| G::evaluate(&node.position, self.knowledge))
    }

    /// The score of a node near the horizon, if it stands well above the window.
    pub(super) fn stands_above(&mut self, standing: Score, window: Window, depth: Depth) -> Option<Score> {
        let is_above = moved(standing, -reach(depth)) >= window.beta;
        self.grounds.estimated |= is_above;
        is_above.then_some(standing)
    }

    /// The most that a move is worth, if that is too little to search it: near the horizon, at a node well
    /// below the window, where the move gives the other side nothing to take.
    pub(super) fn written_off(
        &mut self,
        node: &Node<'_, G>,
        played: G::Move,
        standing: Option<Score>,
        window: Window,
        depth: Depth,
    ) -> Option<Score> {
        let most = moved(standing?, reach(depth));
        let is_below = depth <= NEAR && window.is_estimated() && most <= window.alpha;
        if !is_below || G::provokes(&node.position, played) {
            return None;
        }
        self.grounds.estimated = true;
        Some(most)
    }
}

/// Plies that late moves are worth less, as their node stands far below the window.
pub(super) fn plies_below(standing: Option<Score>, window: Window) -> u8 {
    if window.is_likely() {
        return 0;
    }
    let is_below = |margin: &&i16| standing.is_some_and(|score| score.plus(**margin) < window.alpha);
    BELOW.iter().filter(is_below).count() as u8
}

/// How far the score may move within a few plies.
fn reach(depth: Depth) -> i32 {
    STRIDE * (1 + i32::from(depth.plies()))
}

/// An estimate with that much more, an estimate again.
fn moved(score: Score, by: i32) -> Score {
    Score::estimate(i32::from(score.units()) + by)
}
