//! Fail-soft negamax with principal variation search (Marsland and Campbell: Parallel search of
//! strongly ordered game trees, ACM Computing Surveys 14(4), 1982) and late move reductions (LMR).

use super::SINGLE_THREADED;
use super::abdada::MoveMark;
use super::limits::Stopped;
use super::move_ordering::RankedMoves;
use super::node::Node;
use super::searcher::{Searcher, Visit, terminal_score};
use super::static_pruning::{FUTILITY_DEPTH, eval_reduction};
use super::table_cutoff::is_proof;
use super::transposition_table::{Entry, Probes};
use super::window::Window;
use crate::game::{Game, Moves};
use crate::types::{Bound, Depth, Key, Line, Ply, Score};
use std::mem;

impl<'a, G: Game> Searcher<'a, G> {
    /// The score of a node, searched to `depth`: exact inside the window, outside it a bound. `line`
    /// becomes the principal variation if the score is exact.
    pub(super) fn negamax(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        depth: Depth,
        line: &mut Line<G::Move>,
    ) -> Result<Score, Stopped> {
        if depth == Depth::ZERO || node.ply >= Ply::MAX {
            return self.quiescence(node, window, line);
        }
        line.clear();
        self.enter(node)?;
        if let Some(draw) = self.draw_by_repetition(node) {
            return Ok(draw);
        }
        if let Some(score) = self.probe_tablebase(node)? {
            return Ok(score);
        }
        let window = if window.is_null() { window.prune_by_win_distance(node.ply) } else { window };
        if window.alpha >= window.beta {
            let is_over = G::outcome(&node.position).is_some();
            return Ok(if is_over { terminal_score(node) } else { window.alpha });
        }

        let key = self.table_key(node, depth);
        let entry = self.table.probe(key);
        self.probes += Probes { all: 1, hits: entry.is_some().into() };
        if let Some(score) = entry.and_then(|entry| self.table_cutoff(&entry, node, depth, window)) {
            return Ok(score);
        }

        let mut ranked = RankedMoves::new();
        if let Some(score) = generate_moves(node, &mut ranked.moves) {
            return Ok(score);
        }
        let children = self.prefetch_children(node, &ranked.moves, window, depth);
        let visit = Visit { node, depth, window, static_eval: self.static_eval(node, &ranked.moves) };
        if let Some(score) = self.enhanced_transposition_cutoff(&visit, &children, &mut ranked) {
            return Ok(score);
        }
        let pruned =
            if depth <= FUTILITY_DEPTH { self.reverse_futility(&visit) } else { self.probcut(&visit, line)? };
        if let Some(score) = pruned {
            return Ok(score);
        }
        self.ordering.rank(node, &mut ranked, entry.and_then(|entry| entry.code));

        let outer = mem::take(&mut self.dependence);
        let (score, best) = self.search_moves(&visit, &mut ranked, line)?;
        let code = best.map(G::code).or(entry.and_then(|entry| entry.code));
        self.store(key, &visit, score, code);
        self.dependence = self.dependence.join(outer);
        Ok(score)
    }

    /// Stores the score of a node, unless it depends on how the search reached the node.
    fn store(&mut self, key: Key, visit: &Visit<'_, G>, score: Score, code: Option<u16>) {
        let &Visit { node, depth, window, .. } = visit;
        let bound = window.bound(score);
        // A shorter win or a longer loss may lie beyond what was searched.
        let is_final = bound != Bound::Exact || (!self.reduces() && node.sees_end(score, depth));
        self.dependence.heuristic &= !(is_proof(score, bound) && is_final);
        let back_to = self.dependence.repetition_ply;
        let depends_on_path = self.settings.selective && back_to.is_some_and(|ply| ply < node.ply);
        if !depends_on_path {
            let exhaustive = !self.dependence.heuristic;
            let entry = Entry { score: score.to_table(node.ply), bound, depth, code, exhaustive };
            self.table.store(key, &entry);
        }
    }

