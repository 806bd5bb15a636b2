//! What a game's own solver is asked and what it answers.

use crate::types::Score;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// When a solver has to end.
#[derive(Clone, Copy, Debug)]
pub struct Patience<'a> {
    /// When.
    pub deadline: Option<Instant>,
    /// Set by another thread to end it soon.
    pub stop: &'a AtomicBool,
}

impl Patience<'_> {
    /// Whether it is time.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// What a solver found out about a position that is not over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// The exact score, counted from the position: a win, a loss or a draw.
    pub score: Score,
    /// Best play for both sides, a move at least: to the end of the game, unless the patience ended
    /// before.
    pub line: Vec<M>,
    /// Positions searched.
    pub nodes: u64,
    /// Whether the score was known by heart.
    pub from_book: bool,
}
