//! The review of a game without clock, thread or IO: it says what to search for, and takes what was found.

use super::{
    Analysis, AnalysisLine, AnyGame, ConvertedGame, LimitPolicy, MoveSelection, Priority, Request,
    RequestedLimits,
};
use bestmove_core::explanation::Reason;
use bestmove_core::review::{MoveReview, MoveScore};
use bestmove_core::search::Lines;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time of a search without a time limit.
const DEFAULT_TIME: Duration = Duration::from_millis(100);

/// How many lines there are where the solver does not score all moves: the best move, and one to compare it
/// with.
const LINES: NonZeroUsize = NonZeroUsize::new(2).unwrap();

/// A game under review.
pub struct ReviewedGame {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// The record that is reviewed.
    pub record: ConvertedGame,
}

impl ReviewedGame {
    /// The bounds on each search.
    #[must_use]
    pub fn search_policy(policy: LimitPolicy) -> LimitPolicy {
        LimitPolicy { default_time: DEFAULT_TIME.min(policy.max_time), ..policy }
    }

    /// How many searches the review takes at most.
    #[must_use]
    pub fn max_searches(&self) -> u32 {
        let each = if self.game.scores_all_moves() { 1 } else { 2 };
        each * self.record.moves.len() as u32
    }

    /// Begins the review of the move with that index.
    #[must_use]
    pub const fn review(&self, index: usize) -> MoveUnderReview<'_> {
        MoveUnderReview { reviewed: self, index, next: Next::BestMoves }
    }
}

/// A move under review: compared with the best one by the lines of one search, or of a second one if the move is
/// not among them.
pub struct MoveUnderReview<'a> {
    reviewed: &'a ReviewedGame,
    index: usize,
    next: Next,
}

/// What is searched for next.
enum Next {
    /// The best moves, where the solver scores all of them.
    BestMoves,
    /// The best move and the move played: both scores must come from the same iteration of one search.
    Both(Vec<String>),
    /// Nothing: these are the lines to compare, and the depth of their search in plies.
    Done(Lines<AnalysisLine>, u8),
}

impl MoveUnderReview<'_> {
    /// Compares the move by searches of the caller's; `None` if they do not score it.
    ///
    /// # Errors
    ///
    /// Those of a search.
    pub fn compare<E>(
        mut self,
        requested: RequestedLimits,
        priority: Priority,
        mut search: impl FnMut(&Request<'_>) -> Result<Analysis, E>,
    ) -> Result<Option<Comparison>, E> {
        while let Some(request) = self.next_search(requested, priority, Instant::now()) {
            let found = search(&request)?;
            self.feed(found);
        }
        Ok(self.finish())
    }

    /// The next search, whose result is to be [fed](Self::feed); `None` at the end. An opening book may answer in its
    /// place.
    #[must_use]
    pub fn next_search(
        &self,
        requested: RequestedLimits,
        priority: Priority,
        arrival: Instant,
    ) -> Option<Request<'_>> {
        let ReviewedGame { game, record } = self.reviewed;
        let (lines, only) = match &self.next {
            Next::BestMoves if game.scores_all_moves() => (NonZeroUsize::MAX, None),
            Next::BestMoves => (LINES, None),
            Next::Both(moves) => (LINES, Some(moves.as_slice())),
            Next::Done(..) => return None,
        };
        let selection = MoveSelection { lines, only, book: true, ..MoveSelection::default() };
        let (position, moves) = record.before(self.index);
        let position = Some(position);
        Some(Request { game: game.as_ref(), position, moves, selection, requested, priority, arrival })
    }

    /// Takes the result of a search, by its last finished iteration: there all scores have the same depth.
    pub fn feed(&mut self, found: Analysis) {
        let is_scored = found.lines.iter().any(|line| is_of(line, self.played()));
        self.next = match (&self.next, found.best_move()) {
            (Next::BestMoves, Some(best)) if !is_scored => {
                Next::Both(vec![best.to_owned(), self.played().to_owned()])
            }
            _ => Next::Done(found.lines, found.depth),
        };
    }

    /// The comparison; `None` before the end of the searches, or if they do not score the move.
    #[must_use]
    pub fn finish(self) -> Option<Comparison> {
        let played = self.played();
        let Next::Done(lines, depth) = &self.next else { return None };
        let at = lines.iter().position(|line| is_of(line, played))?;
        let mut others: Vec<_> = lines.iter().map(|line| score(line, *depth)).collect();
        let review = MoveReview::new(others.remove(at), &others);
        let best = lines.iter().find(|line| score(line, *depth) == review.best)?;
        Some(Comparison { best_line: best.line.clone(), reason: best.reason.clone(), review })
    }

    fn played(&self) -> &str {
        &self.reviewed.record.moves[self.index]
    }
}

/// A move compared with the best one.
pub struct Comparison {
    /// Best play by both sides, from the best move on.
    pub best_line: Vec<String>,
    /// Why the best move is good or bad.
    pub reason: Option<Reason>,
    /// The label of the played move and what it loses.
    pub review: MoveReview,
}

fn is_of(line: &AnalysisLine, played: &str) -> bool {
    line.line.first().is_some_and(|first| first == played)
}

const fn score(line: &AnalysisLine, depth: u8) -> MoveScore {
    let AnalysisLine { verdict, bound, expectation, .. } = *line;
    MoveScore { verdict, bound, expectation, depth: depth as u16 }
}
