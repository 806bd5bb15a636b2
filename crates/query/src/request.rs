//! A request to the engine, not yet validated.

use super::{AnyGame, AnyQuery, Budget, FieldError, LimitPolicy, MoveSelection, Priority, RequestedLimits};
use std::time::Instant;

/// A request for the best move or the best moves of a position.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// The position to start from; the game's start position if `None`.
    pub position: Option<&'a str>,
    /// Moves played from there.
    pub moves: &'a [String],
    /// Which moves to analyse.
    pub selection: MoveSelection<'a>,
    /// Limits of the search.
    pub requested: RequestedLimits,
    /// How the search is scheduled.
    pub priority: Priority,
    /// When the request arrived. The time limit of an interactive request counts from here, that of
    /// others from the start of the search.
    pub arrival: Instant,
}

impl Request<'_> {
    /// Validates the request: what it asks, and what the search may spend under this policy.
    ///
    /// # Errors
    ///
    /// Returns [`FieldError`] naming the first missing, malformed or out-of-range field.
    pub fn prepare(&self, policy: &LimitPolicy) -> Result<(Box<dyn AnyQuery>, Budget), FieldError> {
        let budget = policy.resolve(&self.requested)?;
        Ok((self.game.prepare(self.position, self.moves, self.selection)?, budget))
    }
}
