//! Options of the commands besides serving.

use super::EngineOptions;
use super::values::from_to;
use crate::engine::{AnyGame, EngineConfig, LimitPolicy, Registry, RequestedLimits};
use clap::Args;
use clap::builder::{BoolishValueParser, PossibleValuesParser, TypedValueParser};
use std::sync::Arc;
use std::time::Duration;

/// The longest search of the command line in milliseconds: 49 days.
const MAX_TIME_MS: u64 = u32::MAX as u64;

/// Options of `bestmove solve`.
#[derive(Args)]
pub struct SolveOptions {
    /// The game
    #[arg(env = "BESTMOVE_GAME", value_parser = game())]
    pub game: Arc<dyn AnyGame>,
    /// The position in the game's notation [default: the start position]
    #[arg(env = "BESTMOVE_POSITION")]
    pub position: Option<String>,
    /// Moves played from the position first, separated by commas: repetitions depend on them
    #[arg(long, env = "BESTMOVE_MOVES", value_delimiter = ',')]
    pub moves: Vec<String>,
    /// Milliseconds to search; the longer, the better an unproven score. With a limit on depth or
    /// nodes, whichever is reached first stops the search [default: --default-time-ms]
    #[arg(long, env = "BESTMOVE_TIME_MS", value_parser = from_to::<u64>(1..=MAX_TIME_MS))]
    time_ms: Option<u64>,
    /// Last iteration in plies, for a score that depends only on the position, its moves and this
    /// number [default: no limit]
    #[arg(long, env = "BESTMOVE_DEPTH", value_parser = from_to::<u64>(1..=LimitPolicy::MAX_DEPTH))]
    depth: Option<u64>,
    /// Largest number of nodes, for a search that is the same on every machine [default: no limit]
    #[arg(long, env = "BESTMOVE_NODES", value_parser = from_to::<u64>(1..=u64::MAX))]
    nodes: Option<u64>,
    /// Search with an empty table of its own and one thread, so that equal limits on depth or nodes
    /// give equal answers to the node
    #[arg(long, env = "BESTMOVE_FRESH", value_parser = BoolishValueParser::new())]
    fresh: bool,
    /// Print the answer as JSON, as the service would send it
    #[arg(long, env = "BESTMOVE_JSON", value_parser = BoolishValueParser::new())]
    pub json: bool,
    /// Options of the engine.
    #[command(flatten)]
    pub engine: EngineOptions,
}

impl SolveOptions {
    /// The configuration of the engine, without the service's limits on requests.
    #[must_use]
    pub const fn config(&self) -> EngineConfig {
        let config = self.engine.config();
        let max_time = Duration::from_millis(MAX_TIME_MS);
        let limit_policy = LimitPolicy { max_time, max_nodes: u64::MAX, ..config.limit_policy };
        EngineConfig { limit_policy, ..config }
    }

    /// The limits of the search.
    #[must_use]
    pub const fn requested(&self) -> RequestedLimits {
        RequestedLimits { time_ms: self.time_ms, depth: self.depth, nodes: self.nodes, fresh: self.fresh }
    }
}

/// Options of `bestmove perft`.
#[derive(Args)]
pub struct PerftOptions {
    /// The game
    #[arg(env = "BESTMOVE_GAME", value_parser = game())]
    pub game: Arc<dyn AnyGame>,
    /// Length of the sequences in plies; each more takes several times as long
    #[arg(env = "BESTMOVE_DEPTH")]
    pub depth: u8,
    /// The position to count from, in the game's notation [default: the start position]
    #[arg(long, env = "BESTMOVE_POSITION")]
    pub position: Option<String>,
    /// Count captures with the same start, end and captured pieces once, and not once for each
    /// path: published counts differ in this
    #[arg(long, env = "BESTMOVE_RESULTS", value_parser = BoolishValueParser::new())]
    pub results: bool,
}

fn game() -> impl TypedValueParser<Value = Arc<dyn AnyGame>> {
    let games = Registry::built_in();
    let find = |id: String| Registry::built_in().find(&id).cloned().expect("the parser accepts only these");
    PossibleValuesParser::new(games.ids().collect::<Vec<_>>()).map(find)
}
