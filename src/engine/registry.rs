//! The list of games: the one place outside their folders that names them.

use super::erased::Erased;
use super::{AnyGame, Fault};
use crate::games::{Checkers, ConnectFour, TicTacToe};
use std::path::Path;

static TIC_TAC_TOE: Erased<TicTacToe> = Erased::new();
static CONNECT_FOUR: Erased<ConnectFour> = Erased::new();
static CHECKERS: Erased<Checkers> = Erased::new();

/// Every game that is served, in the order in which they are listed.
pub static GAMES: &[&dyn AnyGame] = &[&TIC_TAC_TOE, &CONNECT_FOUR, &CHECKERS];

/// Gets ready what is known of the games, with what more there is in a directory. Once, before anything is
/// asked, so that no request has to wait for it.
///
/// # Errors
///
/// If a file there can't be read or is not whole, or a game has been asked before.
pub fn learn(dir: Option<&Path>) -> Result<(), Fault> {
    let blaming = |invalid| Fault { field: "tables".to_owned(), invalid };
    GAMES.iter().try_for_each(|game| game.learn(dir)).map_err(blaming)
}

/// The game of that name in URLs.
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn AnyGame> {
    GAMES.iter().copied().find(|game| game.info().id == id)
}
