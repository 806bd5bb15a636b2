//! Pruning by the static evaluation of a quiet node: futility pruning (Heinz: Extended futility
//! pruning, ICCA Journal 21(2), 1998), reverse futility pruning (static null move pruning), and
//! reductions scaled by the evaluation.

use super::node::Node;
use super::searcher::{Searcher, Visit};
use super::window::Window;
use crate::game::{Game, Moves};
use crate::types::{Depth, Score};

/// The greatest depth for futility and reverse futility pruning.
pub(super) const FUTILITY_DEPTH: Depth = Depth::new(2);
/// A late move is reduced by one ply more for each of these multiples of [`Evaluator::PLY_MARGIN`] that the
/// evaluation is below alpha.
const REDUCTION_MARGINS: [i16; 2] = [3, 5];

impl<G: Game> Searcher<'_, G> {
    /// The evaluation of a node, if the search is selective: of a quiet one, or where evaluations foresee noisy moves.
    pub(super) fn static_eval(&self, node: &Node<'_, G>, moves: &Moves<G::Move>) -> Option<Score> {
        let is_quiet = || {
            !moves.iter().any(|&played| G::is_noisy(&node.position, played))
                && !G::opponent_threatens(&node.position)
        };
        (self.reduces() && (G::FORESEES_NOISY_MOVES || is_quiet()))
            .then(|| G::evaluate(&node.position, self.knowledge))
    }

    /// Reverse futility pruning: the evaluation, if it is above the window by a margin for each ply.
    pub(super) fn reverse_futility(&mut self, visit: &Visit<'_, G>) -> Option<Score> {
        let &Visit { depth, window, .. } = visit;
        let static_eval = visit.static_eval.filter(|_| window.is_heuristic())?;
        let is_above = shifted(static_eval, -margin::<G>(depth)) >= window.beta;
        self.dependence.heuristic |= is_above;
        is_above.then_some(static_eval)
    }

    /// Futility pruning: an upper bound on the score of a move that need not be searched, because the
    /// node is well below the rest of the window and the move exposes nothing to capture.
    pub(super) fn futility_bound(
        &mut self,
        visit: &Visit<'_, G>,
        played: G::Move,
        rest: Window,
    ) -> Option<Score> {
        let most = shifted(visit.static_eval?, margin::<G>(visit.depth + Depth::ONE));
        let is_below = visit.depth <= FUTILITY_DEPTH && rest.is_heuristic() && most <= rest.alpha;
        if !is_below || G::exposes_capture(&visit.node.position, played) {
            return None;
        }
        self.dependence.heuristic = true;
        Some(most)
    }
}

/// Plies by which late moves are reduced further, as the evaluation is far below the window.
pub(super) fn eval_reduction<G: Game>(static_eval: Option<Score>, window: Window) -> u8 {
    if window.is_tablebase() {
        return 0;
    }
    let is_below = |margin: &&i16| {
        static_eval.is_some_and(|score| score.saturating_add(**margin * G::PLY_MARGIN) < window.alpha)
    };
    REDUCTION_MARGINS.iter().filter(is_below).count() as u8
}

/// How far the score may change within `depth`.
fn margin<G: Game>(depth: Depth) -> i32 {
    i32::from(G::PLY_MARGIN) * i32::from(depth.plies())
}

/// The estimate `by` units better.
fn shifted(score: Score, by: i32) -> Score {
    Score::estimate(i32::from(score.units()) + by)
}
