//! The review of a game without clock, thread or IO: it says what to search for, and takes what was found.

use super::{
    Analysis, AnalysisLine, AnyGame, ConvertedGame, LimitPolicy, MoveSelection, Priority, Request,
    RequestedLimits, Timing,
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

    /// How many moves are reviewed.
    #[must_use]
    pub const fn moves(&self) -> u32 {
        self.record.moves.len() as u32
    }

    /// The time of all searches together: that of one for each move.
    #[must_use]
    pub fn time(&self, limits: &RequestedLimits) -> ReviewTime {
        ReviewTime { left: limits.search_time() * self.moves(), moves: self.moves() }
    }

    /// Begins the review of the move with that index, whose searches may take that long together.
    #[must_use]
    pub const fn review(&self, index: usize, time: Duration) -> MoveUnderReview<'_> {
        MoveUnderReview { reviewed: self, index, next: Next::BestMoves, left: time }
    }
}

/// The time that is left of a review, in even shares for the moves to come.
#[derive(Clone, Copy, Debug)]
pub struct ReviewTime {
    left: Duration,
    moves: u32,
}

impl ReviewTime {
    /// The time of all searches to come.
    #[must_use]
    pub const fn left(&self) -> Duration {
        self.left
    }

    /// Takes the share of the next move.
    pub fn take_share(&mut self) -> Duration {
        let share = self.left / self.moves.max(1);
        self.left -= share;
        self.moves = self.moves.saturating_sub(1);
        share
    }

    /// Adds what a move has left over, for those to come.
    pub fn give_back(&mut self, time: Duration) {
        self.left += time;
    }
}

/// A move under review: compared with the best one by the lines of one search, or of a second one if the move is
/// not among them.
pub struct MoveUnderReview<'a> {
    reviewed: &'a ReviewedGame,
    index: usize,
    next: Next,
    /// The time for its searches to come.
    left: Duration,
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
    /// Compares the move by searches of the caller's.
    ///
    /// # Errors
    ///
    /// Those of a search.
    pub fn compare<E>(
        &mut self,
        requested: RequestedLimits,
        priority: Priority,
        mut search: impl FnMut(&Request<'_>) -> Result<Analysis, E>,
    ) -> Result<(), E> {
        while let Some(request) = self.next_search(requested, priority, Instant::now()) {
            let found = search(&request)?;
            self.feed(found);
        }
        Ok(())
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
        let time_ms = requested.time_ms.map(|most| most.min(self.time().as_millis() as u64).max(1));
        let requested = RequestedLimits { time_ms, ..requested };
        let selection = MoveSelection { lines, only, book: true, ..MoveSelection::default() };
        let (position, moves) = record.before(self.index);
        let position = Some(position);
        Some(Request { game: game.as_ref(), position, moves, selection, requested, priority, arrival })
    }

    /// The time of the next search. A first one leaves a third for a second one, which finds the table filled.
    fn time(&self) -> Duration {
        match self.next {
            Next::BestMoves if !self.reviewed.game.scores_all_moves() => self.left * 2 / 3,
            _ => self.left,
        }
    }

    /// The time that its searches have left over.
    #[must_use]
    pub const fn left(&self) -> Duration {
        self.left
    }

    /// Takes the result of a search, by its last finished iteration: there all scores have the same depth.
    pub fn feed(&mut self, found: Analysis) {
        let Timing { elapsed, waited, .. } = found.timing;
        self.left = self.left.saturating_sub(elapsed.saturating_sub(waited));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameSource, Registry, Session, SessionConfig};

    /// The time of each search, in milliseconds.
    const EACH: u64 = 90;

    /// The times of the searches of a game, from the last move to the first, where each takes `used` of its time, and
    /// the first one for a move finds it among the best moves or not.
    fn times(used: fn(u64) -> u64, is_among_best: bool) -> Vec<Vec<u64>> {
        let game = Arc::clone(Registry::built_in().find("checkers").unwrap());
        let moves = ["11-15", "22-18", "15x22", "25x18", "8-11", "29-25"].map(str::to_owned);
        let record = game.convert(GameSource::Moves(None, &moves)).unwrap();
        let (reviewed, session) = (ReviewedGame { game, record }, Session::new(SessionConfig::small()));
        let limits = RequestedLimits { time_ms: Some(EACH), nodes: Some(1), ..RequestedLimits::default() };
        let mut time = reviewed.time(&limits);
        let times_of = |index: usize| {
            let mut times = Vec::new();
            let search = |request: &Request<'_>| {
                let time = request.requested.time_ms.unwrap();
                let plain = Request { selection: MoveSelection::default(), ..*request };
                let mut found = session.answer(&plain, &mut |_| ())?;
                found.timing.elapsed = Duration::from_millis(used(time));
                let played = if is_among_best { moves[index].clone() } else { "another".to_owned() };
                found.lines[0].line = vec![played];
                times.push(time);
                Ok::<_, crate::FieldError>(found)
            };
            let mut review = reviewed.review(index, time.take_share());
            review.compare(limits, Priority::Interactive, search).unwrap();
            time.give_back(review.left());
            times
        };
        (0..moves.len()).rev().map(times_of).collect()
    }

    #[test]
    fn all_searches_together_take_no_longer_than_one_for_each_move() {
        for is_among_best in [true, false] {
            let times = times(|time| time, is_among_best);
            let searches = if is_among_best { 1 } else { 2 };
            assert!(times.iter().all(|of_move| of_move.len() == searches), "{times:?}");
            let sum: u64 = times.iter().flatten().sum();
            let whole = EACH * times.len() as u64;
            assert!((whole * 3 / 4..=whole).contains(&sum), "{times:?}");
        }
    }

    #[test]
    fn time_left_over_goes_to_the_moves_before() {
        let first_searches: Vec<_> = times(|_| 0, true).into_iter().flatten().collect();
        assert_eq!(first_searches, [60, 72, 90, 90, 90, 90]);
    }
}
