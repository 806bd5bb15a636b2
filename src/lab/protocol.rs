//! The line-based text protocol between a match and an engine.
//!
//! | command | effect |
//! |---|---|
//! | `newgame` | clears all state and sets up the start position |
//! | `pos POSITION` | sets up a position, without history |
//! | `move MOVE` | plays a move of either side, the engine's own included |
//! | `go SECONDS` or `go nodes N` | searches: prints `info …` lines, then `bestmove MOVE`, which is not played |
//! | `quit` | ends the engine, as the end of input does |
//!
//! An `info` line has named values, `depth`, `score`, `nodes` and `time` (seconds) among them, and ends with `pv` and the
//! principal variation. A score is in hundredths of a man, or `draw`, or `win` or `loss` with the plies to the end where
//! they are known. The engine answers an invalid command with `error …`; other lines are ignored.

use crate::game::{Invalid, quoted};
use std::fmt::{self, Display};
use std::time::Duration;

/// The slowest supported engine, in nodes per second, for timeouts of node-limited moves.
const MIN_NODES_PER_SECOND: u64 = 10_000;

/// The limit of the search for a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MoveBudget {
    /// Wall-clock time.
    Time(Duration),
    /// Nodes searched.
    Nodes(u64),
}

impl MoveBudget {
    /// Parses a number of seconds.
    ///
    /// # Errors
    ///
    /// If the text is not a number from 0 to 86,400.
    pub fn parse_seconds(text: &str) -> Result<Duration, Invalid> {
        let seconds = text.parse().ok().filter(|seconds| (0.0..=86_400.0).contains(seconds));
        seconds
            .map(Duration::from_secs_f64)
            .ok_or_else(|| Invalid::new("time", "seconds from 0 to 86400", quoted(text)))
    }

    /// How long to wait for a move. Generous, as engines may overstep their budget.
    pub(super) fn timeout(self) -> Duration {
        match self {
            Self::Time(time) => 10 * time + Duration::from_secs(5),
            Self::Nodes(nodes) => Duration::from_secs(60 + nodes / MIN_NODES_PER_SECOND),
        }
    }

    fn parse(text: &str) -> Result<Self, Invalid> {
        match text.strip_prefix("nodes") {
            Some(number) => {
                let nodes = number.trim().parse();
                let invalid = |_| Invalid::new("nodes", "a whole number", quoted(number.trim()));
                nodes.map(Self::Nodes).map_err(invalid)
            }
            None => Self::parse_seconds(text).map(Self::Time),
        }
    }
}

impl Display for MoveBudget {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(time) => write!(out, "{}", time.as_secs_f64()),
            Self::Nodes(nodes) => write!(out, "nodes {nodes}"),
        }
    }
}

/// A command to an engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum EngineCommand<'a> {
    NewGame,
    Position(&'a str),
    Move(&'a str),
    Go(MoveBudget),
    Quit,
}

impl<'a> EngineCommand<'a> {
    pub(super) fn parse(line: &'a str) -> Result<Self, Invalid> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word, rest.trim()) {
            ("newgame", "") => Ok(Self::NewGame),
            ("pos", position) => Ok(Self::Position(position)),
            ("move", played) => Ok(Self::Move(played)),
            ("go", budget) => MoveBudget::parse(budget).map(Self::Go),
            ("quit", "") => Ok(Self::Quit),
            _ => Err(Invalid::new(
                "line",
                "newgame, pos POSITION, move MOVE, go SECONDS, go nodes N or quit",
                quoted(line),
            )),
        }
    }
}

impl Display for EngineCommand<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NewGame => write!(out, "newgame"),
            Self::Position(position) => write!(out, "pos {position}"),
            Self::Move(played) => write!(out, "move {played}"),
            Self::Go(budget) => write!(out, "go {budget}"),
            Self::Quit => write!(out, "quit"),
        }
    }
}

/// The value of `name` in an `info` line.
pub(super) fn info_field<'a>(info: &'a str, name: &str) -> Option<&'a str> {
    let mut words = info.split_whitespace().take_while(|&word| word != "pv");
    words.find(|&word| word == name)?;
    words.next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_survive_a_round_trip() {
        let time = MoveBudget::Time(Duration::from_millis(125));
        let commands = [
            EngineCommand::NewGame,
            EngineCommand::Position("B:W1:B2"),
            EngineCommand::Move("9-13"),
            EngineCommand::Quit,
        ]
        .into_iter()
        .chain([time, MoveBudget::Nodes(500)].map(EngineCommand::Go));
        for command in commands {
            assert_eq!(EngineCommand::parse(&format!(" {command}\r\n")), Ok(command));
        }
    }

    #[test]
    fn invalid_commands_are_refused_by_part() {
        for (line, part) in [
            ("", "line"),
            ("play 9-13", "line"),
            ("newgame now", "line"),
            ("go", "time"),
            ("go -1", "time"),
            ("go NaN", "time"),
            ("go 1e9", "time"),
            ("go nodes", "nodes"),
            ("go nodes -5", "nodes"),
        ] {
            assert_eq!(EngineCommand::parse(line).unwrap_err().part, part, "{line}");
        }
    }

    #[test]
    fn info_values_are_found_by_name() {
        let info = "info depth 7 score -12 nodes 1234 pv 9-13 nodes 5";
        assert_eq!(
            ["depth", "score", "nodes", "time", "9-13"].map(|name| info_field(info, name)),
            [Some("7"), Some("-12"), Some("1234"), None, None]
        );
    }
}
