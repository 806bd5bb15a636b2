//! What the game's own solver proves about a query, merged with what the search finds.

use super::analysis_builder::build_analysis;
use super::typed_query::Query;
use super::{Analysis, SearchResources, Source};
use bestmove_core::game::{Moves, Notation, Solution, SolveLimits, SolverMemory};
use bestmove_core::search::{
    Cutoffs, Limits, Lines, Probes, ScoredLine, SearchResult, StoppedBy, draw_order,
};
use bestmove_core::types::{Bound, Depth, Ply, Score, Verdict, short_sort_by_key};
use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering};

/// What the solver proved, best first. It leaves some of the time to the search, unless the search has
/// nothing to add.
pub(super) struct SolverResults<M> {
    solutions: Vec<Solution<M>>,
    /// The moves that the search may still say something about.
    pub(super) open: Moves<M>,
    /// Whether all scores are exact, though lines may be missing.
    is_complete: bool,
}

impl<M: Copy + PartialEq> SolverResults<M> {
    /// Runs the solver, unless depth or nodes are limited.
    pub(super) fn run_solver<G: Notation<Move = M>>(
        query: &Query<G>,
        resources: &SearchResources<'_>,
    ) -> Self {
        let Limits { depth, nodes, deadline, stop, checkpoint } = resources.limits;
        let (position, moves, lines) = (query.position(), &query.moves, query.lines.get());
        if depth.is_some() || nodes.is_some() || moves.is_empty() {
            return Self { solutions: Vec::new(), open: moves.clone(), is_complete: false };
        }
        let limits = SolveLimits { deadline, stop, checkpoint, helpers: resources.helpers };
        if query.wants_single_best() {
            let solution = G::solve(position, resources.memory, &limits)
                .map(|best| drawn_from_equal(query, best, resources.memory, &limits));
            let has_move = solution.as_ref().is_some_and(|solution| !solution.line.is_empty());
            return Self {
                is_complete: solution.as_ref().is_some_and(is_exact) && has_move,
                solutions: solution.into_iter().collect(),
                open: if has_move { Moves::new() } else { moves.clone() },
            };
        }
        let solutions = G::solve_moves(position, moves, lines, resources.memory, &limits);
        let wins = solutions.iter().filter(|solution| solution.score > Score::DRAW).count();
        let is_open = |played: &M| !solutions.iter().any(|one| one.line[0] == *played && has_result(one));
        let open = if wins < lines { moves.iter().copied().filter(is_open).collect() } else { Moves::new() };
        let is_complete = solutions.len() == moves.len() && solutions.iter().all(is_exact);
        Self { solutions, open, is_complete }
    }

    /// Whether the search has nothing to add.
    pub(super) fn is_final(&self) -> bool {
        self.open.is_empty() && !self.solutions.is_empty()
    }

    /// Whether the solver proved nothing.
    pub(super) const fn is_empty(&self) -> bool {
        self.solutions.is_empty()
    }

    /// The analysis of what the solver proved.
    pub(super) fn analysis<G: Notation<Move = M>>(&self, query: &Query<G>, stop: &AtomicBool) -> Analysis {
        let shown = &self.solutions[..query.lines.get().min(self.solutions.len())];
        let is_whole = |solution: &Solution<M>| {
            let play = |position, &played: &M| G::play(&position, played);
            G::outcome(&solution.line.iter().fold(*query.position(), play)).is_some()
        };
        let stopped_by = if self.is_complete && shown.iter().all(is_whole) {
            StoppedBy::Proven
        } else if stop.load(Ordering::Relaxed) {
            StoppedBy::Cancelled
        } else {
            StoppedBy::Time
        };
        let mut lines = Lines::new(shown.iter().map(scored_line::<G>).collect());
        if !self.is_complete && lines[0].bound == Bound::Exact && shown[0].score > Score::DRAW {
            // Another move may win sooner.
            lines[0].bound = Bound::Lower;
        }
        let longest = shown.iter().map(|solution| solution.line.len()).max().unwrap_or_default();
        let result = SearchResult {
            depth: Depth::new(lines.best().line.len().min(u8::MAX.into()) as u8),
            lines,
            selective_depth: Ply::new(longest as u16),
            nodes: self.nodes(),
            cutoffs: Cutoffs::default(),
            probes: Probes::default(),
            stopped_by,
        };
        let from_book = shown.iter().all(|solution| solution.from_book);
        let source = if from_book { Source::Book } else { Source::Search };
        Analysis { source, ..build_analysis(query, result) }
    }

