//! Static evaluation, noisy moves and static move ordering.

use super::{Invalid, Moves, Rules};
use crate::types::Score;
use std::fmt::Debug;
use std::path::Path;

/// What the search may know of a game beyond its rules. Each method makes the search faster or stronger;
/// none changes what it proves.
pub trait Evaluator: Rules {
    /// Weights and tables, loaded once and shared by all searches.
    type Knowledge: Debug + Default + Send + Sync + 'static;

    /// Whether late moves may be searched with reduced depth and single replies deeper. Leave it off for a
    /// game whose positions a full-width search proves.
    const SELECTIVE: bool = false;

    /// The knowledge built into the program and what the directory adds to it.
    ///
    /// # Errors
    ///
    /// If there is no table in the directory, or a file there can't be read or is damaged.
    fn load_knowledge(_: &Path) -> Result<Self::Knowledge, Invalid> {
        Ok(Self::Knowledge::default())
    }
    /// Static evaluation for the side to move of a position that is not over: a [`Score::estimate`]; level
    /// by default.
    fn evaluate(_: &Self::Position, _: &Self::Knowledge) -> Score {
        Score::estimate(0)
    }
    /// Whether the evaluation can't be trusted before this move has been searched, as with a capture; no
    /// move by default. Such a move is irreversible.
    fn is_noisy(_: &Self::Position, _: Self::Move) -> bool {
        false
    }
    /// Adds the noisy moves, by default those of [`Evaluator::is_noisy`]. Returns whether there are quiet
    /// moves too.
    fn noisy_moves(position: &Self::Position, moves: &mut Moves<Self::Move>) -> bool {
        Self::moves(position, moves);
        let all = moves.len();
        moves.retain(|played| Self::is_noisy(position, *played));
        moves.len() < all
    }
    /// Whether the opponent threatens a noisy move.
    fn opponent_threatens(_: &Self::Position) -> bool {
        false
    }
    /// Whether a quiet move gives the opponent a noisy one.
    fn exposes_capture(position: &Self::Position, played: Self::Move) -> bool {
        let mut noisy = Moves::new();
        Self::noisy_moves(&Self::play(position, played), &mut noisy);
        !noisy.is_empty()
    }
    /// The static order score of a move, from -2^16 to 2^16; higher is searched earlier.
    fn order_score(_: &Self::Position, _: Self::Move) -> i32 {
        0
    }
}
