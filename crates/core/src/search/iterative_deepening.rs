//! Iterative deepening from the root, with aspiration windows and several principal variations
//! (MultiPV).

use super::abdada::{CurrentlySearching, MoveMark};
use super::limits::Stopped;
use super::move_ordering::{MoveOrdering, RankedMoves};
use super::node::Node;
use super::searcher::{Searcher, Visit};
use super::swindle::Expectimax;
use super::tablebase::{distance_line, filter_root_moves, rank_root_moves, resolve_captures_then_probe};
use super::tie_break::draw_order;
use super::window::Window;
use super::{Lines, RootMoves, ScoredLine, SearchContext, SearchResult, StoppedBy};
use crate::game::{Game, Moves, TablebaseResult};
use crate::types::{Bound, Depth, Line, Score, Verdict, short_sort_by_key};
use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::VecDeque;

/// The first iteration with an aspiration window.
const ASPIRATION_DEPTH: Depth = Depth::new(5);
/// Half the width of the first aspiration window, in the game's unit of evaluation.
const ASPIRATION_MARGIN: i16 = 25;
/// How many times wider the margin is after each fail.
const ASPIRATION_GROWTH: i16 = 4;
/// Rounds of a move by each side that [`Expectimax::order_drawn_moves`] looks ahead at the root.
const SWINDLE_DEPTH: u32 = 2;

/// Plies within which a selective search overlooks no win. With less than three plies of depth it does
/// not reduce, and at the root it never reduces away a win at once. So a win in three only has to be
/// compared with a win in two, where the game has wins by the opponent's move.
const fn unreduced_plies<G: Game>() -> u16 {
    if G::WINNER_MOVES_LAST { 3 } else { 2 }
}

/// The best of some root moves, with its principal variation.
#[derive(Clone)]
struct RootLine<G: Game> {
    line: Line<G::Move>,
    score: Score,
    bound: Bound,
    /// The iteration that found it.
    depth: Depth,
    /// Whether that iteration searched every line to the end of the game.
    exhaustive: bool,
}

impl<G: Game> RootLine<G> {
    /// Before the first iteration: a legal move and the static evaluation.
    fn guess(score: Score, played: G::Move) -> Self {
        let mut line = Line::new();
        line.join(played, &Line::new());
        Self { line, score, bound: Bound::Exact, depth: Depth::ZERO, exhaustive: false }
    }

    fn played(&self) -> G::Move {
        self.line.moves()[0]
    }

    /// Whether the result is proven. A selective search may have overlooked a faster win.
    fn is_proven(&self) -> bool {
        let in_reach = |plies| plies <= u16::from(self.depth.plies());
        self.exhaustive || self.score.plies().is_some_and(in_reach)
    }
}

/// The root moves in the order of the first iteration.
pub(super) fn initial_order<G: Game>(
    root_moves: &RootMoves<'_, G>,
    context: &SearchContext<'_, G>,
) -> Moves<G::Move> {
    let SearchContext { knowledge, settings, limits, .. } = *context;
    let root = Node::<G>::root(*root_moves.path.position(), root_moves.path.before());
    let mut ranked = RankedMoves::new();
    ranked.moves.extend_from_slice(root_moves.moves);
    MoveOrdering::<G>::new(settings).rank(&root, &mut ranked, None);
    let mut moves: Moves<G::Move> = (0..).map_while(|index| ranked.pick(index)).collect();
    if settings.selective {
        rank_root_moves::<G>(&root.position, &mut moves, knowledge);
    }
    let before = root_moves.path.before();
    let expectimax = Expectimax::<G> { knowledge, poll: &|| limits.poll() };
    expectimax.order_drawn_moves(&root.position, &mut moves, before, SWINDLE_DEPTH);
    moves
}

/// The iterations of one thread.
pub(super) struct IterativeDeepening<'a, G: Game> {
    searcher: Searcher<'a, G>,
    root: Node<'a, G>,
    /// The root moves, best so far first.
    moves: Moves<G::Move>,
    /// The best lines, best first, as many as were asked for.
    lines: Vec<RootLine<G>>,
    /// The last finished iteration.
    depth: Depth,
    /// Whether a move that keeps the result is not among the root moves.
    is_restricted: bool,
    /// What draws one of several equal moves.
    seed: Option<u64>,
}

