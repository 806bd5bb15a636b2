//! A solver of the game's own: exact scores without the general search.

use super::{OpeningBook, Rules, SolverMemory};
use crate::types::{Bound, Score, Verdict};
use std::fmt::{self, Debug};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The solver of a game; none by default. Positions it is given are not over.
pub trait Solver: Rules {
    /// Whether [`Solver::solve_moves`] scores every move of every position, given time.
    const SCORES_ALL_MOVES: bool = false;

    /// Allocates what the solver will need in `memory`, so that the first position does not wait for it: a
    /// quarter of a second with connect-four's book.
    fn allocate(_: &SolverMemory) {}
    /// Solves a position as far as the limits allow; `None` if nothing was proven.
    fn solve(_: &Self::Position, _: &SolverMemory, _: &SolveLimits<'_>) -> Option<Solution<Self::Move>> {
        None
    }
    /// Solves each of `moves` as far as the limits allow, best first: first the scores of all, then lines
    /// for `lines` of them; the others get a line of one move. Moves without a proof are left out.
    fn solve_moves(
        _: &Self::Position,
        _moves: &[Self::Move],
        _lines: usize,
        _: &SolverMemory,
        _: &SolveLimits<'_>,
    ) -> Vec<Solution<Self::Move>> {
        Vec::new()
    }
    /// The exact score of a move by the opening book of the solver, with plies counted from the position.
    fn book_score(_: &Self::Position, _: Self::Move) -> Option<Score> {
        None
    }
    /// The opening book of estimates, if the game has one and it is built into the program.
    fn opening_book() -> Option<&'static OpeningBook<Self>> {
        None
    }
    /// The time that the search of a position in that book takes on one core, rounded down: with more, a search
    /// knows more.
    const BOOK_TIME: Duration = Duration::ZERO;
    /// The symmetries of the start position but the identity, by what they make of a move. Games that are images
    /// of one another are equally good, and share a line of that book.
    const SYMMETRIES: &'static [Symmetry<Self::Move>] = &[];
}

/// What a symmetry of the board makes of a move.
pub type Symmetry<M> = fn(M) -> M;

/// When a solver has to stop. The default is never.
#[derive(Clone, Copy, Debug)]
pub struct SolveLimits<'a> {
    /// When to return.
    pub deadline: Option<Instant>,
    /// Set by another thread to stop the solver soon.
    pub stop: &'a AtomicBool,
    /// Called from time to time, where the solver may be paused.
    pub checkpoint: Option<Checkpoint<'a>>,
    /// Threads that may help; the endings of Reversi take them.
    pub helpers: Option<Helpers<'a>>,
}

impl Default for SolveLimits<'_> {
    fn default() -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Self { deadline: None, stop: &NEVER, checkpoint: None, helpers: None }
    }
}

/// A function that a search calls from time to time. It may block, to let other searches go first.
#[derive(Clone, Copy)]
pub struct Checkpoint<'a>(pub &'a (dyn Fn() + Sync));

impl Debug for Checkpoint<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Checkpoint")
    }
}

/// Threads that may help a solver. Each runs only while it has a turn.
#[derive(Clone, Copy)]
pub struct Helpers<'a> {
    /// How many there may be.
    pub count: usize,
    /// Asked for a turn, and again soon if there is none.
    pub take_turn: &'a (dyn Fn() -> Option<Box<dyn HelperTurn>> + Sync),
}

impl Debug for Helpers<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} helpers", self.count)
    }
}

impl Helpers<'_> {
    /// As many helpers, which run as they like.
    #[must_use]
    pub fn free(count: usize) -> Self {
        Self { count, take_turn: &|| Some(Box::new(EndlessTurn)) }
    }
}

/// The right of a helper to run, until it is dropped.
pub trait HelperTurn {
    /// Whether another search needs the processor. The helper then drops the turn and asks for another.
    fn is_over(&self) -> bool;
}

struct EndlessTurn;

impl HelperTurn for EndlessTurn {
    fn is_over(&self) -> bool {
        false
    }
}

impl SolveLimits<'_> {
    /// The limits with this share of the time that is left.
    #[must_use]
    pub fn part(&self, share: f64) -> Self {
        let now = Instant::now();
        let sooner = |deadline: Instant| now + deadline.saturating_duration_since(now).mul_f64(share);
        Self { deadline: self.deadline.map(sooner), ..*self }
    }

    /// Passes the checkpoint, then returns whether the solver has to stop.
    #[must_use]
    pub fn should_stop(&self) -> bool {
        if let Some(Checkpoint(checkpoint)) = self.checkpoint {
            checkpoint();
        }
        self.stop.load(Ordering::Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// What a solver proved about a position that is not over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// The score, with plies counted from the position: a win, a loss or a draw. [`Solution::verdict`]
    /// has it for people.
    pub score: Score,
    /// How it relates to the true score. Exact or not, it is proven.
    pub bound: Bound,
    /// Best play by both sides to the end of the game, or less if a limit was reached; a move that reaches
    /// the score where several do. Empty if the score is an upper bound and no move stands out.
    pub line: Vec<M>,
    /// Positions searched.
    pub nodes: u64,
    /// Whether the score comes from the opening book.
    pub from_book: bool,
}

impl<M> Solution<M> {
    /// The score as a proven verdict.
    #[must_use]
    pub const fn verdict(&self) -> Verdict {
        Verdict::of(self.score, true)
    }
}