    /// The result of the search with the solver's proofs merged in: the best `lines` moves of both.
    pub(super) fn merge<G: Notation<Move = M>>(
        &self,
        result: &SearchResult<G>,
        lines: usize,
    ) -> SearchResult<G> {
        let searched = result.lines.iter().map(|line| self.corrected(line.clone()));
        let solved =
            self.solutions.iter().filter(|one| one.line.first().is_some_and(|own| !self.open.contains(own)));
        let solved = solved.map(scored_line).map(|line| (rank(line.verdict), line));
        let mut all: Vec<(i32, ScoredLine<G>)> = searched.chain(solved).collect();
        short_sort_by_key(&mut all, |(rank, _)| Reverse(*rank));
        let all = all.into_iter().map(|(_, line)| line).take(lines).collect();
        let stopped_by = match result.stopped_by {
            StoppedBy::Proven if self.solutions.iter().any(|one| !one.line.is_empty()) => StoppedBy::Time,
            stopped_by => stopped_by,
        };
        SearchResult { lines: Lines::new(all), nodes: result.nodes + self.nodes(), stopped_by, ..*result }
    }

    /// A line of the search with its rank. If the solver proved more about its first move or about the
    /// position, the line gets that score.
    fn corrected<G: Notation<Move = M>>(&self, line: ScoredLine<G>) -> (i32, ScoredLine<G>) {
        let is_about =
            |one: &&Solution<M>| one.line.first().is_none_or(|first| Some(first) == line.line.first());
        let estimate = rank(line.verdict);
        match self.solutions.iter().find(is_about) {
            Some(proof) if !line.verdict.is_proven() => {
                let verdict = proof.verdict();
                let rank = match proof.bound {
                    Bound::Exact => rank(verdict),
                    Bound::Lower => rank(verdict).max(estimate),
                    Bound::Upper => rank(verdict).min(estimate),
                };
                (rank, ScoredLine { verdict, bound: proof.bound, ..line })
            }
            _ => (estimate, line),
        }
    }

    fn nodes(&self) -> u64 {
        self.solutions.iter().map(|solution| solution.nodes).sum()
    }
}

/// Of the moves with the exact score of the best one, that which the seed of the query draws, if the limits leave
/// the time to find it.
fn drawn_from_equal<G: Notation>(
    query: &Query<G>,
    best: Solution<G::Move>,
    memory: &SolverMemory,
    limits: &SolveLimits<'_>,
) -> Solution<G::Move> {
    let (Some(seed), true, Some(&first)) = (query.seed(), is_exact(&best), best.line.first()) else {
        return best;
    };
    let (position, mut nodes, mut moves) = (query.position(), best.nodes, query.moves.clone());
    short_sort_by_key(&mut moves, |&played| draw_order::<G>(seed, position, played));
    for played in moves.into_iter().take_while(|&played| played != first) {
        let Some(other) = G::solve_moves(position, &[played], 1, memory, limits).pop() else { break };
        nodes += other.nodes;
        if is_exact(&other) && other.score == best.score {
            return Solution { nodes, ..other };
        }
    }
    Solution { nodes, ..best }
}

fn is_exact<M>(solution: &Solution<M>) -> bool {
    solution.bound == Bound::Exact
}

/// Whether a solution proves the result, win, draw or loss.
fn has_result<M>(solution: &Solution<M>) -> bool {
    is_exact(solution) || solution.score != Score::DRAW
}

fn scored_line<G: Notation>(solution: &Solution<G::Move>) -> ScoredLine<G> {
    let verdict = solution.verdict();
    ScoredLine { line: solution.line.clone(), verdict, bound: solution.bound }
}

/// Ranks verdicts: the better, the larger.
fn rank(verdict: Verdict) -> i32 {
    let sooner = |plies: Option<u16>| i32::from(u16::MAX - plies.unwrap_or(u16::MAX));
    match verdict {
        Verdict::Win { plies } => 100_000 + sooner(plies),
        Verdict::Loss { plies } => -100_000 - sooner(plies),
        Verdict::Draw => 0,
        Verdict::Margin(units) | Verdict::Estimate(units) => units.into(),
    }
}
