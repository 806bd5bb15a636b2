//! ProbCut: pruning by a shallower search with a raised beta (Buro: ProbCut: an effective selective
//! extension of the alpha-beta algorithm, ICCA Journal 18(2), 1995).

use super::limits::Stopped;
use super::searcher::{Searcher, Visit};
use super::window::Window;
use crate::game::Game;
use crate::types::{Depth, Line, Score};

/// By how many plies the shallower search is reduced.
const PROBCUT_REDUCTION: Depth = Depth::new(4);

impl<G: Game> Searcher<'_, G> {
    /// A score well above the window by the evaluation and a shallower search.
    pub(super) fn probcut(
        &mut self,
        visit: &Visit<'_, G>,
        line: &mut Line<G::Move>,
    ) -> Result<Option<Score>, Stopped> {
        let &Visit { node, depth, window, .. } = visit;
        let Some(static_eval) = visit.static_eval.filter(|_| window.is_heuristic()) else { return Ok(None) };
        // The evaluation and the shallower search must be above beta by a margin.
        let beta = window.beta.saturating_add(G::PLY_MARGIN);
        if static_eval < beta {
            return Ok(None);
        }
        let null = Window::null(beta.saturating_add(-1));
        let score = self.negamax(node, null, depth - PROBCUT_REDUCTION, line)?;
        Ok((score >= beta).then_some(score))
    }
}
