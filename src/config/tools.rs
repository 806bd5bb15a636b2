//! Options of the commands besides serving.

use super::SearchOptions;
use super::values::from_to;
use bestmove_core::game::Level;
use bestmove_query::{
    AnyGame, ImportPlace, ImportStep, ImportedGame, LimitPolicy, MoveSelection, RequestedLimits,
    SessionConfig,
};
use clap::builder::{BoolishValueParser, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use clap_complete::Shell;
use std::sync::Arc;
use std::time::Duration;

/// The longest search of the command line in milliseconds: 49 days.
const MAX_TIME_MS: u64 = u32::MAX as u64;

/// A position of a game.
#[derive(Args)]
pub struct PositionOptions {
    /// The game
    #[arg(env = "BESTMOVE_GAME", value_parser = game())]
    pub game: Arc<dyn AnyGame>,
    /// The position in the game's notation, or the moves that lead to it [default: the start position]
    #[arg(env = "BESTMOVE_POSITION")]
    pub position: Option<String>,
    /// Moves played from the position first, separated by commas
    ///
    /// Repetitions depend on them
    #[arg(long, env = "BESTMOVE_MOVES", value_delimiter = ',')]
    pub moves: Vec<String>,
}

impl PositionOptions {
    /// The position, `None` for the start position, and the moves from it. What is no position may
    /// be a record of moves: `11-15 22-18`.
    #[must_use]
    pub fn read(&self) -> (Option<&str>, Vec<String>) {
        let position = self.position.as_deref();
        let is_position = self.game.prepare(position, &[], MoveSelection::default()).is_ok();
        match position.filter(|_| !is_position).and_then(|text| self.record(text)) {
            Some(record) => (None, [record.as_slice(), &self.moves].concat()),
            None => (position, self.moves.clone()),
        }
    }

    /// The moves of the single game in a text, from the start position.
    fn record(&self, text: &str) -> Option<Vec<String>> {
        let mut games = Vec::new();
        let import = self.game.import(text, ImportPlace::default(), &mut |imported| {
            games.push(imported);
            ImportStep::Continue
        });
        let [ImportedGame { game, fault: None, .. }] = games.as_slice() else { return None };
        (import.is_ok() && game.start == self.game.start()).then(|| game.moves.clone())
    }
}

/// Options of `bestmove solve`.
#[derive(Args)]
pub struct SolveOptions {
    /// The position.
    #[command(flatten)]
    pub at: PositionOptions,
    /// Milliseconds to search
    ///
    /// The longer, the better an unproven score. With a limit on depth or nodes, whichever is reached
    /// first stops the search
    #[arg(long, env = "BESTMOVE_TIME_MS", value_name = "MS", default_value = "1000", value_parser = from_to::<u64>(1..=MAX_TIME_MS))]
    time_ms: u64,
    /// Last iteration in plies
    ///
    /// The score then depends only on the position, its moves and this number [default: no limit]
    #[arg(long, env = "BESTMOVE_DEPTH", value_name = "PLIES", value_parser = from_to::<u64>(1..=LimitPolicy::MAX_DEPTH))]
    depth: Option<u64>,
    /// Largest number of nodes
    ///
    /// The search is then the same on every machine [default: no limit]
    #[arg(long, env = "BESTMOVE_NODES", value_name = "N", value_parser = from_to::<u64>(1..=u64::MAX))]
    nodes: Option<u64>,
    /// Search with an empty table of its own and one thread
    ///
    /// Equal limits on depth or nodes then give equal answers to the node
    #[arg(long, env = "BESTMOVE_FRESH", value_parser = BoolishValueParser::new())]
    fresh: bool,
    /// Print the answer as JSON, as the service would send it
    #[arg(long, env = "BESTMOVE_JSON", value_parser = BoolishValueParser::new())]
    pub json: bool,
    /// Options of the search.
    #[command(flatten)]
    pub search: SearchOptions,
}

impl SolveOptions {
    /// The tables and limits of the search.
    #[must_use]
    pub fn config(&self) -> SessionConfig {
        self.search.config_of_search(Duration::from_millis(self.time_ms))
    }

    /// The limits of the search.
    #[must_use]
    pub const fn requested(&self) -> RequestedLimits {
        RequestedLimits {
            time_ms: Some(self.time_ms),
            depth: self.depth,
            nodes: self.nodes,
            fresh: self.fresh,
        }
    }
}

/// Options of `bestmove play`.
#[derive(Args)]
pub struct PlayOptions {
    /// The position.
    #[command(flatten)]
    pub at: PositionOptions,
    /// Level of the engine, from 1 for beginners to 10 for full strength [default: that at which newcomers to the game
    /// begin]
    #[arg(long, env = "BESTMOVE_LEVEL", value_name = "N", value_parser = level())]
    pub level: Option<Level>,
    /// Seed of the engine's choices; at full strength, among equal moves [default: random]
    #[arg(long, env = "BESTMOVE_SEED", value_name = "N", value_parser = from_to::<u64>(0..=u64::MAX))]
    pub seed: Option<u64>,
    /// Who you are: the side that moves first or second, both sides, or neither
    #[arg(long = "as", env = "BESTMOVE_SEAT", value_name = "SEAT", default_value = "first")]
    pub seat: Seat,
    /// Milliseconds for each move of the engine
    #[arg(long, env = "BESTMOVE_TIME_MS", value_name = "MS", default_value = "1000", value_parser = from_to::<u64>(1..=MAX_TIME_MS))]
    pub time_ms: u64,
    /// Options of the search.
    #[command(flatten)]
    pub search: SearchOptions,
}

/// The sides that a person plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Seat {
    /// The side that moves first.
    First,
    /// The side that moves second.
    Second,
    /// Both sides, without the engine.
    Both,
    /// Neither side: the engine plays itself.
    Neither,
}

