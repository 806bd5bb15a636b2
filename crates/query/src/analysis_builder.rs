//! From a search result to an analysis in the game's notation.

use super::typed_query::Query;
use super::{Analysis, AnalysisLine, GameResult, Source, Timing};
use bestmove_core::explanation::explain;
use bestmove_core::game::{Notation, Outcome};
use bestmove_core::search::{
    Lines, Path, ScoredLine, SearchResult, StoppedBy, drawn_line, move_verdict, root_verdict,
};
use bestmove_core::types::{Bound, Score, TablebaseVerdict, Verdict, short_sort_by_key};
use std::cmp::Reverse;

/// How many positions [`drawn_line`] searches for the hardest defence in the best line: half a
/// millisecond with six pieces.
const DRAWN_LINE_LOOKAHEADS: u32 = 16;

/// Formats the final result of a search: [`build_progress`], where drawn lines go on with moves that keep
/// the draw.
pub(super) fn build_analysis<G: Notation>(query: &Query<G>, mut result: SearchResult<G>) -> Analysis {
    for (rank, ScoredLine { line, verdict, .. }) in result.lines.iter_mut().enumerate() {
        let lookaheads = if rank == 0 { DRAWN_LINE_LOOKAHEADS } else { 0 };
        if tablebase_verdict(query, line, *verdict).unwrap_or(*verdict) == Verdict::Draw {
            *line = drawn_line(&query.path, line, &query.knowledge, lookaheads);
        }
    }
    build_progress(query, &result)
}

/// Formats a search result. Scores that the search did not prove may be proven by a tablebase.
pub(super) fn build_progress<G: Notation>(query: &Query<G>, result: &SearchResult<G>) -> Analysis {
    let mut lines: Vec<_> =
        result.lines.iter().map(|line| with_tablebase_verdict(query, line.clone())).collect();
    short_sort_by_key(&mut lines, |line| Reverse(certainty(line.verdict)));
    let reasons = explain(&query.path, &lines);
    let format = |(ScoredLine { line, verdict, bound }, reason)| {
        let (line, expectation) =
            (G::print_line(*query.position(), &line), G::expectation(query.position(), verdict));
        AnalysisLine { line, verdict: in_display_unit::<G>(verdict), expectation, bound, reason }
    };
    let lines = lines.into_iter().zip(reasons).map(format).collect();
    Analysis {
        position_info: super::AnyQuery::position_info(query),
        lines: Lines::new(lines),
        depth: result.depth.plies(),
        selective_depth: result.selective_depth.moves(),
        nodes: result.nodes,
        cutoffs: result.cutoffs,
        probes: result.probes,
        timing: Timing::default(),
        degraded: false,
        source: if result.stopped_by == StoppedBy::GameOver { Source::Rules } else { Source::Search },
        stopped_by: result.stopped_by,
        opponent: query.key.opponent,
    }
}

/// The verdict with a margin in the unit that people read.
pub(super) const fn in_display_unit<G: Notation>(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Margin(units) => Verdict::Margin(units / G::INFO.display.estimate.size as i16),
        _ => verdict,
    }
}

/// The result of the game, if it is over.
pub(super) fn game_result<G: Notation>(path: &Path<G>) -> Option<GameResult> {
    path.outcome().map(|Outcome { winner, ending }| GameResult {
        winner: winner.map(|side| G::INFO.side(side)),
        ending,
        line: G::winning_line(path.position()),
    })
}

/// The line with the verdict of the tablebase, if that proves more.
fn with_tablebase_verdict<G: Notation>(query: &Query<G>, line: ScoredLine<G>) -> ScoredLine<G> {
    let verdict = tablebase_verdict(query, &line.line, line.verdict).unwrap_or(line.verdict);
    let is_proof = verdict.is_proven() && !line.verdict.is_proven();
    ScoredLine { verdict, bound: if is_proof { Bound::Exact } else { line.bound }, ..line }
}

/// The verdict of the tablebase on an unproven line: on its first move, or on the position if the query is
/// for the best move. A line that ends in a draw by the rules tells more than a result that may not fit them.
fn tablebase_verdict<G: Notation>(query: &Query<G>, line: &[G::Move], searched: Verdict) -> Option<Verdict> {
    let Verdict::Estimate(units) = searched else { return None };
    let verdict = if query.wants_single_best() { root_verdict } else { move_verdict };
    let found = verdict(&query.path, *line.first()?, Score::from_units(units), &query.knowledge)?;
    (found.is_proven() || !ends_in_a_draw(&query.path, line)).then_some(found)
}

/// Whether the game is drawn by the rules at the end of a line.
fn ends_in_a_draw<G: Notation>(path: &Path<G>, line: &[G::Move]) -> bool {
    path.after(line).outcome().is_some_and(|outcome| outcome.winner.is_none())
}

/// How certain a win is: from 2 for a proven win to -2 for a proven loss.
fn certainty(verdict: Verdict) -> i32 {
    match (verdict, verdict.tablebase()) {
        (Verdict::Win { .. } | Verdict::Margin(1..), _) => 2,
        (Verdict::Loss { .. } | Verdict::Margin(_), _) => -2,
        (_, Some(TablebaseVerdict::Win)) => 1,
        (_, Some(TablebaseVerdict::Loss)) => -1,
        (Verdict::Draw | Verdict::Estimate(_), None) => 0,
    }
}
