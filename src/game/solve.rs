//! What a game's own solver is asked and what it answers.

use crate::types::{Bound, Score};
use std::fmt::{self, Debug};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// When a solver has to end.
#[derive(Clone, Copy, Debug)]
pub struct Patience<'a> {
    /// When.
    pub deadline: Option<Instant>,
    /// Set by another thread to end it soon.
    pub stop: &'a AtomicBool,
    /// Called now and then by a solver that is in no hurry.
    pub pause: Option<Pause<'a>>,
}

/// What a search does now and then to let others go first; it may take a while.
#[derive(Clone, Copy)]
pub struct Pause<'a>(pub &'a (dyn Fn() + Sync));

impl Debug for Pause<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Pause")
    }
}

impl Patience<'_> {
    /// The same with that share of the time that is left.
    #[must_use]
    pub fn part(&self, share: f64) -> Self {
        let now = Instant::now();
        let sooner = |deadline: Instant| now + deadline.saturating_duration_since(now).mul_f64(share);
        Self { deadline: self.deadline.map(sooner), ..*self }
    }

    /// Lets others go first, if it may have to; then tells whether it is time to end. To be asked now and then.
    #[must_use]
    pub fn is_over(&self) -> bool {
        if let Some(Pause(pause)) = self.pause {
            pause();
        }
        self.stop.load(Ordering::Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// What a solver found out about a position that is not over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// The score, counted from the position: a win, a loss or a draw.
    pub score: Score,
    /// How it relates to the true one. Whichever it is, it is proven.
    pub bound: Bound,
    /// Best play for both sides: to the end of the game, unless the patience ended before; a move that reaches the
    /// score where it is not the only one. Empty if no move is known to be better than others, and the score an upper
    /// bound.
    pub line: Vec<M>,
    /// Positions searched.
    pub nodes: u64,
    /// Whether the score was known by heart.
    pub from_book: bool,
}
