//! The answer of an opening book of estimates.

use super::report_builder::build_analysis;
use super::typed_query::Query;
use super::{Analysis, Budget, Source};
use crate::game::{BookEntry, Notation, OpeningBook};
use crate::search::{Cutoffs, Probes, ScoredLine, SearchResult, StoppedBy};
use crate::types::{Bound, Ply, Verdict, short_sort_by_key};
use std::time::Duration;

/// The time on one core of the search of a position in a book, rounded down: with more, a search knows more.
const BOOK_TIME: Duration = Duration::from_secs(15);

/// The analysis of the book, if the query allows it, the budget neither limits nor extends the search, and the
/// book has the position, or, for several moves, the positions after all of them. The book knows nothing of
/// positions that occurred before and can occur again.
pub(super) fn book_answer<G: Notation>(query: &Query<G>, budget: &Budget) -> Option<Analysis> {
    let is_allowed = query.may_use_book && query.key.opponent.is_none() && query.path.before().is_empty();
    if !is_allowed || budget.is_limited_in_effort() || budget.time > BOOK_TIME {
        return None;
    }
    let book = G::opening_book()?;
    let found = book.entry(query.position())?;
    let mut lines = if query.wants_single_best() { vec![line_of(found)] } else { lines_after(query, book)? };
    let best = lines.remove(0);
    let result = SearchResult {
        line: best.line,
        verdict: best.verdict,
        bound: best.bound,
        alternatives: lines,
        depth: found.depth,
        selective_depth: Ply::new(found.depth.plies().into()),
        nodes: 0,
        cutoffs: Cutoffs::default(),
        probes: Probes::default(),
        stopped_by: StoppedBy::Nodes,
    };
    Some(Analysis { source: Source::Book, ..build_analysis(query, result) })
}

fn line_of<G: Notation>(entry: &BookEntry<G>) -> ScoredLine<G> {
    ScoredLine { line: entry.line.clone(), verdict: entry.verdict(), bound: Bound::Exact }
}

/// The best of the query's moves with the lines of the positions after them; `None` if the book lacks one.
fn lines_after<G: Notation>(query: &Query<G>, book: &OpeningBook<G>) -> Option<Vec<ScoredLine<G>>> {
    let mut entries = Vec::new();
    for &played in &query.moves {
        entries.push((played, book.entry(&G::play(query.position(), played))?));
    }
    short_sort_by_key(&mut entries, |(_, after)| after.units);
    let line = |(played, after): (G::Move, &BookEntry<G>)| ScoredLine {
        line: [played].into_iter().chain(after.line.iter().copied()).collect(),
        verdict: Verdict::Estimate(-after.units),
        bound: Bound::Exact,
    };
    Some(entries.into_iter().take(query.lines.get()).map(line).collect())
}
