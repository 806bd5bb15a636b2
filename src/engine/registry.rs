//! The list of games: the one place outside their folders that names them.

use super::AnyGame;
use super::erased::Erased;
use crate::games::{Checkers, ConnectFour, TicTacToe};

/// Every game that is served, in the order in which they are listed.
pub static GAMES: &[&dyn AnyGame] =
    &[&Erased::<TicTacToe>::NEW, &Erased::<ConnectFour>::NEW, &Erased::<Checkers>::NEW];

/// The game of that name in URLs.
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn AnyGame> {
    GAMES.iter().copied().find(|game| game.info().id == id)
}
