//! What was found, from typed moves to the game's notation.

use super::asked::Asked;
use super::{Effort, Job, Report, Source};
use crate::game::{Known, Notation, Patience, Solution};
use crate::search::{Cutoffs, Found, Limits, Probes, StoppedBy, Variation, known_result, known_winner};
use crate::types::{Bound, Depth, Ply, Verdict};
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
        depth: Depth::new(best.line.len() as u8),
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
/// the end.
pub(super) fn report<G: Notation>(asked: &Asked<G>, found: &Found<G>) -> Report {
    let told = |line: &[G::Move], verdict: Verdict, bound| {
        let known = if verdict.is_proven() { None } else { known(asked, line) };
        let (verdict, bound) = known.map_or((verdict, bound), |known| (known, Bound::Exact));
        super::Variation { line: printed::<G>(*asked.position(), line), verdict, bound }
    };
    let mut lines = vec![told(&found.line, found.verdict, found.bound)];
    lines.extend(found.others.iter().map(|other| told(&other.line, other.verdict, other.bound)));
    lines.sort_by_key(|line| match line.verdict {
        Verdict::Win { .. } => 0,
        Verdict::Draw | Verdict::Estimate(_) => 1,
        Verdict::Loss { .. } => 2,
    });
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

/// What tables tell of the move that begins a line. Where that stands for the position, they must know that no
/// other is better, be it only for the draw that the rules may make of a loss that takes long.
fn known<G: Notation>(asked: &Asked<G>, line: &[G::Move]) -> Option<Verdict> {
    let result = known_result(&asked.path, *line.first()?, asked.knowledge)?;
    let is_best = || match G::known_in_full(asked.position(), asked.knowledge) {
        Some(Known::Draw) => result == Verdict::Draw,
        Some(Known::Loss { .. }) => known_winner(&asked.path, asked.knowledge).is_some(),
        Some(Known::Win { .. }) | None => false,
    };
    let is_win = matches!(result, Verdict::Win { .. });
    (is_win || !asked.is_plain() || is_best()).then_some(result)
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
