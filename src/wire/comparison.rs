//! A move of a game compared with the best one: by the lines of one search, or of a second one if the move
//! is not among them.

use crate::explanation::Reason;
use crate::query::{Analysis, AnalysisLine, AnyGame, LimitPolicy, MoveSelection};
use crate::review::{MoveReview, MoveScore};
use std::num::NonZeroUsize;
use std::time::Duration;

/// The time of a search without a time limit.
const DEFAULT_TIME: Duration = Duration::from_millis(100);

/// How many lines there are where the solver does not score all moves: the best move, and one to compare it
/// with.
const LINES: NonZeroUsize = NonZeroUsize::new(2).unwrap();

/// A move compared with the best one.
pub(crate) struct Comparison {
    /// Best play by both sides, from the best move on.
    pub(crate) best_line: Vec<String>,
    /// Why the best move is good or bad.
    pub(crate) reason: Option<Reason>,
    pub(crate) review: MoveReview,
}

impl Comparison {
    /// What the first search looks for. An opening book may answer in its place.
    pub(crate) fn first_selection(game: &dyn AnyGame) -> MoveSelection<'static> {
        let lines = if game.scores_all_moves() { NonZeroUsize::MAX } else { LINES };
        MoveSelection { lines, book: true, ..MoveSelection::default() }
    }

    /// The best move and the move played, if the latter is not among the lines: both scores must come from
    /// the same iteration of one search.
    pub(crate) fn moves_to_compare(lines: &[AnalysisLine], played: &String) -> Option<Vec<String>> {
        if lines.iter().any(|line| is_of(line, played)) {
            return None;
        }
        let best = lines.iter().find_map(|line| line.line.first());
        Some(best.into_iter().chain([played]).cloned().collect())
    }

    /// What the second search looks for.
    pub(crate) fn second_selection(moves: &[String]) -> MoveSelection<'_> {
        MoveSelection { lines: LINES, only: Some(moves), book: true, ..MoveSelection::default() }
    }

    /// Compares a move with the best of the lines; `None` if it is not among them.
    pub(crate) fn of(played: &String, lines: Vec<AnalysisLine>) -> Option<Self> {
        let at = lines.iter().position(|line| is_of(line, played))?;
        let mut others: Vec<_> = lines.iter().map(score).collect();
        let review = MoveReview::new(others.remove(at), &others);
        let best = lines.into_iter().find(|line| score(line) == review.best);
        let (best_line, reason) = best.map(|best| (best.line, best.reason)).unwrap_or_default();
        Some(Self { best_line, reason, review })
    }
}

/// The bounds on each search.
pub(crate) fn policy_of_comparisons(policy: LimitPolicy) -> LimitPolicy {
    LimitPolicy { default_time: DEFAULT_TIME.min(policy.max_time), ..policy }
}

/// The lines of an analysis, best first.
pub(crate) fn lines_of(analysis: Analysis) -> Vec<AnalysisLine> {
    let Analysis { principal_variation: line, verdict, expectation, bound, reason, alternatives, .. } =
        analysis;
    [AnalysisLine { line, verdict, expectation, bound, reason }].into_iter().chain(alternatives).collect()
}

fn is_of(line: &AnalysisLine, played: &String) -> bool {
    line.line.first() == Some(played)
}

const fn score(line: &AnalysisLine) -> MoveScore {
    MoveScore { verdict: line.verdict, bound: line.bound, expectation: line.expectation }
}