impl PlayOptions {
    /// The tables and limits of the search.
    #[must_use]
    pub fn config(&self) -> SessionConfig {
        self.search.config_of_search(Duration::from_millis(self.time_ms))
    }
}

pub(super) fn level() -> impl TypedValueParser<Value = Level> {
    let most = Level::FULL_STRENGTH.number().into();
    from_to::<u8>(1..=most).map(|number| Level::new(number).expect("the range is that of the levels"))
}

/// Options of `bestmove completions`.
#[derive(Args)]
pub struct CompletionOptions {
    /// The shell
    #[arg(env = "BESTMOVE_SHELL")]
    pub shell: Shell,
}

/// Options of `bestmove man`.
#[derive(Args)]
pub struct ManOptions {
    /// The command to describe [default: the program and its commands]
    #[arg(env = "BESTMOVE_COMMAND")]
    pub command: Option<String>,
}

/// Options of `bestmove perft`.
#[derive(Args)]
pub struct PerftOptions {
    /// The game
    #[arg(env = "BESTMOVE_GAME", value_parser = game())]
    pub game: Arc<dyn AnyGame>,
    /// Length of the sequences in plies; each more takes several times as long
    #[arg(env = "BESTMOVE_DEPTH", value_parser = from_to::<u8>(0..=255))]
    pub depth: u8,
    /// The position to count from, in the game's notation [default: the start position]
    #[arg(long, env = "BESTMOVE_POSITION")]
    pub position: Option<String>,
    /// Count captures with the same start, end and captured pieces once, and not once for each path:
    /// published counts differ in this
    #[arg(long, env = "BESTMOVE_RESULTS", value_parser = BoolishValueParser::new())]
    pub results: bool,
    /// Print the number for each first move too
    #[arg(long, env = "BESTMOVE_DIVIDE", value_parser = BoolishValueParser::new())]
    pub divide: bool,
}

pub(super) fn game() -> impl TypedValueParser<Value = Arc<dyn AnyGame>> {
    let games = crate::games();
    let find = |id: String| crate::games().find(&id).cloned().expect("the parser accepts only these");
    PossibleValuesParser::new(games.ids().collect::<Vec<_>>()).map(find)
}
