//! The list of games: the one place outside their folders that names them.

use super::AnyGame;
use super::erased::Erased;
use crate::games::{Checkers, ConnectFour, TicTacToe};

static TIC_TAC_TOE: Erased<TicTacToe> = Erased::new();
static CONNECT_FOUR: Erased<ConnectFour> = Erased::new();
static CHECKERS: Erased<Checkers> = Erased::new();

/// Every game that is served, in the order in which they are listed.
pub static GAMES: &[&dyn AnyGame] = &[&TIC_TAC_TOE, &CONNECT_FOUR, &CHECKERS];

/// The game of that name in URLs.
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn AnyGame> {
    GAMES.iter().copied().find(|game| game.info().id == id)
}