impl<'a, G: Game> IterativeDeepening<'a, G> {
    /// Ready for the first iteration, with the first root move as the best so far.
    pub(super) fn new(
        root_moves: RootMoves<'a, G>,
        context: SearchContext<'a, G>,
        currently_searching: Option<&'a CurrentlySearching>,
    ) -> Self {
        let RootMoves { path, moves, multi_pv } = root_moves;
        let SearchContext { knowledge, seed, .. } = context;
        let searcher = Searcher::new(context, currently_searching);
        let (root, moves) = (Node::root(*path.position(), path.before()).choosing_from(moves), moves.clone());
        let score = G::evaluate(&root.position, knowledge);
        let guess = |&played| RootLine::guess(score, played);
        let lines = moves.iter().take(multi_pv.get()).map(guess).collect();
        let is_missing = |played: &G::Move| !moves.contains(played);
        let mut legal = Moves::new();
        G::moves(&root.position, &mut legal);
        let is_restricted = filter_root_moves::<G>(&root.position, &legal, knowledge).iter().any(is_missing);
        // In a drawn ending the first of equal moves is the hardest to answer.
        let is_drawn =
            || resolve_captures_then_probe::<G>(&root.position, knowledge) == Some(TablebaseResult::Draw);
        let seed = seed.filter(|_| !is_drawn());
        Self { searcher, root, moves, lines, depth: Depth::ZERO, is_restricted, seed }
    }

    /// Deepens to `limit` or until the lines are proven. If all that remains open is the length of a
    /// tablebase win or loss, searches once more past the tablebase for the end of the game. Its iterations
    /// report what the first search found.
    pub(super) fn run(
        &mut self,
        limit: Option<Depth>,
        on_iteration: &mut dyn FnMut(&SearchResult<G>),
    ) -> StoppedBy {
        let last = limit.unwrap_or(Depth::MAX);
        let stopped_by = self.deepen(last, on_iteration);
        let has_time = limit.is_none() && stopped_by == StoppedBy::Depth;
        if !has_time || self.lines.len() > 1 || !self.lines[0].score.is_tablebase() {
            return stopped_by;
        }
        let (lines, depth, mut found) = (self.lines.clone(), self.depth, self.result(stopped_by));
        self.searcher.search_past_tablebase = true;
        let stopped_by = self.deepen(last, &mut |past| {
            found.nodes = past.nodes;
            on_iteration(&found);
        });
        if !self.lines[0].score.is_decisive() {
            (self.lines, self.depth) = (lines, depth);
        }
        stopped_by
    }

    fn deepen(&mut self, last: Depth, on_iteration: &mut dyn FnMut(&SearchResult<G>)) -> StoppedBy {
        let mut depth = Depth::ONE;
        loop {
            if let Err(Stopped(reason)) = self.iterate(depth) {
                return reason;
            }
            if self.lines.iter().all(RootLine::is_proven) {
                return StoppedBy::Proven;
            }
            if depth >= last {
                return StoppedBy::Depth;
            }
            on_iteration(&self.result(StoppedBy::Depth));
            depth = depth + Depth::ONE;
        }
    }

    /// What was found so far. A proof whose lines lack their ends for want of time is stopped by that.
    pub(super) fn result(&self, stopped_by: StoppedBy) -> SearchResult<G> {
        let (lines, cut_by) = self.scored_lines();
        SearchResult {
            lines: Lines::new(lines),
            depth: self.depth,
            selective_depth: self.searcher.selective_depth,
            nodes: self.searcher.counter.nodes(),
            cutoffs: self.searcher.cutoffs,
            probes: self.searcher.probes,
            stopped_by: cut_by.unwrap_or(stopped_by),
        }
    }

