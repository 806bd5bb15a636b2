//! Parameters of the tools. The service validates them: here they have the types of the schema, and any value.

use rmcp::schemars::{self, JsonSchema};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

/// A position of a game.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub(super) struct PositionParameters {
    /// The `id` of a game that `list_games` describes
    #[schemars(with = "String")]
    game: Option<Value>,
    /// The position in the notation that `list_games` describes; the start position if absent
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    position: Option<Value>,
    /// The side to move in the position, where the position does not say it
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    to_move: Option<Value>,
    /// Moves played from the position, such as ["4", "4"] or ["11-15", "23-19"]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<String>")]
    moves: Option<Value>,
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
    #[schemars(with = "u8", range(min = 1, max = 10))]
    level: Option<Value>,
    /// Milliseconds to think
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u64", range(min = 1))]
    time_ms: Option<Value>,
    /// Equal seeds give equal moves; without a level below 10, one of several moves that are as good as the best.
    /// Random if absent beside a level
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u64")]
    seed: Option<Value>,
    /// Whether the opening book of checkers or Reversi may answer instead of a search; true if absent
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    book: Option<Value>,
}

/// A position, and how many moves to analyse.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub(super) struct AnalysisParameters {
    #[serde(flatten)]
    position: PositionParameters,
    /// How many moves get a score and a line; 3 if absent
    #[serde(default = "three_lines", deserialize_with = "given_or_three")]
    #[schemars(with = "u16", range(min = 1))]
    lines: Value,
    /// Milliseconds to think
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u64", range(min = 1))]
    time_ms: Option<Value>,
}

fn three_lines() -> Value {
    3.into()
}

/// `null` counts as absent.
fn given_or_three<'de, D: Deserializer<'de>>(lines: D) -> Result<Value, D::Error> {
    Ok(Option::deserialize(lines)?.unwrap_or_else(three_lines))
}

/// A finished or unfinished game.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub(super) struct ReviewParameters {
    /// The `id` of a game that `list_games` describes
    #[schemars(with = "String")]
    game: Option<Value>,
    /// The moves of the game from its start, or from `position`; or `text`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<String>")]
    moves: Option<Value>,
    /// The position before the moves; the start position if absent
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    position: Option<Value>,
    /// The game as text, such as PDN, in place of `moves` and `position`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    text: Option<Value>,
    /// Milliseconds to think about each move; 100 if absent
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u64", range(min = 1))]
    time_ms: Option<Value>,
    #[serde(flatten)]
    #[schemars(skip)]
    unknown: Map<String, Value>,
}
