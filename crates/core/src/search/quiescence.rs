//! Quiescence search: noisy moves only, until the static evaluation can be trusted.

use super::limits::Stopped;
use super::move_ordering::RankedMoves;
use super::node::Node;
use super::searcher::{Searcher, terminal_score};
use super::window::Window;
use crate::game::Game;
use crate::types::{Line, Ply, Score};

impl<G: Game> Searcher<'_, G> {
    /// The best score when only noisy moves are searched. A side with a quiet move may stand pat on the
    /// evaluation; a side without must make one of the noisy moves.
    pub(super) fn quiescence(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        line: &mut Line<G::Move>,
    ) -> Result<Score, Stopped> {
        line.clear();
        self.enter(node)?;
        if let Some(draw) = self.draw_by_repetition(node) {
            return Ok(draw);
        }
        if let Some(score) = self.probe_tablebase(node)? {
            return Ok(score);
        }
        let mut ranked = RankedMoves::new();
        let has_quiet = G::noisy_moves(&node.position, &mut ranked.moves);
        if !has_quiet && ranked.moves.is_empty() {
            return Ok(terminal_score(node));
        }
        if node.drawn_by_no_progress() {
            return Ok(Score::DRAW);
        }
        let is_last = node.ply >= Ply::MAX;
        let mut best = -Score::INFINITE;
        if has_quiet || is_last {
            self.dependence.heuristic = true;
            best = G::evaluate(&node.position, self.knowledge);
        }
        if is_last || ranked.moves.is_empty() {
            return Ok(best);
        }
        let mut rest = Window { alpha: window.alpha.max(best), ..window };
        let mut below = Line::new();
        self.ordering.rank(node, &mut ranked, None);
        for index in 0.. {
            if rest.alpha >= rest.beta {
                break;
            }
            let Some(played) = ranked.pick(index) else { break };
            let score = -self.quiescence(&node.child(played), rest.flipped(), &mut below)?;
            best = best.max(score);
            if score > rest.alpha {
                rest.alpha = score;
                if !window.is_null() {
                    line.join(played, &below);
                }
            }
        }
        Ok(best)
    }
}