    /// The lines as reported, and what has cut some of them. A line that an unfinished iteration has not
    /// reached gets no more than the lines before it, whatever the previous iteration found.
    fn scored_lines(&self) -> (Vec<ScoredLine<G>>, Option<StoppedBy>) {
        let (mut ceiling, cut_by) = (Score::INFINITE, Cell::new(None));
        let poll = || self.searcher.counter.limits.poll().inspect_err(|&Stopped(by)| cut_by.set(Some(by)));
        let scored = |best: &RootLine<G>| {
            let is_outdated = best.score > ceiling && !best.score.is_decisive();
            let (score, bound) = if is_outdated { (ceiling, Bound::Upper) } else { (best.score, best.bound) };
            ceiling = score;
            let verdict = Verdict::of(score, best.exhaustive && !is_outdated);
            let is_best = best.played() == self.lines[0].played();
            let has_time = || is_best || poll().is_ok();
            ScoredLine { line: self.with_tablebase_tail(best, &has_time), verdict, bound }
        };
        (self.lines.iter().map(scored).collect(), cut_by.get())
    }

    /// The line of a win or loss, continued to the end of the game by the tablebase.
    fn with_tablebase_tail(&self, best: &RootLine<G>, has_time: &dyn Fn() -> bool) -> Vec<G::Move> {
        let mut line = best.line.moves().to_vec();
        if best.score.is_decisive() {
            let start = (self.root.position, self.root.no_progress_plies());
            let end = line.iter().fold(start, |(position, plies), &played| {
                let is_quiet = !G::is_irreversible(&position, played);
                (G::play(&position, played), if is_quiet { plies + 1 } else { 0 })
            });
            line.extend(distance_line::<G>(end, self.searcher.knowledge, self.seed, has_time));
        }
        line
    }

    /// Searches to `depth` for the best move, then for the best of the rest, and so on. Proven lines at
    /// the front stay.
    fn iterate(&mut self, depth: Depth) -> Result<(), Stopped> {
        let proven = self.lines.iter().take_while(|best| best.is_proven()).count();
        for rank in proven..self.lines.len() {
            self.aspirate(rank, depth)?;
        }
        self.depth = depth;
        short_sort_by_key(&mut self.lines, |best| Reverse(best.score));
        for (played, best) in self.moves.iter_mut().zip(&self.lines) {
            *played = best.played();
        }
        Ok(())
    }

    /// Finds the best move after the `rank` better ones, starting with an aspiration window around its
    /// last score.
    fn aspirate(&mut self, rank: usize, depth: Depth) -> Result<(), Stopped> {
        let last = self.lines[rank].score;
        let narrow = self.searcher.settings.aspiration && depth >= ASPIRATION_DEPTH && !last.is_decisive();
        let mut margin = ASPIRATION_MARGIN;
        let mut window = if narrow { Window::around(last, margin) } else { Window::FULL };
        let mut line = Line::new();
        self.searcher.take_is_exact();
        loop {
            let score = self.search_moves(rank, window, depth, &mut line)?;
            margin = margin.saturating_mul(ASPIRATION_GROWTH);
            match window.bound(score) {
                Bound::Upper => window.alpha = widened(score.saturating_add(-margin), Window::FULL.alpha),
                Bound::Lower => window.beta = widened(score.saturating_add(margin), Window::FULL.beta),
                Bound::Exact => {
                    let exhaustive = self.searcher.take_is_exact();
                    let bound = if self.may_be_shortened(rank, score, line.moves()[0]) {
                        Bound::Lower
                    } else if exhaustive {
                        Bound::Exact
                    } else {
                        self.distance_bound(score, depth)
                    };
                    self.insert_line(rank, RootLine { line, score, bound, depth, exhaustive });
                    return Ok(());
                }
            }
        }
    }

