//! Options of `bestmove engine`.

use super::SearchOptions;
use super::tools::{game, level};
use super::values::from_to;
use bestmove_core::game::Level;
use bestmove_query::{AnyGame, FieldError};
use clap::{Args, ValueEnum};
use std::sync::Arc;

/// A text protocol between a user interface and an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Protocol {
    /// Universal Game Interface: UCI for any game, as of the arena cutegames
    Ugi,
    /// Hub 2, the protocol of Scan, for checkers
    Hub,
    /// Go Text Protocol, as Othello programs speak it, for Reversi
    Gtp,
    /// NBoard 2, the protocol of the user interface NBoard, for Reversi
    Nboard,
}

impl Protocol {
    /// The one game that the protocol is for; `None` if it is for any.
    const fn game(self) -> Option<&'static str> {
        match self {
            Self::Ugi => None,
            Self::Hub => Some("checkers"),
            Self::Gtp | Self::Nboard => Some("reversi"),
        }
    }

    /// Its name on the command line.
    fn name(self) -> String {
        let value = self.to_possible_value().expect("no protocol is skipped");
        value.get_name().to_owned()
    }
}

/// Options of `bestmove engine`.
#[derive(Args)]
pub struct ProtocolOptions {
    /// The game; only UGI needs it, as Hub is for checkers, and GTP and NBoard are for Reversi
    #[arg(env = "BESTMOVE_GAME", value_parser = game())]
    game: Option<Arc<dyn AnyGame>>,
    /// The protocol on standard input and output
    #[arg(long, env = "BESTMOVE_PROTOCOL")]
    pub protocol: Protocol,
    /// Level of play, from 1 for a beginner to 10 for full strength
    #[arg(long, env = "BESTMOVE_LEVEL", value_name = "N", default_value = "10", value_parser = level())]
    pub level: Level,
    /// Other moves with another seed: at level 10 of those that are as good as the best, and with 0 always the first
    #[arg(long, env = "BESTMOVE_SEED", value_name = "N", default_value = "0", value_parser = from_to::<u64>(0..=u64::MAX))]
    pub seed: u64,
    /// Play the moves of the opening book without a search
    ///
    /// Checkers and Reversi have one of estimates; in connect-four, the solver uses its exact book anyway
    #[arg(long, env = "BESTMOVE_BOOK", hide_short_help = true)]
    pub book: bool,
    /// Measure the time of moves in processor time instead of wall-clock time
    ///
    /// For matches on busy machines
    #[arg(long, env = "BESTMOVE_CPU_CLOCK", hide_short_help = true)]
    pub cpu_clock: bool,
    /// Options of the search.
    #[command(flatten)]
    pub search: SearchOptions,
}

impl ProtocolOptions {
    /// The game, with the tables in `--tables` if it is given.
    ///
    /// # Errors
    ///
    /// If a file can't be read or is damaged.
    pub fn game(&self) -> Result<Arc<dyn AnyGame>, FieldError> {
        let id = self.id().expect("checked when the options were parsed");
        self.search.game(crate::games().find(id).expect("the registry has all games"))
    }

    /// The ID of the game: of the one that is given, or else of the only one with the protocol.
    fn id(&self) -> Option<&'static str> {
        self.game.as_ref().map(|game| game.info().id).or(self.protocol.game())
    }

    pub(super) fn check(&self) -> Result<(), String> {
        let name = self.protocol.name();
        match (self.id(), self.protocol.game()) {
            (None, _) => Err(format!("--protocol {name}: expected a game, got none")),
            (Some(given), Some(only)) if given != only => {
                Err(format!("--protocol {name}: expected {only}, got {given}"))
            }
            _ => self.search.check(),
        }
    }
}
