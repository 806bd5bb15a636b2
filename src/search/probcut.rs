//! Forward pruning by a shallower search (Buro: ProbCut, ICCA Journal 18(2), 1995).

use super::limits::Halt;
use super::negamax::Searcher;
use super::node::Node;
use super::standing::NEAR;
use super::window::Window;
use crate::game::Game;
use crate::types::{Depth, Line, Score};

/// How much better than needed a node must look, in the game's unit of evaluation: to the evaluation, and
/// again to the shallower search.
const MARGIN: i16 = 20;
/// Less depth for the shallower search, in plies.
const LESS: Depth = Depth::new(4);

impl<G: Game> Searcher<'_, G> {
    /// A score that a shallower search vouches for, if that and the evaluation are well above the window; near
    /// the horizon the evaluation vouches alone.
    pub(super) fn probable_cutoff(
        &mut self,
        node: &Node<'_, G>,
        standing: Option<Score>,
        window: Window,
        depth: Depth,
        line: &mut Line<G::Move>,
    ) -> Result<Option<Score>, Halt> {
        let Some(standing) = standing.filter(|_| window.is_estimated()) else { return Ok(None) };
        if depth <= NEAR {
            return Ok(self.stands_above(standing, window, depth));
        }
        let beta = window.beta.plus(MARGIN);
        if standing < beta {
            return Ok(None);
        }
        let score = self.negamax(node, Window::null(beta.plus(-1)), depth - LESS, line)?;
        Ok((score >= beta).then_some(score))
    }
}
