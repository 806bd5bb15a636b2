//! Iterative deepening from the root, with aspiration windows.

use super::endings::play_out;
use super::limits::Halt;
use super::negamax::Searcher;
use super::node::Node;
use super::window::Window;
use super::{Cutoffs, Limits, Path, Settings, StoppedBy, Table};
use crate::game::{Game, Moves};
use crate::types::{Bound, Depth, Line, Ply, Score, Verdict};

/// What a search found.
pub struct Found<G: Game> {
    /// Best play for both sides, the best move first; empty when the game is over.
    pub line: Vec<G::Move>,
    /// The score, from the side to move.
    pub verdict: Verdict,
    /// How the score relates to the true one.
    pub bound: Bound,
    /// The last finished iteration.
    pub depth: Depth,
    /// The longest path looked at.
    pub selective_depth: Ply,
    /// Positions visited, by all threads.
    pub nodes: u64,
    /// How good the ordering of moves was.
    pub cutoffs: Cutoffs,
    /// What ended the search.
    pub stopped_by: StoppedBy,
}

impl<G: Game> Found<G> {
    /// The move to play; `None` when the game is over.
    #[must_use]
    pub fn best_move(&self) -> Option<G::Move> {
        self.line.first().copied()
    }
}

/// The best play known so far, and how sure it is.
struct Best<G: Game> {
    line: Line<G::Move>,
    score: Score,
    bound: Bound,
    depth: Depth,
    /// Whether the last finished iteration saw every line to its end.
    exhaustive: bool,
}

/// One thread's iterations.
pub(super) struct Deepening<'a, G: Game> {
    searcher: Searcher<'a, G>,
    root: Node<'a, G>,
    /// Legal moves, the best so far first.
    moves: Moves<G::Move>,
    best: Best<G>,
}

impl<'a, G: Game> Deepening<'a, G> {
    /// Before the first iteration there is a legal move already: the most promising one.
    pub(super) fn new(
        path: &'a Path<G>,
        knowledge: &'a G::Knowledge,
        limits: Limits<'a>,
        settings: Settings,
        table: &'a Table,
    ) -> Self {
        let searcher = Searcher::<G>::new(knowledge, settings, table, limits);
        let root = Node::root(*path.position(), path.before());
        let mut moves = Moves::new();
        G::moves(&root.position, &mut moves);
        let mut ranked = searcher.order.rank(&root.position, moves, Ply::ROOT, None);
        let moves: Moves<G::Move> = (0..).map_while(|index| ranked.pick(index)).collect();
        let mut line = Line::new();
        line.join(moves[0], &Line::new());
        let best = Best {
            line,
            score: G::evaluate(&root.position, knowledge),
            bound: Bound::Exact,
            depth: Depth::ZERO,
            exhaustive: false,
        };
        Self { searcher, root, moves, best }
    }

    /// Searches deeper and deeper from `first` on; `progress` is called after each iteration.
    pub(super) fn run(
        &mut self,
        first: Depth,
        last: Depth,
        progress: &mut dyn FnMut(&Found<G>),
    ) -> StoppedBy {
        let mut depth = first;
        loop {
            if let Err(Halt(reason)) = self.iterate(depth) {
                return reason;
            }
            if self.is_proven() {
                return StoppedBy::Proven;
            }
            if depth >= last {
                return StoppedBy::Depth;
            }
            progress(&self.found(StoppedBy::Depth));
            depth = depth + Depth::ONE;
        }
    }

    pub(super) fn found(&self, stopped_by: StoppedBy) -> Found<G> {
        Found {
            line: self.line(),
            verdict: Verdict::of(self.best.score, self.best.exhaustive),
            bound: self.best.bound,
            depth: self.best.depth,
            selective_depth: self.searcher.selective_depth,
            nodes: self.searcher.meter.nodes(),
            cutoffs: self.searcher.cutoffs,
            stopped_by,
        }
    }

    /// The best line, from where a table knows the ending on as that has it.
    fn line(&self) -> Vec<G::Move> {
        let mut line = self.best.line.moves().to_vec();
        let end = line.iter().fold(self.root.position, |position, &played| G::play(&position, played));
        if self.best.score.is_decided() {
            line.extend(play_out::<G>(end, self.searcher.knowledge));
        }
        line
    }

    /// Searches to `depth`, starting with a narrow window around the last score where that is
    /// likely to hold the next.
    fn iterate(&mut self, depth: Depth) -> Result<(), Halt> {
        let narrow =
            self.searcher.settings.aspiration && depth > Depth::new(4) && !self.best.score.is_decided();
        let mut margin: i16 = 25;
        let mut window = if narrow { Window::around(self.best.score, margin) } else { Window::FULL };
        let mut line = Line::new();
        self.searcher.take_exhaustive();
        loop {
            let score = self.search(window, depth, &mut line)?;
            margin = margin.saturating_mul(4);
            match window.bound(score) {
                Bound::Upper => window.alpha = widened(score.plus(-margin), Window::FULL.alpha),
                Bound::Lower => window.beta = widened(score.plus(margin), Window::FULL.beta),
                Bound::Exact => {
                    let exhaustive = self.searcher.take_exhaustive();
                    let bound = if exhaustive { Bound::Exact } else { self.certainty(score, depth) };
                    self.best = Best { line, score, bound, depth, exhaustive };
                    return Ok(());
                }
            }
        }
    }

    /// The root's own loop over its moves. What is found inside the window stands at once, so
    /// that a search cut short keeps it; except a loss, which is none before all moves are tried.
    fn search(&mut self, window: Window, depth: Depth, line: &mut Line<G::Move>) -> Result<Score, Halt> {
        let (mut rest, mut best, mut below) = (window, -Score::INFINITE, Line::new());
        for index in 0..self.moves.len() {
            let played = self.moves[index];
            let doubt = self.searcher.doubt(&self.root, played, index, depth, window);
            let less = depth - Depth::ONE;
            let score = self.searcher.score_move(&self.root, played, doubt, rest, less, &mut below)?;
            best = best.max(score);
            if score <= rest.alpha {
                continue;
            }
            rest.alpha = score;
            self.moves[..=index].rotate_right(1);
            if score >= rest.beta {
                break;
            }
            line.join(played, &below);
            if score > Score::DRAW || !score.is_decided() {
                self.best.line.clone_from(line);
                (self.best.score, self.best.bound, self.best.exhaustive) = (score, Bound::Lower, false);
            }
        }
        Ok(best)
    }

    /// Whether more depth could change anything.
    fn is_proven(&self) -> bool {
        let in_sight = |plies| plies <= u16::from(self.best.depth.plies());
        self.best.exhaustive || self.best.score.plies().is_some_and(in_sight)
    }

    /// How the score of an iteration in which evaluations took part relates to the true one.
    /// What is won or lost is so, but a search that reduces may have passed over a faster win,
    /// unless there is none before the first reduced move, and so does one that saw the end only
    /// in quiescence.
    fn certainty(&self, score: Score, depth: Depth) -> Bound {
        const UNREDUCED: u16 = 3;
        let reach = if self.searcher.reduces() { UNREDUCED } else { u16::from(depth.plies()) };
        match score.plies() {
            Some(plies) if plies > reach && score > Score::DRAW => Bound::Lower,
            Some(plies) if plies > reach => Bound::Upper,
            _ => Bound::Exact,
        }
    }
}

/// A window's edge, moved out to `end` once it has left the estimates.
fn widened(edge: Score, end: Score) -> Score {
    if edge.is_decided() { end } else { edge }
}
