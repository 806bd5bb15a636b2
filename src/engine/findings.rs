//! What was found, from typed moves to the game's notation.

use super::asked::Asked;
use super::{Effort, Job, Report, Source};
use crate::game::{Moves, Notation, Solution, SolveLimits};
use crate::search::{
    Cutoffs, Limits, Probes, ScoredLine, SearchResult, StoppedBy, drawn_line, move_verdict, root_verdict,
};
use crate::types::{Bound, Depth, Ply, Score, TablebaseVerdict, Verdict};
use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What the game's own solver proves, best first. It leaves some of the time to the search, unless that has nothing
/// to add.
pub(super) struct Proven<M> {
    solutions: Vec<Solution<M>>,
    /// The moves of which the search may still say something.
    pub(super) open: Moves<M>,
    /// Whether all there is to know is proven, but for lines.
    is_complete: bool,
}

impl<M: Copy + PartialEq> Proven<M> {
    /// Asks the solver, unless the effort is limited.
    pub(super) fn ask<G: Notation<Move = M>>(asked: &Asked<G>, effort: &Effort<'_>) -> Self {
        let Limits { depth, nodes, deadline, stop, checkpoint } = effort.limits;
        let (position, moves, lines) = (asked.position(), &asked.moves, asked.lines.get());
        if depth.is_some() || nodes.is_some() || moves.is_empty() {
            return Self { solutions: Vec::new(), open: moves.clone(), is_complete: false };
        }
        let limits = SolveLimits { deadline, stop, checkpoint };
        if asked.is_plain() {
            let solution = G::solve(position, effort.memory, &limits);
            let is_told = solution.as_ref().is_some_and(|solution| !solution.line.is_empty());
            return Self {
                is_complete: solution.as_ref().is_some_and(is_exact) && is_told,
                solutions: solution.into_iter().collect(),
                open: if is_told { Moves::new() } else { moves.clone() },
            };
        }
        let solutions = G::solve_moves(position, moves, lines, effort.memory, &limits);
        let wins = solutions.iter().filter(|solution| solution.score > Score::DRAW).count();
        let is_open = |played: &M| !solutions.iter().any(|one| one.line[0] == *played && tells_result(one));
        let open = if wins < lines { moves.iter().copied().filter(is_open).collect() } else { Moves::new() };
        let is_complete = solutions.len() == moves.len() && solutions.iter().all(is_exact);
        Self { solutions, open, is_complete }
    }

    /// Whether the search has nothing to add.
    pub(super) fn is_final(&self) -> bool {
        self.open.is_empty() && !self.solutions.is_empty()
    }

    /// Whether the search is on its own.
    pub(super) const fn is_empty(&self) -> bool {
        self.solutions.is_empty()
    }

    /// A report of all that is proven.
    pub(super) fn report<G: Notation<Move = M>>(&self, asked: &Asked<G>, stop: &AtomicBool) -> Report {
        let shown = &self.solutions[..asked.lines.get().min(self.solutions.len())];
        let is_whole = |solution: &Solution<M>| {
            let play = |position, &played: &M| G::play(&position, played);
            G::outcome(&solution.line.iter().fold(*asked.position(), play)).is_some()
        };
        let stopped_by = if self.is_complete && shown.iter().all(is_whole) {
            StoppedBy::Proven
        } else if stop.load(Ordering::Relaxed) {
            StoppedBy::Cancelled
        } else {
            StoppedBy::Time
        };
        let mut lines: Vec<ScoredLine<G>> = shown.iter().map(variation).collect();
        if !self.is_complete && lines[0].bound == Bound::Exact && shown[0].score > Score::DRAW {
            // One of the other moves may win sooner.
            lines[0].bound = Bound::Lower;
        }
        let longest = shown.iter().map(|solution| solution.line.len()).max().unwrap_or_default();
        let best = lines.remove(0);
        let found = SearchResult {
            depth: Depth::new(best.line.len().min(u8::MAX.into()) as u8),
            line: best.line,
            verdict: best.verdict,
            bound: best.bound,
            alternatives: lines,
            selective_depth: Ply::new(longest as u16),
            nodes: self.nodes(),
            cutoffs: Cutoffs::default(),
            probes: Probes::default(),
            stopped_by,
        };
        let from_book = shown.iter().all(|solution| solution.from_book);
        let source = if from_book { Source::Book } else { Source::Search };
        Report { source, ..report(asked, &found) }
    }

    /// What the search found of the open moves, together with what is proven: no estimate stands against a proof.
    pub(super) fn with<G: Notation<Move = M>>(
        &self,
        found: &SearchResult<G>,
        lines: usize,
    ) -> SearchResult<G> {
        let best = ScoredLine { line: found.line.clone(), verdict: found.verdict, bound: found.bound };
        let searched =
            [best].into_iter().chain(found.alternatives.iter().cloned()).map(|line| self.corrected(line));
        let settled =
            self.solutions.iter().filter(|one| one.line.first().is_some_and(|own| !self.open.contains(own)));
        let settled = settled.map(variation).map(|line| (order(line.verdict), line));
        let mut all: Vec<(i32, ScoredLine<G>)> = searched.chain(settled).collect();
        all.sort_by_key(|(order, _)| Reverse(*order));
        let mut all = all.into_iter().map(|(_, line)| line);
        let best = all.next().expect("the search has found a move");
        let stopped_by = match found.stopped_by {
            StoppedBy::Proven if self.solutions.iter().any(|one| !one.line.is_empty()) => StoppedBy::Time,
            stopped_by => stopped_by,
        };
        SearchResult {
            line: best.line,
            verdict: best.verdict,
            bound: best.bound,
            alternatives: all.take(lines - 1).collect(),
            nodes: found.nodes + self.nodes(),
            stopped_by,
            ..*found
        }
    }

