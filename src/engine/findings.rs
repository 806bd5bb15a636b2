//! What was found, from typed moves to the game's notation.

use super::asked::Asked;
use super::{Effort, Job, Report, Source};
use crate::game::{Notation, Patience, Solution};
use crate::search::{
    Cutoffs, Found, Limits, Probes, StoppedBy, Variation, drawn_line, known_best, known_result,
};
use crate::types::{Bound, Depth, Ply, Score, TablebaseVerdict, Verdict};
use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What the game's own solver says in most of the time there is, best first; the rest is for the
/// search, if the solver has nothing to say.
pub(super) fn solved<G: Notation>(asked: &Asked<G>, effort: &Effort<'_>) -> Option<Vec<Solution<G::Move>>> {
    let Limits { depth: None, nodes: None, deadline, stop, pause } = effort.limits else { return None };
    let (position, moves) = (asked.position(), &asked.moves);
    if moves.is_empty() {
        return None;
    }
    let now = Instant::now();
    let most = |deadline: Instant| now + deadline.saturating_duration_since(now) * 3 / 4;
    let patience = Patience { deadline: deadline.map(most), stop, pause };
    let solve = |position: &G::Position| G::solve(position, effort.memory, &patience);
    if asked.is_plain() {
        return solve(position).map(|solution| vec![solution]);
    }
    let mut solutions = G::solve_moves(position, moves, effort.memory, &patience);
    if solutions.len() < moves.len() {
        return None;
    }
    let best = solve(position).map(|solution| solution.line[0]);
    solutions.sort_by_key(|solution| (Reverse(solution.score), Some(solution.line[0]) != best));
    solutions.truncate(asked.lines.get());
    for solution in &mut solutions {
        let next = G::play(position, solution.line[0]);
        if let Some(below) = G::outcome(&next).is_none().then(|| solve(&next)).flatten() {
            solution.line.extend(below.line);
            solution.nodes += below.nodes;
        }
    }
    Some(solutions)
}

/// A report of solutions, at least one.
pub(super) fn solution_report<G: Notation>(
    asked: &Asked<G>,
    solutions: &[Solution<G::Move>],
    stop: &AtomicBool,
) -> Report {
    let is_whole = |solution: &Solution<G::Move>| {
        let play = |position, &played: &G::Move| G::play(&position, played);
        G::outcome(&solution.line.iter().fold(*asked.position(), play)).is_some()
    };
    let stopped_by = if solutions.iter().all(is_whole) {
        StoppedBy::Proven
    } else if stop.load(Ordering::Relaxed) {
        StoppedBy::Cancelled
    } else {
        StoppedBy::Time
    };
    let variation = |solution: &Solution<G::Move>| Variation {
        line: solution.line.clone(),
        verdict: Verdict::of(solution.score, true),
        bound: Bound::Exact,
    };
    let longest = solutions.iter().map(|solution| solution.line.len()).max().unwrap_or_default();
    let best = variation(&solutions[0]);
    let found = Found {
        depth: Depth::new(best.line.len().min(u8::MAX.into()) as u8),
        line: best.line,
        verdict: best.verdict,
        bound: best.bound,
        others: solutions[1..].iter().map(variation).collect(),
        selective_depth: Ply::new(longest as u16),
        nodes: solutions.iter().map(|solution| solution.nodes).sum(),
        cutoffs: Cutoffs::default(),
        probes: Probes::default(),
        stopped_by,
    };
    let from_book = solutions.iter().all(|solution| solution.from_book);
    let source = if from_book { Source::Book } else { Source::Search };
    Report { source, ..report(asked, &found) }
}

/// What was found, in the game's notation. What is not proven by the search may be by tables, without the way to
/// the end. Where they call it drawn they tell how it may go on.
pub(super) fn report<G: Notation>(asked: &Asked<G>, found: &Found<G>) -> Report {
    let told = |line: &[G::Move], verdict: Verdict, bound| {
        let known = known(asked, line, verdict).unwrap_or(verdict);
        let bound = if known.is_proven() && !verdict.is_proven() { Bound::Exact } else { bound };
        let goes_on = (known == Verdict::Draw).then(|| drawn_line(&asked.path, line, asked.knowledge));
        let line = printed::<G>(*asked.position(), goes_on.as_deref().unwrap_or(line));
        super::Variation { line, verdict: known, bound }
    };
    let mut lines = vec![told(&found.line, found.verdict, found.bound)];
    lines.extend(found.others.iter().map(|other| told(&other.line, other.verdict, other.bound)));
    lines.sort_by_key(|line| Reverse(favour(line.verdict)));
    let best = lines.remove(0);
    Report {
        subject: asked.subject(),
        best_move: best.line.first().cloned(),
        principal_variation: best.line,
        verdict: best.verdict,
        bound: best.bound,
        others: lines,
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
    let known = if asked.is_plain() { known_best } else { known_result };
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