    /// Principal variation search over the moves: the best score, and the move that last raised alpha.
    fn search_moves(
        &mut self,
        visit: &Visit<'_, G>,
        ranked: &mut RankedMoves<G::Move>,
        line: &mut Line<G::Move>,
    ) -> Result<(Score, Option<G::Move>), Stopped> {
        let node = visit.node;
        let mut rest = visit.window;
        let mut best = (-Score::INFINITE, None);
        let mut below = Line::new();
        let visit = &Visit { depth: self.one_reply_extension(visit, &ranked.moves), ..*visit };
        let mut searched = 0;
        while let Some(played) = ranked.pick(searched) {
            let index = searched;
            let mark = self.mark(node, played, visit.depth);
            if index > 0 && mark.is_some_and(MoveMark::is_searching) && ranked.defer(index) {
                continue;
            }
            searched += 1;
            if index > 0
                && let Some(most) = self.futility_bound(visit, played, rest)
            {
                best.0 = best.0.max(most);
                continue;
            }
            let reduction = self.late_move_reduction(visit, played, index);
            let searching = mark.map(MoveMark::start);
            let child = node.child(played);
            let score = self.score_move(&child, reduction, rest, visit.depth - Depth::ONE, &mut below)?;
            drop(searching);
            if score <= best.0 {
                continue;
            }
            best.0 = score;
            if score > rest.alpha {
                rest.alpha = score;
                best.1 = Some(played);
                if !visit.window.is_null() {
                    line.join(played, &below);
                }
            }
            if rest.alpha >= rest.beta {
                self.record_cutoff(node, &ranked.moves[..=index]);
                break;
            }
        }
        Ok(best)
    }

    /// The mark of a move that other threads may be searching.
    pub(super) fn mark(&self, node: &Node<'_, G>, played: G::Move, depth: Depth) -> Option<MoveMark<'a>> {
        if SINGLE_THREADED {
            return None;
        }
        self.currently_searching?.mark(node.key(), G::code(played), depth)
    }

    /// The score of the move that leads to `child`, for the side that makes it. A move with a
    /// `reduction` is searched with the reduced depth and with a null window first, and again only if it
    /// beats alpha.
    pub(super) fn score_move(
        &mut self,
        child: &Node<'_, G>,
        reduction: Option<Depth>,
        window: Window,
        depth: Depth,
        line: &mut Line<G::Move>,
    ) -> Result<Score, Stopped> {
        let null_first = reduction.is_some() && self.settings.null_windows && !window.is_null();
        let (null, reduction) = (Window::null(window.alpha), reduction.unwrap_or(Depth::ZERO));
        let mut search =
            |window: Window, depth| self.negamax(child, window.flipped(), depth, line).map(|score| -score);
        if reduction > Depth::ZERO {
            let score = search(null, depth - reduction)?;
            if score <= window.alpha {
                return Ok(score);
            }
        }
        if null_first {
            let score = search(null, depth)?;
            if score <= window.alpha {
                return Ok(score);
            }
        }
        search(window, depth)
    }

    /// One-reply extension: the depth, with a ply more for a forced move. Not close to the no-progress
    /// limit, where the depth must bound how far the search goes: see [`Node::table_key`].
    fn one_reply_extension(&self, visit: &Visit<'_, G>, moves: &[G::Move]) -> Depth {
        let plies = u16::from(visit.depth.plies()) + 2;
        let extends = self.reduces() && moves.len() == 1 && visit.node.within_no_progress(plies);
        if extends { visit.depth + Depth::ONE } else { visit.depth }
    }

    /// Late move reduction: by how much the move with number `index` is searched less deep. `None` for
    /// the first move, which gets the whole window at once; zero for moves that only get a null window
    /// first; more for late quiet moves, and more still where the static evaluation is below the window.
    pub(super) fn late_move_reduction(
        &self,
        visit: &Visit<'_, G>,
        played: G::Move,
        index: usize,
    ) -> Option<Depth> {
        let &Visit { node, depth, window, static_eval } = visit;
        let late = if window.is_null() { 1 } else { 2 };
        if !self.reduces() || index < late || depth < Depth::new(3) || G::is_noisy(&node.position, played) {
            return (index > 0).then_some(Depth::ZERO);
        }
        let plies = if index >= 4 && depth >= Depth::new(4) { 2 } else { 1 };
        Some(Depth::new(plies + eval_reduction::<G>(static_eval, window)))
    }

    fn record_cutoff(&mut self, node: &Node<'_, G>, searched: &[G::Move]) {
        self.cutoffs.all += 1;
        self.cutoffs.first_move += u64::from(searched.len() == 1);
        self.ordering.update(node, searched);
    }
}

/// Adds the legal moves; returns the score instead if the game is over.
pub(super) fn generate_moves<G: Game>(node: &Node<'_, G>, moves: &mut Moves<G::Move>) -> Option<Score> {
    G::moves(&node.position, moves);
    if !moves.is_empty() {
        return node.drawn_by_no_progress().then_some(Score::DRAW);
    }
    Some(terminal_score(node))
}
