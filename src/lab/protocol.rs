//! The text that match and engine exchange, a line each way at a time.
//!
//! | to the engine | what it does |
//! |---|---|
//! | `newgame` | forgets everything; the start position |
//! | `pos POSITION` | that position, with no moves before it |
//! | `move MOVE` | plays a move of either side; the engine's own answers are told to it as well |
//! | `go SECONDS` or `go nodes N` | answers `info …` lines, then `bestmove MOVE`, which it does not play |
//! | `quit` | ends the engine, as the end of input does |
//!
//! An `info` line has words, `depth`, `score`, `nodes` and `time` (seconds) among them, each with a value after
//! it, and last `pv` with the line of play. A score is hundredths of a man, `draw`, `win` or `loss`, these two
//! followed by the plies to the end, where they are known. What can't be done is answered by `error …`. Lines that begin
//! otherwise are talk.

use crate::game::{Invalid, quoted};
use std::fmt::{self, Display};
use std::time::Duration;

/// Positions a second that an engine visits at least, if it is given positions in place of time.
const SLOWEST: u64 = 10_000;

/// What may be spent on a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effort {
    /// Time by the clock on the wall.
    Time(Duration),
    /// Positions visited.
    Nodes(u64),
}

impl Effort {
    /// The time in `seconds`, if that is a sensible number.
    ///
    /// # Errors
    ///
    /// If the text is no number from 0 to 86,400.
    pub fn seconds(text: &str) -> Result<Duration, Invalid> {
        let seconds = text.parse().ok().filter(|seconds| (0.0..=86_400.0).contains(seconds));
        seconds
            .map(Duration::from_secs_f64)
            .ok_or_else(|| Invalid::new("time", "seconds from 0 to 86400", quoted(text)))
    }

    /// How long to wait for a move: engines may take their time with the clock, but not without end.
    pub(super) fn patience(self) -> Duration {
        match self {
            Self::Time(time) => 10 * time + Duration::from_secs(5),
            Self::Nodes(nodes) => Duration::from_secs(60 + nodes / SLOWEST),
        }
    }

    fn parse(text: &str) -> Result<Self, Invalid> {
        match text.strip_prefix("nodes") {
            Some(number) => {
                let nodes = number.trim().parse();
                let invalid = |_| Invalid::new("nodes", "a whole number", quoted(number.trim()));
                nodes.map(Self::Nodes).map_err(invalid)
            }
            None => Self::seconds(text).map(Self::Time),
        }
    }
}

impl Display for Effort {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(time) => write!(out, "{}", time.as_secs_f64()),
            Self::Nodes(nodes) => write!(out, "nodes {nodes}"),
        }
    }
}

/// A line to the engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Order<'a> {
    NewGame,
    Position(&'a str),
    Move(&'a str),
    Go(Effort),
    Quit,
}

impl<'a> Order<'a> {
    pub(super) fn parse(line: &'a str) -> Result<Self, Invalid> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word, rest.trim()) {
            ("newgame", "") => Ok(Self::NewGame),
            ("pos", position) => Ok(Self::Position(position)),
            ("move", played) => Ok(Self::Move(played)),
            ("go", effort) => Effort::parse(effort).map(Self::Go),
            ("quit", "") => Ok(Self::Quit),
            _ => Err(Invalid::new(
                "line",
                "newgame, pos POSITION, move MOVE, go SECONDS, go nodes N or quit",
                quoted(line),
            )),
        }
    }
}

impl Display for Order<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NewGame => write!(out, "newgame"),
            Self::Position(position) => write!(out, "pos {position}"),
            Self::Move(played) => write!(out, "move {played}"),
            Self::Go(effort) => write!(out, "go {effort}"),
            Self::Quit => write!(out, "quit"),
        }
    }
}

/// The word after `name` in an `info` line, before the line of play.
pub(super) fn told<'a>(info: &'a str, name: &str) -> Option<&'a str> {
    let mut words = info.split_whitespace().take_while(|&word| word != "pv");
    words.find(|&word| word == name)?;
    words.next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read_as_written() {
        let time = Effort::Time(Duration::from_millis(125));
        let orders = [Order::NewGame, Order::Position("B:W1:B2"), Order::Move("9-13"), Order::Quit]
            .into_iter()
            .chain([time, Effort::Nodes(500)].map(Order::Go));
        for order in orders {
            assert_eq!(Order::parse(&format!(" {order}\r\n")), Ok(order));
        }
    }

    #[test]
    fn bad_orders_are_refused_by_part() {
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
            assert_eq!(Order::parse(line).unwrap_err().part, part, "{line}");
        }
    }

    #[test]
    fn infos_are_read_by_name() {
        let info = "info depth 7 score -12 nodes 1234 pv 9-13 nodes 5";
        assert_eq!(
            ["depth", "score", "nodes", "time", "9-13"].map(|name| told(info, name)),
            [Some("7"), Some("-12"), Some("1234"), None, None]
        );
    }
}
