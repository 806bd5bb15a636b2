//! The answer of an opening book of estimates.

use super::report_builder::build_analysis;
use super::typed_query::Query;
use super::{Analysis, Budget, Source};
use crate::game::Notation;
use crate::search::{Cutoffs, Probes, SearchResult, StoppedBy};
use crate::types::{Bound, Ply};
use std::time::Duration;

/// The time on one core of the search of a position in a book, rounded down: with more, a search knows more.
const BOOK_TIME: Duration = Duration::from_secs(15);

/// The analysis of the book, if the query is for the best move alone, the budget neither limits nor extends
/// the search, and the book has the position. The book knows nothing of positions that occurred before and
/// can occur again.
pub(super) fn book_answer<G: Notation>(query: &Query<G>, budget: &Budget) -> Option<Analysis> {
    let is_allowed = query.may_use_book && query.wants_single_best() && query.path.before().is_empty();
    if !is_allowed || budget.is_limited_in_effort() || budget.time > BOOK_TIME {
        return None;
    }
    let entry = G::opening_book()?.entry(query.position())?;
    let result = SearchResult {
        line: entry.line.clone(),
        verdict: entry.verdict(),
        bound: Bound::Exact,
        alternatives: Vec::new(),
        depth: entry.depth,
        selective_depth: Ply::new(entry.depth.plies().into()),
        nodes: 0,
        cutoffs: Cutoffs::default(),
        probes: Probes::default(),
        stopped_by: StoppedBy::Nodes,
    };
    Some(Analysis { source: Source::Book, ..build_analysis(query, result) })
}
