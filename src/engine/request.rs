//! What is asked of the engine.

use super::{AnyGame, Choice, Priority, Wish};
use std::time::Instant;

/// A request for the best move, or the best moves.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// The position to start from; the game's start position if `None`.
    pub position: Option<&'a str>,
    /// Moves played from there.
    pub moves: &'a [String],
    /// What is asked about the moves there.
    pub choice: Choice<'a>,
    /// How long to think.
    pub wish: Wish,
    /// Who goes first.
    pub priority: Priority,
    /// When the request came in. The deadline of an interactive one counts from here, that of
    /// others from when the search begins.
    pub arrival: Instant,
}
