//! Options that several commands share, and parsers of flag values. Their errors say what was expected, in words.

use bestmove_core::game::{Invalid, Notation};
use clap::builder::TypedValueParser;
use clap::{Args, ValueEnum};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::Path;
use std::thread;

/// The games.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Game {
    /// Tic-tac-toe.
    TicTacToe,
    /// Connect-four.
    ConnectFour,
    /// Checkers.
    Checkers,
    /// Reversi.
    Reversi,
}

/// The games of matches.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum MatchGame {
    /// Checkers.
    Checkers,
    /// Reversi.
    Reversi,
}

/// The game of endgame tables.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum CheckersOnly {
    /// Checkers.
    Checkers,
}

/// The game with exact scores of tournament positions.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ReversiOnly {
    /// Reversi.
    Reversi,
}

/// The game with continuations beyond the opening book.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ConnectFourOnly {
    /// Connect-four.
    ConnectFour,
}

/// How much to do at the same time.
#[derive(Args, Clone, Copy, Debug)]
pub struct ThreadOptions {
    /// Number of threads or concurrent games [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = from_to::<usize>(1..=1024))]
    pub threads: Option<usize>,
}

impl ThreadOptions {
    /// The number of threads requested, by default that of the processors.
    #[must_use]
    pub fn count(&self) -> NonZeroUsize {
        let requested = self.threads.and_then(NonZeroUsize::new);
        requested.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
    }
}

/// The knowledge of a game, with the tables of a directory if there is one.
pub(crate) fn knowledge<G: Notation>(tables: Option<&Path>) -> Result<G::Knowledge, Invalid> {
    tables.map_or_else(|| Ok(G::Knowledge::default()), G::load_knowledge)
}

pub(crate) const fn bytes(mebibytes: u32) -> usize {
    (mebibytes as usize) << 20
}

/// A number within the range.
pub(crate) fn from_to<T: TryFrom<u64> + Clone + Send + Sync + 'static>(
    range: RangeInclusive<u64>,
) -> impl TypedValueParser<Value = T> {
    let expected = match (*range.start(), *range.end()) {
        (start, u64::MAX) => format!("expected a whole number from {start}"),
        (start, end) => format!("expected a whole number from {start} to {end}"),
    };
    move |text: &str| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| expected.clone())
    }
}
