//! The registry of games: the one place outside their folders that names them.

use super::AnyGame;
#[cfg(not(target_family = "wasm"))]
use super::FieldError;
use super::registered::Registered;
use bestmove_core::game::{Notation, Rules};
use bestmove_core::types::Key;
#[cfg(not(target_family = "wasm"))]
use std::path::Path;
use std::sync::{Arc, LazyLock};

/// Lists the games by their types.
macro_rules! games {
    ($($game:ty,)*) => {
        /// The games with what is built into the program.
        static BUILT_IN: LazyLock<Arc<Registry>> =
            LazyLock::new(|| Arc::new(Registry::new(vec![$(Arc::new(Registered::<$game>::built_in())),*])));

        /// Calls the visitor with every served game, in the order of the registry.
        pub fn visit_games(visitor: &mut impl GameVisitor) {
            $(visitor.visit::<$game>();)*
        }

        const IDS: &[&str] = &[$(<$game as Rules>::ID),*];
    };
}

games! {
    bestmove_core::games::TicTacToe,
    bestmove_core::games::ConnectFour,
    bestmove_core::games::Checkers,
    bestmove_core::games::Reversi,
}

const SAME_ID: &str = "two games have the same ID";

const _: () = assert!(have_distinct_keys(IDS), "{}", SAME_ID);

/// Whether the transposition table keeps the positions of these games apart.
const fn have_distinct_keys(ids: &[&str]) -> bool {
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

/// The games that an engine serves, with their weights and tables.
pub struct Registry(Vec<Arc<dyn AnyGame>>);

impl Registry {
    /// A registry of these games.
    ///
    /// # Panics
    ///
    /// If two of them have the same ID: each would take the other's positions in the table for its own.
    #[must_use]
    pub fn new(games: Vec<Arc<dyn AnyGame>>) -> Self {
        let registry = Self(games);
        let ids: Vec<_> = registry.ids().collect();
        assert!(have_distinct_keys(&ids), "{SAME_ID}");
        registry
    }

    /// A registry of a game of your own, by its type.
    #[must_use]
    pub fn of<G: Notation>() -> Self {
        Self::new(vec![Arc::new(Registered::<G>::built_in())])
    }

    /// All games with what is built into the program, loaded when first used and shared in the process.
    #[must_use]
    pub fn built_in() -> Arc<Self> {
        Arc::clone(&BUILT_IN)
    }

    /// These games with the tables in a directory.
    ///
    /// # Errors
    ///
    /// If there are no tables, or one can't be read or is damaged.
    #[cfg(not(target_family = "wasm"))]
    pub fn with_tables(&self, dir: &Path) -> Result<Arc<Self>, FieldError> {
        let games: Result<_, _> = self.games().map(|game| game.with_tables(dir)).collect();
        Ok(Arc::new(Self::new(games?)))
    }

    /// The games, in the order in which they are listed.
    pub fn games(&self) -> impl Iterator<Item = &Arc<dyn AnyGame>> {
        self.0.iter()
    }

    /// The names of the games in URLs.
    pub fn ids(&self) -> impl Iterator<Item = &'static str> {
        self.games().map(|game| game.info().id)
    }

    /// The game with that name in URLs.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<&Arc<dyn AnyGame>> {
        self.games().find(|game| game.info().id == id)
    }
}

/// Visits games by their types; for tests of all games.
pub trait GameVisitor {
    /// Visits a game.
    fn visit<G: Notation>(&mut self);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_ids_are_refused() {
        assert!(have_distinct_keys(&["one", "two", "three"]));
        assert!(!have_distinct_keys(&["one", "two", "one"]));
    }

    #[test]
    #[should_panic(expected = "two games have the same ID")]
    fn a_registry_with_equal_ids_is_refused() {
        let game = Registry::of::<bestmove_core::games::TicTacToe>();
        let _ = Registry::new(game.games().chain(game.games()).cloned().collect());
    }
}
