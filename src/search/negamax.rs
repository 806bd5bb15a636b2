//! Fail-soft negamax with null windows.

use super::busy::{Busy, Task};
use super::cutoff::proves;
use super::limits::{Halt, Meter};
use super::node::{Node, Recurrence};
use super::order::{Order, Ranked};
use super::standing::plies_below;
use super::table::{Entry, Probes, Table};
use super::window::Window;
use super::{Limits, Settings};
use crate::game::{Game, Moves};
use crate::types::{Bound, Depth, Line, Ply, Score};
use std::mem;

/// One thread's search: what it shares and what it has learned.
pub(super) struct Searcher<'a, G: Game> {
    pub(super) knowledge: &'a G::Knowledge,
    pub(super) settings: Settings,
    pub(super) table: &'a Table,
    /// What the threads are at, if there are others.
    pub(super) busy: Option<&'a Busy>,
    /// Whether to look for the end where tables tell who wins, but not how soon.
    pub(super) sees_ends: bool,
    pub(super) order: Order<G>,
    pub(super) meter: Meter<'a>,
    pub(super) selective_depth: Ply,
    pub(super) cutoffs: Cutoffs,
    pub(super) probes: Probes,
    /// Of the nodes visited since this was last taken.
    pub(super) grounds: Grounds,
}

/// What scores rest on besides the position and the rules.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Grounds {
    /// The lowest ply to which a draw by recurrence led back.
    recurrence: Option<Ply>,
    /// Whether an evaluation took part, or a recurrence that the rules do not call a draw yet.
    pub(super) estimated: bool,
}

impl Grounds {
    fn join(self, other: Self) -> Self {
        let recurrence = self.recurrence.into_iter().chain(other.recurrence).min();
        Self { recurrence, estimated: self.estimated || other.estimated }
    }
}

/// How good the ordering of moves was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cutoffs {
    /// Nodes refuted by a move.
    pub all: u64,
    /// Nodes refuted by the first move tried.
    pub first_move: u64,
}

impl<'a, G: Game> Searcher<'a, G> {
    pub(super) fn new(
        knowledge: &'a G::Knowledge,
        settings: Settings,
        table: &'a Table,
        busy: Option<&'a Busy>,
        limits: Limits<'a>,
    ) -> Self {
        Self {
            knowledge,
            settings,
            table,
            busy,
            sees_ends: false,
            order: Order::new(settings),
            meter: Meter::new(limits),
            selective_depth: Ply::ROOT,
            cutoffs: Cutoffs::default(),
            probes: Probes::default(),
            grounds: Grounds::default(),
        }
    }

    /// Whether late moves are reduced and lines without choice extended.
    pub(super) const fn reduces(&self) -> bool {
        G::SELECTIVE && self.settings.selective
    }

    /// Whether no evaluation took part in any score since this was last asked.
    pub(super) fn take_exhaustive(&mut self) -> bool {
        !mem::take(&mut self.grounds).estimated
    }

    /// The score of a node, searched to `depth`: exact inside the window, outside it a bound on
    /// the side where it lies. `line` becomes best play, if the score is exact.
    pub(super) fn negamax(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        depth: Depth,
        line: &mut Line<G::Move>,
    ) -> Result<Score, Halt> {
        if depth == Depth::ZERO || node.ply >= Ply::MAX {
            return self.quiescence(node, window, line);
        }
        line.clear();
        self.enter(node)?;
        if let Some(draw) = self.draw_by_path(node) {
            return Ok(draw);
        }
        if let Some(score) = self.ending(node) {
            return Ok(score);
        }
        let window = if window.is_null() { window.clamped(node.ply) } else { window };
        if window.alpha >= window.beta {
            let is_over = G::outcome(&node.position).is_some();
            return Ok(if is_over { end(node) } else { window.alpha });
        }

        let key = self.table_key(node, depth);
        let entry = self.table.probe(key);
        self.probes += Probes { all: 1, hits: entry.is_some().into() };
        if let Some(score) = entry.and_then(|entry| self.settled(&entry, node, depth, window)) {
            return Ok(score);
        }

        let mut ranked = Ranked::new();
        if let Some(score) = result(node, &mut ranked.moves) {
            return Ok(score);
        }
        let children = self.announced(node, &ranked.moves, window, depth);
        let standing = self.standing(node, &ranked.moves);
        if let Some(score) = self.enhanced_cutoff(node, &children, &mut ranked, window, depth) {
            return Ok(score);
        }
        if let Some(score) = self.probable_cutoff(node, standing, window, depth, line)? {
            return Ok(score);
        }
        self.order.rank(node, &mut ranked, entry.and_then(|entry| entry.code));

        let outer = mem::take(&mut self.grounds);
        let (score, best) = self.best_of(node, &mut ranked, standing, window, depth, line)?;
        let bound = window.bound(score);
        let mut grounds = self.grounds;
        // A shorter win or a longer loss may lie beyond what was searched.
        let is_final = bound != Bound::Exact || (!self.reduces() && node.sees_end(score, depth));
        grounds.estimated &= !(proves(score, bound) && is_final);
        self.grounds = grounds.join(outer);
        let depends_on_path = self.settings.selective && grounds.recurrence.is_some_and(|ply| ply < node.ply);
        if !depends_on_path {
            let code = best.map(G::code).or(entry.and_then(|entry| entry.code));
            let exhaustive = !grounds.estimated;
            self.table
                .store(key, &Entry { score: score.from_node(node.ply), bound, depth, code, exhaustive });
        }
        Ok(score)
    }

