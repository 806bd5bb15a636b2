//! Iterative deepening from the root, with aspiration windows.

use super::busy::{Busy, Task};
use super::chances::by_chances;
use super::endings::{by_result, keeping, play_out};
use super::limits::Halt;
use super::negamax::Searcher;
use super::node::Node;
use super::order::{Order, Ranked};
use super::window::Window;
use super::{Found, Limits, Roots, Settings, StoppedBy, Table, Variation};
use crate::game::{Game, Known, Moves};
use crate::types::{Bound, Depth, Line, Score, Verdict};
use std::cmp::Reverse;
use std::collections::VecDeque;

/// Plies within which a search that reduces and cuts passes over no win: with less than three of depth it does
/// not reduce, nor does it ever pass over a move at the root that wins at once. So what wins in three has only to
/// be compared with what wins in two, where that can be.
const fn unreduced<G: Game>() -> u16 {
    if G::WINNER_MOVES_LAST { 3 } else { 2 }
}

/// Moves of each side that are looked ahead for the one to play in a drawn ending.
const ROUNDS: u32 = 2;

/// What is known of the best of some moves.
#[derive(Clone)]
struct Best<G: Game> {
    line: Line<G::Move>,
    score: Score,
    bound: Bound,
    /// The iteration that found it.
    depth: Depth,
    /// Whether that iteration saw every line to its end.
    exhaustive: bool,
}

impl<G: Game> Best<G> {
    /// Before the first iteration.
    fn guess(score: Score, played: G::Move) -> Self {
        let mut line = Line::new();
        line.join(played, &Line::new());
        Self { line, score, bound: Bound::Exact, depth: Depth::ZERO, exhaustive: false }
    }

    fn played(&self) -> G::Move {
        self.line.moves()[0]
    }

    /// Whether more depth could change anything.
    fn is_proven(&self) -> bool {
        let in_sight = |plies| plies <= u16::from(self.depth.plies());
        self.exhaustive || self.score.plies().is_some_and(in_sight)
    }
}

/// The moves to choose from in the order in which they promise most before any search.
pub(super) fn most_promising_first<G: Game>(
    roots: &Roots<'_, G>,
    knowledge: &G::Knowledge,
    settings: Settings,
) -> Moves<G::Move> {
    let root = Node::<G>::root(*roots.path.position(), roots.path.before());
    let mut ranked = Ranked::new();
    ranked.moves.extend_from_slice(roots.moves);
    Order::<G>::new(settings).rank(&root, &mut ranked, None);
    let mut moves: Moves<G::Move> = (0..).map_while(|index| ranked.pick(index)).collect();
    if settings.selective {
        by_result::<G>(&root.position, &mut moves, knowledge);
    }
    by_chances::<G>(&root.position, &mut moves, roots.path.before(), ROUNDS, knowledge);
    moves
}

/// One thread's iterations.
pub(super) struct Deepening<'a, G: Game> {
    searcher: Searcher<'a, G>,
    root: Node<'a, G>,
    /// The moves to choose from, the best so far first.
    moves: Moves<G::Move>,
    /// The best move, the best of the rest, and so on, as many as are asked for.
    lines: Vec<Best<G>>,
    /// The last finished iteration.
    depth: Depth,
    /// Whether a good move is not among those to choose from.
    is_restricted: bool,
}

impl<'a, G: Game> Deepening<'a, G> {
    /// Before the first iteration there is a legal move already: the first one.
    pub(super) fn new(
        roots: Roots<'a, G>,
        knowledge: &'a G::Knowledge,
        limits: Limits<'a>,
        settings: Settings,
        table: &'a Table,
        busy: Option<&'a Busy>,
    ) -> Self {
        let Roots { path, moves, lines } = roots;
        let searcher = Searcher::<G>::new(knowledge, settings, table, busy, limits);
        let (root, moves) = (Node::root(*path.position(), path.before()).choosing_from(moves), moves.clone());
        let score = G::evaluate(&root.position, knowledge);
        let lines = moves.iter().take(lines.get()).map(|&played| Best::guess(score, played)).collect();
        let is_missing = |&played: &G::Move| !moves.iter().any(|&other| G::code(other) == G::code(played));
        let mut legal = Moves::new();
        G::moves(&root.position, &mut legal);
        let is_restricted = keeping::<G>(&root.position, &legal, knowledge).iter().any(is_missing);
        Self { searcher, root, moves, lines, depth: Depth::ZERO, is_restricted }
    }