    /// The root's loop over its moves after the first `rank`. A move that raises alpha, or equals it and wins the
    /// tie, is recorded at once, so that a stopped iteration keeps it; a loss is not, before all moves are
    /// searched, nor is a win that fails high, whose line lacks its end.
    fn search_moves(
        &mut self,
        rank: usize,
        window: Window,
        depth: Depth,
        line: &mut Line<G::Move>,
    ) -> Result<Score, Stopped> {
        let (mut rest, mut best, mut below) = (window, -Score::INFINITE, Line::new());
        let mut leader = None;
        let mut waiting: VecDeque<_> = self.moves[rank..].iter().copied().enumerate().collect();
        let mut deferred = 0;
        while let Some((index, played)) = waiting.pop_front() {
            let mark = self.searcher.mark(&self.root, played, depth);
            if index > 0 && deferred < waiting.len() && mark.is_some_and(MoveMark::is_searching) {
                waiting.push_back((index, played));
                deferred += 1;
                continue;
            }
            let visit = Visit { node: &self.root, depth, window, static_eval: None };
            let reduction = self.searcher.late_move_reduction(&visit, played, index);
            let searching = mark.map(MoveMark::start);
            let child = self.root.child(played);
            let wins_ties = leader.is_some_and(|leader| self.wins_tie(played, leader, rest.alpha));
            let open = if wins_ties { rest.with_alpha_itself() } else { rest };
            let score = self.searcher.score_move(&child, reduction, open, depth - Depth::ONE, &mut below)?;
            drop(searching);
            best = best.max(score);
            if score <= open.alpha {
                continue;
            }
            (rest.alpha, leader) = (score, Some(played));
            self.bring_forward(rank, played);
            let fails_high = score >= rest.beta;
            line.join(played, &below);
            let is_kept = match fails_high {
                true => played != self.lines[rank].played() && !score.is_decisive(),
                false => score > Score::DRAW || !score.is_decisive(),
            };
            if is_kept {
                let (line, depth) = (line.clone(), self.depth);
                let bound = Bound::Lower;
                self.insert_line(rank, RootLine { line, score, bound, depth, exhaustive: false });
            }
            if fails_high {
                break;
            }
        }
        Ok(best)
    }

    /// Whether a seed prefers a move to another if both have that score. Draws are only equal if they are proven: many
    /// moves that are not equally good lead to a draw by repetition, or to one in the endgame tables.
    fn wins_tie(&self, played: G::Move, other: G::Move, score: Score) -> bool {
        let order = |seed, played| draw_order::<G>(seed, &self.root.position, played);
        let is_comparable = score != Score::DRAW || !self.searcher.dependence.heuristic;
        is_comparable && self.seed.is_some_and(|seed| order(seed, played) < order(seed, other))
    }

    /// Moves a root move to position `rank`.
    fn bring_forward(&mut self, rank: usize, played: G::Move) {
        let rest = &mut self.moves[rank..];
        if let Some(index) = rest.iter().position(|&other| other == played) {
            rest[..=index].rotate_right(1);
        }
    }

    /// Inserts a line at `rank`, in place of an older one of the same move; the others move down.
    fn insert_line(&mut self, rank: usize, best: RootLine<G>) {
        let is_same = |other: &RootLine<G>| other.played() == best.played();
        let before = self.lines[rank..].iter().position(is_same);
        let from = before.map_or(self.lines.len() - 1, |distance| rank + distance);
        self.lines[rank..=from].rotate_right(1);
        self.lines[rank] = best;
    }

    /// The bound of a score that rests on evaluations. A win or loss is proven, but a selective search
    /// may have overlooked a faster win, and so may one that reached the end only in quiescence.
    fn distance_bound(&self, score: Score, depth: Depth) -> Bound {
        let sure_plies =
            if self.searcher.reduces() { unreduced_plies::<G>() } else { u16::from(depth.plies()) };
        match score.plies() {
            Some(plies) if plies > sure_plies && score > Score::DRAW => Bound::Lower,
            Some(plies) if plies > sure_plies => Bound::Upper,
            _ => Bound::Exact,
        }
    }

    /// Whether the win may be faster by way of the root position, whose repetition the search scores as
    /// a draw: after a reversible move that is not the best and has no tablebase distance.
    fn may_be_shortened(&self, rank: usize, score: Score, played: G::Move) -> bool {
        let after = self.root.child(played);
        let probed = G::probe_dtw(&after.position, self.searcher.knowledge);
        let has_distance = probed.and_then(TablebaseResult::plies).is_some();
        let is_far = score > Score::DRAW && score.plies().is_some_and(|plies| plies > G::MIN_CYCLE + 1);
        is_far && (rank > 0 || self.is_restricted) && !after.has_zeroed() && !has_distance
    }
}

/// An edge of the window, moved out to `end` once it has left the estimates.
fn widened(edge: Score, end: Score) -> Score {
    if edge.is_decisive() { end } else { edge }
}