    /// A line of the search with what is proven of its first move or of the position, in case that says more; and its
    /// place in the order of lines.
    fn corrected<G: Notation<Move = M>>(&self, line: ScoredLine<G>) -> (i32, ScoredLine<G>) {
        let is_of =
            |one: &&Solution<M>| one.line.first().is_none_or(|first| Some(first) == line.line.first());
        let estimate = order(line.verdict);
        match self.solutions.iter().find(is_of) {
            Some(proof) if !line.verdict.is_proven() => {
                let verdict = Verdict::of(proof.score, true);
                let place = match proof.bound {
                    Bound::Exact => order(verdict),
                    Bound::Lower => order(verdict).max(estimate),
                    Bound::Upper => order(verdict).min(estimate),
                };
                (place, ScoredLine { verdict, bound: proof.bound, ..line })
            }
            _ => (estimate, line),
        }
    }

    fn nodes(&self) -> u64 {
        self.solutions.iter().map(|solution| solution.nodes).sum()
    }
}

fn is_exact<M>(solution: &Solution<M>) -> bool {
    solution.bound == Bound::Exact
}

/// Whether a solution tells who wins, or that nobody does.
fn tells_result<M>(solution: &Solution<M>) -> bool {
    is_exact(solution) || solution.score != Score::DRAW
}

fn variation<G: Notation>(solution: &Solution<G::Move>) -> ScoredLine<G> {
    let verdict = Verdict::of(solution.score, true);
    ScoredLine { line: solution.line.clone(), verdict, bound: solution.bound }
}

/// A number by which the better verdict is the larger.
fn order(verdict: Verdict) -> i32 {
    let sooner = |plies: Option<u16>| i32::from(u16::MAX - plies.unwrap_or(u16::MAX));
    match verdict {
        Verdict::Win { plies } => 100_000 + sooner(plies),
        Verdict::Loss { plies } => -100_000 - sooner(plies),
        Verdict::Draw => 0,
        Verdict::Estimate(units) => units.into(),
    }
}

/// What was found, in the game's notation. What is not proven by the search may be by tables, without the way to
/// the end. Where they call it drawn they tell how it may go on.
pub(super) fn report<G: Notation>(asked: &Asked<G>, found: &SearchResult<G>) -> Report {
    let told = |line: &[G::Move], verdict: Verdict, bound| {
        let known = known(asked, line, verdict).unwrap_or(verdict);
        let bound = if known.is_proven() && !verdict.is_proven() { Bound::Exact } else { bound };
        let goes_on = (known == Verdict::Draw).then(|| drawn_line(&asked.path, line, asked.knowledge));
        let line = printed::<G>(*asked.position(), goes_on.as_deref().unwrap_or(line));
        super::Variation { line, verdict: known, bound }
    };
    let mut lines = vec![told(&found.line, found.verdict, found.bound)];
    lines.extend(found.alternatives.iter().map(|other| told(&other.line, other.verdict, other.bound)));
    lines.sort_by_key(|line| Reverse(favour(line.verdict)));
    let best = lines.remove(0);
    Report {
        subject: asked.subject(),
        best_move: best.line.first().cloned(),
        principal_variation: best.line,
        verdict: best.verdict,
        bound: best.bound,
        alternatives: lines,
        depth: found.depth.plies(),
        selective_depth: found.selective_depth.moves(),
        nodes: found.nodes,
        cutoffs: found.cutoffs,
        probes: found.probes,
        elapsed: Duration::ZERO,
        waited: Duration::ZERO,
        searched: Duration::ZERO,
        budget: Duration::ZERO,
        degraded: false,
        source: if found.stopped_by == StoppedBy::GameOver { Source::Rules } else { Source::Search },
        stopped_by: found.stopped_by,
    }
}

/// What tables tell of the move that begins a line whose score is not proven; of the position, if it is asked for the
/// best.
fn known<G: Notation>(asked: &Asked<G>, line: &[G::Move], verdict: Verdict) -> Option<Verdict> {
    let Verdict::Estimate(units) = verdict else { return None };
    let known = if asked.is_plain() { root_verdict } else { move_verdict };
    known(&asked.path, *line.first()?, Score::from_units(units), asked.knowledge)
}

/// How sure it is who wins: from 2 for a proven win to -2 for a proven loss.
fn favour(verdict: Verdict) -> i32 {
    match (verdict, verdict.tablebase()) {
        (Verdict::Win { .. }, _) => 2,
        (Verdict::Loss { .. }, _) => -2,
        (_, Some(TablebaseVerdict::Win)) => 1,
        (_, Some(TablebaseVerdict::Loss)) => -1,
        (Verdict::Draw | Verdict::Estimate(_), None) => 0,
    }
}

/// A line of moves in canonical notation.
fn printed<G: Notation>(mut position: G::Position, line: &[G::Move]) -> Vec<String> {
    let mut print = |&played: &G::Move| {
        let text = G::print_move(&position, played);
        position = G::play(&position, played);
        text
    };
    line.iter().map(&mut print).collect()
}