    /// Searches to `limit`, or for as long as there is something to find out; `progress` is called after each
    /// iteration. Where tables tell who wins, and nothing else is left to look at, there may be time to see the end.
    pub(super) fn run(&mut self, limit: Option<Depth>, progress: &mut dyn FnMut(&Found<G>)) -> StoppedBy {
        let last = limit.unwrap_or(Depth::MAX);
        let stopped_by = self.deepen(last, progress);
        let is_open = limit.is_none() && stopped_by == StoppedBy::Depth;
        if !is_open || self.lines.len() > 1 || !self.lines[0].score.is_likely() {
            return stopped_by;
        }
        let lines = self.lines.clone();
        self.searcher.sees_ends = true;
        let stopped_by = self.deepen(last, &mut |_| {});
        if !self.lines[0].score.is_decided() {
            self.lines = lines;
        }
        stopped_by
    }

    /// Searches deeper and deeper.
    fn deepen(&mut self, last: Depth, progress: &mut dyn FnMut(&Found<G>)) -> StoppedBy {
        let mut depth = Depth::ONE;
        loop {
            if let Err(Halt(reason)) = self.iterate(depth) {
                return reason;
            }
            if self.lines.iter().all(Best::is_proven) {
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
        let mut variations = self.variations();
        let Variation { line, verdict, bound } = variations.remove(0);
        Found {
            line,
            verdict,
            bound,
            others: variations,
            depth: self.depth,
            selective_depth: self.searcher.selective_depth,
            nodes: self.searcher.meter.nodes(),
            cutoffs: self.searcher.cutoffs,
            probes: self.searcher.probes,
            stopped_by,
        }
    }

    /// The lines as they are told. One that an unfinished iteration has not come to is worth no
    /// more than those before it, whatever the iteration before said.
    fn variations(&self) -> Vec<Variation<G>> {
        let mut ceiling = Score::INFINITE;
        let told = |best: &Best<G>| {
            let is_outdated = best.score > ceiling && !best.score.is_decided();
            let (score, bound) = if is_outdated { (ceiling, Bound::Upper) } else { (best.score, best.bound) };
            ceiling = score;
            let verdict = Verdict::of(score, best.exhaustive && !is_outdated);
            Variation { line: self.whole(best), verdict, bound }
        };
        self.lines.iter().map(told).collect()
    }

    /// A line, from where a table knows the ending on as that has it.
    fn whole(&self, best: &Best<G>) -> Vec<G::Move> {
        let mut line = best.line.moves().to_vec();
        if best.score.is_decided() {
            let start = (self.root.position, self.root.quiet_plies());
            let (end, quiet_plies) = line.iter().fold(start, |(position, quiet_plies), &played| {
                let is_quiet = !G::is_irreversible(&position, played);
                (G::play(&position, played), if is_quiet { quiet_plies + 1 } else { 0 })
            });
            line.extend(play_out::<G>(end, quiet_plies, self.searcher.knowledge));
        }
        line
    }

    /// Searches to `depth`: for the best move, then for the best of the rest, and so on. What is
    /// proven of the first ones stands.
    fn iterate(&mut self, depth: Depth) -> Result<(), Halt> {
        let settled = self.lines.iter().take_while(|best| best.is_proven()).count();
        for rank in settled..self.lines.len() {
            self.settle(rank, depth)?;
        }
        self.depth = depth;
        self.lines.sort_by_key(|best| Reverse(best.score));
        for (played, best) in self.moves.iter_mut().zip(&self.lines) {
            *played = best.played();
        }
        Ok(())
    }

    /// Finds the best move but for `rank` better ones, starting with a narrow window around the
    /// last score where that is likely to hold the next.
    fn settle(&mut self, rank: usize, depth: Depth) -> Result<(), Halt> {
        let last = self.lines[rank].score;
        let narrow = self.searcher.settings.aspiration && depth > Depth::new(4) && !last.is_decided();
        let mut margin: i16 = 25;
        let mut window = if narrow { Window::around(last, margin) } else { Window::FULL };
        let mut line = Line::new();
        self.searcher.take_exhaustive();
        loop {
            let score = self.search(rank, window, depth, &mut line)?;
            margin = margin.saturating_mul(4);
            match window.bound(score) {
                Bound::Upper => window.alpha = widened(score.plus(-margin), Window::FULL.alpha),
                Bound::Lower => window.beta = widened(score.plus(margin), Window::FULL.beta),
                Bound::Exact => {
                    let exhaustive = self.searcher.take_exhaustive();
                    let bound = if self.may_be_faster(rank, score, line.moves()[0]) {
                        Bound::Lower
                    } else if exhaustive {
                        Bound::Exact
                    } else {
                        self.certainty(score, depth)
                    };
                    self.place(rank, Best { line, score, bound, depth, exhaustive });
                    return Ok(());
                }
            }
        }
    }

    /// The root's own loop over its moves, but for the first `rank`. What is found inside the
    /// window stands at once, so that a search cut short keeps it; except a loss, which is none
    /// before all moves are tried.
    fn search(
        &mut self,
        rank: usize,
        window: Window,
        depth: Depth,
        line: &mut Line<G::Move>,
    ) -> Result<Score, Halt> {
        let (mut rest, mut best, mut below) = (window, -Score::INFINITE, Line::new());
        let mut waiting: VecDeque<_> = self.moves[rank..].iter().copied().enumerate().collect();
        let mut put_off = 0;
        while let Some((late, played)) = waiting.pop_front() {
            let task = self.searcher.busy.and_then(|busy| busy.task(self.root.key(), G::code(played), depth));
            if late > 0 && put_off < waiting.len() && task.is_some_and(Task::is_begun) {
                waiting.push_back((late, played));
                put_off += 1;
                continue;
            }
            let doubt = self.searcher.doubt(&self.root, played, late, depth, window, None);
            let less = depth - Depth::ONE;
            let begun = task.map(Task::begin);
            let score = self.searcher.score_move(&self.root, played, doubt, rest, less, &mut below)?;
            drop(begun);
            best = best.max(score);
            if score <= rest.alpha {
                continue;
            }
            rest.alpha = score;
            self.bring_forward(rank, played);
            if score >= rest.beta {
                break;
            }
            line.join(played, &below);
            if score > Score::DRAW || !score.is_decided() {
                let (line, depth) = (line.clone(), self.depth);
                self.place(rank, Best { line, score, bound: Bound::Lower, depth, exhaustive: false });
            }
        }
        Ok(best)
    }

    /// Makes a move the first one but for `rank`.
    fn bring_forward(&mut self, rank: usize, played: G::Move) {
        let rest = &mut self.moves[rank..];
        if let Some(index) = rest.iter().position(|&other| other == played) {
            rest[..=index].rotate_right(1);
        }
    }

    /// Puts a line in its place; those that it has overtaken move down.
    fn place(&mut self, rank: usize, best: Best<G>) {
        let is_same = |other: &Best<G>| other.played() == best.played();
        let before = self.lines[rank..].iter().position(is_same);
        let from = before.map_or(self.lines.len() - 1, |places| rank + places);
        self.lines[rank..=from].rotate_right(1);
        self.lines[rank] = best;
    }

    /// How the score of an iteration in which evaluations took part relates to the true one.
    /// What is won or lost is so, but a search that reduces may have passed over a faster win,
    /// unless there is none before the first reduced move, and so does one that saw the end only
    /// in quiescence.
    fn certainty(&self, score: Score, depth: Depth) -> Bound {
        let reach = if self.searcher.reduces() { unreduced::<G>() } else { u16::from(depth.plies()) };
        match score.plies() {
            Some(plies) if plies > reach && score > Score::DRAW => Bound::Lower,
            Some(plies) if plies > reach => Bound::Upper,
            _ => Bound::Exact,
        }
    }

    /// Whether a faster win may lead back to the root, which counts as a draw here: after a move that can be
    /// taken back, is not the best, and has no distance in a table.
    fn may_be_faster(&self, rank: usize, score: Score, played: G::Move) -> bool {
        let after = self.root.child(played);
        let known = G::known_in_full(&after.position, self.searcher.knowledge);
        let has_distance =
            matches!(known, Some(Known::Win { plies: Some(_) } | Known::Loss { plies: Some(_) }));
        let is_far = score > Score::DRAW && score.plies().is_some_and(|plies| plies > G::MIN_CYCLE + 1);
        is_far && (rank > 0 || self.is_restricted) && !after.has_progressed() && !has_distance
    }
}

/// A window's edge, moved out to `end` once it has left the estimates.
fn widened(edge: Score, end: Score) -> Score {
    if edge.is_decided() { end } else { edge }
}
