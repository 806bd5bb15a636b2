//! The answers to a query: the game's solver first, then the search, then the tablebases.

use super::analysis_builder::{build_analysis, build_progress, game_result, in_display_unit};
use super::book_answer::book_answer;
use super::solver_results::SolverResults;
use super::typed_query::Query;
use super::{
    Analysis, AnyQuery, Budget, LegalMove, LegalMoves, PositionInfo, QueryKey, SearchResources, Source,
};
use bestmove_core::game::{MoveText, Notation, Outcome, Solution, SolveLimits, SolverMemory};
use bestmove_core::search::{
    Limits, Path, RootMoves, SearchContext, StoppedBy, game_over, move_verdict, search, search_root_moves,
};
use bestmove_core::types::{Bound, Score, Verdict};

impl<G: Notation> AnyQuery for Query<G> {
    fn position_info(&self) -> PositionInfo {
        PositionInfo {
            game: G::INFO.id,
            position: G::print(self.position()),
            to_move: G::INFO.side(G::to_move(self.position())),
            outcome: game_result(&self.path),
        }
    }

    fn legal_moves(&self) -> LegalMoves {
        let describe = |&played| {
            let mut after = self.path.clone();
            after.play(played);
            let (position, outcome) = (G::print(after.position()), game_result(&after));
            let verdict = verdict_without_search(self, played, after.outcome());
            let with_text = move |MoveText { text, coordinates }| {
                let (position, outcome) = (position.clone(), outcome.clone());
                LegalMove { text, coordinates, position, outcome, verdict }
            };
            G::move_texts(self.position(), played).into_iter().map(with_text)
        };
        let moves = self.moves.iter().flat_map(describe).collect();
        LegalMoves { position_info: self.position_info(), pieces: G::pieces(self.position()), moves }
    }

    fn key(&self) -> &QueryKey {
        &self.key
    }

    fn game_over(&self) -> Option<Analysis> {
        game_over(&self.path).map(|result| build_analysis(self, result))
    }

    fn book_answer(&self, budget: &Budget) -> Option<Analysis> {
        book_answer(self, budget)
    }

    fn score_moves_blocking(
        &self,
        limits: Limits<'_>,
        memory: &SolverMemory,
    ) -> Vec<(String, Verdict, Bound)> {
        let Limits { depth, nodes, deadline, stop, checkpoint } = limits;
        if self.path.outcome().is_some() || depth.is_some() || nodes.is_some() {
            return Vec::new();
        }
        let limits = SolveLimits { deadline, stop, checkpoint, helpers: None };
        let scored = G::solve_moves(self.position(), &self.moves, 0, memory, &limits);
        let format = |solution: Solution<G::Move>| {
            let played = G::print_move(self.position(), solution.line[0]);
            (played, in_display_unit::<G>(solution.verdict()), solution.bound)
        };
        scored.into_iter().map(format).collect()
    }

    fn search_blocking(
        &self,
        resources: &SearchResources<'_>,
        on_iteration: &mut dyn FnMut(Analysis),
    ) -> Analysis {
        let SearchResources { limits, settings, table, threads, .. } = *resources;
        if let Some(opponent) = self.key.opponent
            && let Some(rule) = G::levels().rule(opponent.level)
        {
            return build_analysis(self, opponent.choose(rule, &self.path, &self.knowledge, limits));
        }
        let proven = SolverResults::run_solver(self, resources);
        if proven.is_final() {
            return proven.analysis(self, limits.stop);
        }
        let (path, knowledge, lines) = (&self.path, self.knowledge.as_ref(), self.lines);
        let context = SearchContext { knowledge, table, limits, settings, threads, seed: self.seed() };
        let mut report = |result: &_| on_iteration(build_progress(self, &proven.merge(result, lines.get())));
        let result = if self.wants_single_best() {
            search(path, context, &mut report)
        } else {
            let root_moves = RootMoves { path, moves: &proven.open, multi_pv: lines };
            search_root_moves(root_moves, context, &mut report)
        };
        let analysis = build_analysis(self, proven.merge(&result, lines.get()));
        if proven.is_empty() { with_tablebase_source(self, limits, analysis) } else { analysis }
    }
}

/// Credits the tablebase with a score that the search only took from it.
fn with_tablebase_source<G: Notation>(query: &Query<G>, limits: Limits<'_>, analysis: Analysis) -> Analysis {
    let is_covered = || G::probe_dtw(query.position(), &query.knowledge).is_some();
    match analysis.stopped_by {
        StoppedBy::Depth if limits.depth.is_none() && analysis.is_proven() => {
            Analysis { source: Source::Endgame, stopped_by: StoppedBy::Proven, ..analysis }
        }
        StoppedBy::Proven | StoppedBy::Time if analysis.is_proven() && is_covered() => {
            Analysis { source: Source::Endgame, ..analysis }
        }
        _ => analysis,
    }
}

/// The proven score of a move, if the rules, the opening book or a tablebase have it. `outcome` is the
/// result after the move.
fn verdict_without_search<G: Notation>(
    query: &Query<G>,
    played: G::Move,
    outcome: Option<Outcome>,
) -> Option<Verdict> {
    let path: &Path<G> = &query.path;
    let mover = G::to_move(path.position());
    match outcome.map(|outcome| outcome.winner) {
        Some(None) => Some(Verdict::Draw),
        Some(_) if G::SCORED_BY_MARGIN => move_verdict(path, played, Score::DRAW, &query.knowledge),
        Some(Some(winner)) if winner == mover => Some(Verdict::Win { plies: Some(1) }),
        Some(Some(_)) => Some(Verdict::Loss { plies: Some(1) }),
        None => {
            let by_book = G::book_score(path.position(), played).map(|score| Verdict::of(score, true));
            let by_table = || move_verdict(path, played, Score::DRAW, &query.knowledge);
            by_book.or_else(by_table).filter(|verdict| verdict.is_proven())
        }
    }
}
