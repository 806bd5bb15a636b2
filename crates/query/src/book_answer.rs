//! The answer of an opening book of estimates.

use super::analysis_builder::build_analysis;
use super::typed_query::Query;
use super::{Analysis, Budget, Source};
use bestmove_core::game::{BookEntry, Notation, OpeningBook};
use bestmove_core::search::{Cutoffs, Lines, Probes, ScoredLine, SearchResult, StoppedBy, draw_order};
use bestmove_core::types::{Bound, Ply, Verdict, short_sort_by_key};

/// The analysis of the book, if the query allows it, the budget neither limits nor extends the search, and the
/// book has the position, or, for several moves, the positions after all of them. The book knows nothing of
/// positions that occurred before and can occur again.
pub(super) fn book_answer<G: Notation>(query: &Query<G>, budget: &Budget) -> Option<Analysis> {
    let is_allowed = query.may_use_book && query.is_at_full_strength() && query.path.before().is_empty();
    if !is_allowed || budget.is_limited_in_effort() || budget.time > G::BOOK_TIME {
        return None;
    }
    let book = G::opening_book()?;
    let found = book.entry(query.position())?;
    let lines = if query.wants_single_best() {
        best_line(query, book, found).into()
    } else {
        lines_after(query, book)?
    };
    let result = SearchResult {
        lines,
        depth: found.depth,
        selective_depth: Ply::new(found.depth.plies().into()),
        nodes: 0,
        cutoffs: Cutoffs::default(),
        probes: Probes::default(),
        stopped_by: StoppedBy::Nodes,
    };
    Some(Analysis { source: Source::Book, ..build_analysis(query, result) })
}

/// The line of the position; with a seed, that of the move which it draws from those that lead to the same score.
fn best_line<G: Notation>(query: &Query<G>, book: &OpeningBook<G>, found: &BookEntry<G>) -> ScoredLine<G> {
    let own = ScoredLine { line: found.line.clone(), verdict: found.verdict(), bound: Bound::Exact };
    let Some(seed) = query.seed() else { return own };
    let position = query.position();
    let others = query.moves.iter().filter(|&&played| played != found.line[0]);
    let others =
        others.filter_map(|&played| Some(line_after(played, book.entry(&G::play(position, played))?)));
    let verdict = own.verdict;
    let equal = others.filter(|other| other.verdict == verdict);
    let order = |line: &ScoredLine<G>| draw_order::<G>(seed, position, line.line[0]);
    equal.fold(own, |first, other| if order(&other) < order(&first) { other } else { first })
}

/// A move with the line of the position after it.
fn line_after<G: Notation>(played: G::Move, after: &BookEntry<G>) -> ScoredLine<G> {
    let line = [played].into_iter().chain(after.line.iter().copied()).collect();
    ScoredLine { line, verdict: Verdict::Estimate(-after.units), bound: Bound::Exact }
}

/// The best of the query's moves with the lines of the positions after them; `None` if the book lacks one.
fn lines_after<G: Notation>(query: &Query<G>, book: &OpeningBook<G>) -> Option<Lines<ScoredLine<G>>> {
    let mut entries = Vec::new();
    for &played in &query.moves {
        entries.push((played, book.entry(&G::play(query.position(), played))?));
    }
    short_sort_by_key(&mut entries, |(_, after)| after.units);
    let line = |(played, after)| line_after(played, after);
    Some(Lines::new(entries.into_iter().take(query.lines.get()).map(line).collect()))
}