    /// The best score among moves that are tried in turn, and the move that raised alpha last.
    fn best_of(
        &mut self,
        node: &Node<'_, G>,
        ranked: &mut Ranked<G::Move>,
        standing: Option<Score>,
        window: Window,
        depth: Depth,
        line: &mut Line<G::Move>,
    ) -> Result<(Score, Option<G::Move>), Halt> {
        let mut rest = window;
        let mut best = (-Score::INFINITE, None);
        let mut below = Line::new();
        let depth = if self.extends(node, &ranked.moves, depth) { depth + Depth::ONE } else { depth };
        let mut tried = 0;
        while let Some(played) = ranked.pick(tried) {
            let task = self.busy.and_then(|busy| busy.task(node.key(), G::code(played), depth));
            if tried > 0 && task.is_some_and(Task::is_begun) && ranked.put_off(tried) {
                continue;
            }
            let index = tried;
            tried += 1;
            if index > 0
                && let Some(most) = self.written_off(node, played, standing, rest, depth)
            {
                best.0 = best.0.max(most);
                continue;
            }
            let doubt = self.doubt(node, played, index, depth, window, standing);
            let begun = task.map(Task::begin);
            let score = self.score_move(node, played, doubt, rest, depth - Depth::ONE, &mut below)?;
            drop(begun);
            if score <= best.0 {
                continue;
            }
            best.0 = score;
            if score > rest.alpha {
                rest.alpha = score;
                best.1 = Some(played);
                if !window.is_null() {
                    line.join(played, &below);
                }
            }
            if rest.alpha >= rest.beta {
                self.refuted(node, &ranked.moves[..=index], depth);
                break;
            }
        }
        Ok(best)
    }

    /// The score of a move, seen from the side that makes it. A move that is doubted must show
    /// with a null window, and reduced depth, that it deserves the whole.
    pub(super) fn score_move(
        &mut self,
        node: &Node<'_, G>,
        played: G::Move,
        doubt: Option<Depth>,
        window: Window,
        depth: Depth,
        line: &mut Line<G::Move>,
    ) -> Result<Score, Halt> {
        let child = node.child(played);
        let probes_first = doubt.is_some() && self.settings.null_windows && !window.is_null();
        let (null, reduction) = (Window::null(window.alpha), doubt.unwrap_or(Depth::ZERO));
        let mut ask =
            |window: Window, depth| self.negamax(&child, window.flipped(), depth, line).map(|score| -score);
        if reduction > Depth::ZERO {
            let score = ask(null, depth - reduction)?;
            if score <= window.alpha {
                return Ok(score);
            }
        }
        if probes_first {
            let score = ask(null, depth)?;
            if score <= window.alpha {
                return Ok(score);
            }
        }
        ask(window, depth)
    }

    /// Whether the node has too little choice to count as a ply. Near the end by want of
    /// progress the depth must tell how far the search goes: see [`Node::table_key`].
    fn extends(&self, node: &Node<'_, G>, moves: &[G::Move], depth: Depth) -> bool {
        self.reduces() && moves.len() == 1 && node.has_room_for(u16::from(depth.plies()) + 2)
    }

    /// What is doubted of the move that is tried as number `index`: nothing of the first, of a
    /// later one that it is better, of a late, quiet one that it is worth all plies, the less so the
    /// further the node stands below the window.
    pub(super) fn doubt(
        &self,
        node: &Node<'_, G>,
        played: G::Move,
        index: usize,
        depth: Depth,
        window: Window,
        standing: Option<Score>,
    ) -> Option<Depth> {
        let late = if window.is_null() { 1 } else { 2 };
        if !self.reduces() || index < late || depth < Depth::new(3) || G::is_noisy(&node.position, played) {
            return (index > 0).then_some(Depth::ZERO);
        }
        let less = if index >= 4 && depth >= Depth::new(4) { 2 } else { 1 };
        Some(Depth::new(less + plies_below(standing, window)))
    }

    /// Accounts for a visit to the node.
    pub(super) fn enter(&mut self, node: &Node<'_, G>) -> Result<(), Halt> {
        self.selective_depth = self.selective_depth.max(node.ply);
        self.meter.count()
    }

    pub(super) fn draw_by_path(&mut self, node: &Node<'_, G>) -> Option<Score> {
        let (ply, estimated) = match node.recurs()? {
            Recurrence::Since(ply) => (ply, true),
            Recurrence::ThirdTime => (Ply::ROOT, false),
        };
        self.grounds = self.grounds.join(Grounds { recurrence: Some(ply), estimated });
        Some(Score::DRAW)
    }

    fn refuted(&mut self, node: &Node<'_, G>, tried: &[G::Move], depth: Depth) {
        self.cutoffs.all += 1;
        self.cutoffs.first_move += u64::from(tried.len() == 1);
        self.order.learn(node, tried, depth);
    }
}

/// Adds the legal moves; where the position or want of progress ends the game, there is a score instead.
pub(super) fn result<G: Game>(node: &Node<'_, G>, moves: &mut Moves<G::Move>) -> Option<Score> {
    G::moves(&node.position, moves);
    if !moves.is_empty() {
        return node.lacks_progress().then_some(Score::DRAW);
    }
    Some(end(node))
}

/// The score of a game that is over, as there are no moves.
pub(super) fn end<G: Game>(node: &Node<'_, G>) -> Score {
    match G::outcome(&node.position).and_then(|outcome| outcome.winner) {
        Some(winner) if winner == G::to_move(&node.position) => Score::win(node.ply),
        Some(_) => Score::loss(node.ply),
        None => Score::DRAW,
    }
}
