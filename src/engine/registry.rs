//! The list of games: the one place outside their folders that names them.

use super::erased::Erased;
use super::{AnyGame, Fault};
use crate::game::{Notation, Rules};
use crate::types::Key;
use std::path::Path;

/// Makes the list from the games' types.
macro_rules! games {
    ($($game:ty,)*) => {
        /// Every game that is served, in the order in which they are listed.
        pub static GAMES: &[&dyn AnyGame] = &[$({
            static GAME: Erased<$game> = Erased::new();
            &GAME
        }),*];

        /// Shows a visitor every game that is served, in the order in which they are listed.
        pub fn visit_games(visitor: &mut impl GameVisitor) {
            $(visitor.visit::<$game>();)*
        }

        const IDS: &[&str] = &[$(<$game as Rules>::ID),*];
    };
}

games! {
    crate::games::TicTacToe,
    crate::games::ConnectFour,
    crate::games::Checkers,
}

const _: () = assert!(are_told_apart(IDS), "two games have the same ID");

/// Whether the positions of these games are told apart in tables that they share.
const fn are_told_apart(ids: &[&str]) -> bool {
    let mut at = 0;
    while at < ids.len() {
        let mut other = 0;
        while other < at {
            if Key::game_salt(ids[at]) == Key::game_salt(ids[other]) {
                return false;
            }
            other += 1;
        }
        at += 1;
    }
    true
}

/// What there is to do with each game, by its type; for tests of all of them.
pub trait GameVisitor {
    /// Does it with one.
    fn visit<G: Notation>(&mut self);
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_equal_ids_are_not_told_apart() {
        assert!(are_told_apart(&["one", "two", "three"]));
        assert!(!are_told_apart(&["one", "two", "one"]));
    }
}
