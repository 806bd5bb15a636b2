//! How a position came about: what decides draws that the board alone can't tell.

use crate::game::{Ending, Game, Outcome};
use crate::types::Key;

/// A position with the moves that led to it, as far as they can matter: back to the last
/// irreversible one.
#[derive(Clone, Debug)]
pub struct Path<G: Game> {
    position: G::Position,
    /// Keys of the positions before this one since the last irreversible move, oldest first.
    before: Vec<Key>,
}

impl<G: Game> Path<G> {
    /// A path that starts at `position`.
    #[must_use]
    pub const fn from(position: G::Position) -> Self {
        Self { position, before: Vec::new() }
    }

    /// Goes on by a legal move.
    pub fn play(&mut self, played: G::Move) {
        if G::is_irreversible(&self.position, played) {
            self.before.clear();
        } else {
            self.before.push(G::key(&self.position));
        }
        let mover = G::to_move(&self.position);
        self.position = G::play(&self.position, played);
        debug_assert_ne!(G::to_move(&self.position), mover, "the sides take turns");
    }

    /// The position at the end.
    #[must_use]
    pub const fn position(&self) -> &G::Position {
        &self.position
    }

    /// Keys of the positions that could occur again, oldest first.
    #[must_use]
    pub fn before(&self) -> &[Key] {
        &self.before
    }

    /// Plies since the last irreversible move.
    #[must_use]
    pub const fn quiet_plies(&self) -> u16 {
        self.before.len() as u16
    }

    /// The result, if the game is over: by the position, by its third occurrence, or for want
    /// of progress.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let draw = |ending| Some(Outcome { winner: None, ending });
        let key = G::key(&self.position);
        if let over @ Some(_) = G::outcome(&self.position) {
            over
        } else if self.before.iter().filter(|&&earlier| earlier == key).count() >= 2 {
            draw(Ending::Repetition)
        } else if G::QUIET_PLIES.is_some_and(|limit| self.quiet_plies() >= limit) {
            draw(Ending::NoProgress)
        } else {
            None
        }
    }
}
