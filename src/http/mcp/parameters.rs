//! Parameters of the tools.

use rmcp::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A position of a game. The service refuses unknown parameters.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub(super) struct PositionParameters {
    /// tic-tac-toe, connect-four or checkers
    game: String,
    /// The position in the notation that `list_games` describes; the start position if absent
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    position: Option<String>,
    /// Moves played from the position, such as ["4", "4"] or ["11-15", "23-19"]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<String>")]
    moves: Option<Vec<String>>,
    #[serde(flatten)]
    #[schemars(skip)]
    unknown: Map<String, Value>,
}

/// A position, and the opponent.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub(super) struct BestMoveParameters {
    #[serde(flatten)]
    position: PositionParameters,
    /// Level of play, from 1 for a beginner to 10 for full strength; full strength if absent
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u8")]
    level: Option<u8>,
    /// Milliseconds to think
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u64")]
    time_ms: Option<u64>,
    /// Whether the opening book of checkers may answer instead of a search; true if absent
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    book: Option<bool>,
}

/// A position, and how many moves to analyse.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub(super) struct AnalysisParameters {
    #[serde(flatten)]
    position: PositionParameters,
    /// How many moves get a score and a line; 3 if absent
    #[serde(default = "three_lines")]
    lines: u16,
    /// Milliseconds to think
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u64")]
    time_ms: Option<u64>,
}

const fn three_lines() -> u16 {
    3
}

/// A finished or unfinished game.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReviewParameters {
    /// tic-tac-toe, connect-four or checkers
    game: String,
    /// The moves of the game from its start
    moves: Vec<String>,
}
