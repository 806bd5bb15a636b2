//! Forward pruning by a shallower search (Buro: ProbCut, ICCA Journal 18(2), 1995).

use super::limits::Halt;
use super::negamax::Searcher;
use super::node::Node;
use super::window::Window;
use crate::game::{Game, Moves};
use crate::types::{Depth, Line, Score};

/// How much better than needed a node must look, in the game's unit of evaluation: to the evaluation, and
/// again to the shallower search.
const MARGIN: i16 = 20;
/// Less depth for the shallower search, in plies.
const LESS: Depth = Depth::new(4);
/// Nothing is gained nearer to the horizon.
const LEAST: Depth = Depth::new(3);

impl<G: Game> Searcher<'_, G> {
    /// A score that a shallower search vouches for, if that and the evaluation are well above the window.
    /// Only quiet nodes are looked at: elsewhere the evaluation tells too little.
    pub(super) fn probable_cutoff(
        &mut self,
        node: &Node<'_, G>,
        moves: &Moves<G::Move>,
        window: Window,
        depth: Depth,
        line: &mut Line<G::Move>,
    ) -> Result<Option<Score>, Halt> {
        let is_open = !window.is_null() || window.alpha.is_decided() || window.beta.is_decided();
        if !self.reduces() || is_open || depth < LEAST || !is_quiet::<G>(&node.position, moves) {
            return Ok(None);
        }
        let beta = window.beta.plus(MARGIN);
        if G::evaluate(&node.position, self.knowledge) < beta {
            return Ok(None);
        }
        let score = self.negamax(node, Window::null(beta.plus(-1)), depth - LESS, line)?;
        Ok((score >= beta).then_some(score))
    }
}

fn is_quiet<G: Game>(position: &G::Position, moves: &Moves<G::Move>) -> bool {
    !moves.iter().any(|&played| G::is_noisy(position, played)) && !G::is_threatened(position)
}
