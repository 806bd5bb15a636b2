//! Universal Game Interface: UCI for any game, with queries for the rules.
//! <https://github.com/kz04px/cutegames/blob/master/ugi.md>
//!
//! | command | answer |
//! |---|---|
//! | `ugi` | `id …`, `option …`, `ugiok` |
//! | `isready` | `readyok`, when the game is loaded |
//! | `uginewgame` | |
//! | `setoption name N value V` | |
//! | `position startpos\|fen F [moves …]` | |
//! | `query gameover\|p1turn\|result` | `response …` |
//! | `go [movetime\|depth\|nodes\|p1time\|p2time\|p1inc\|p2inc N]… [infinite]` | `info …`, then `bestmove …` |
//! | `stop` | `bestmove …` of the search |
//! | `quit` | |
//!
//! Positions and moves are in the game's notation. A refused command is answered by `info string …`.

use super::commands::{Commands, limit};
use super::options::DECLARED;
use super::session::{Ends, Printer, ProtocolSession};
use super::time_management::{Clock, MoveTime};
use bestmove_core::game::quoted;
use bestmove_core::types::{Bound, Verdict};
use bestmove_query::{Analysis, AnalysisLine, FieldError, LimitKind};
use std::time::Duration;

pub(super) const PRINTER: Printer = Printer { begin: "", info, best };

const COMMANDS: &str = "ugi, isready, uginewgame, setoption, position, query, go, stop or quit";
const TIMES: [&str; 5] = ["movetime", "p1time", "p2time", "p1inc", "p2inc"];

/// A session that speaks UGI.
pub(super) struct Ugi {
    session: ProtocolSession,
}

impl Ugi {
    pub(super) const fn new(session: ProtocolSession) -> Self {
        Self { session }
    }
}

impl Commands for Ugi {
    fn execute(&mut self, command: &str) -> Result<String, FieldError> {
        let (word, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        match (word, rest.trim()) {
            ("ugi", "") => return Ok(self.introduction()),
            ("isready", "") => {
                self.session.load();
                return Ok("readyok".to_owned());
            }
            ("uginewgame", "") => self.session.new_game()?,
            ("setoption", rest) => {
                let (name, value) = option(rest)?;
                self.session.set_option(name, value)?;
            }
            ("position", rest) => {
                self.session.forget_position();
                let (start, moves) = position(rest)?;
                self.session.set_position(start, moves)?;
            }
            ("query", question) => return self.response(question),
            ("go", rest) => self.go(rest)?,
            ("stop", "") => self.session.stop(),
            _ => return Err(FieldError::new("command", COMMANDS, quoted(command))),
        }
        Ok(String::new())
    }

    fn forget_position(&mut self) {
        self.session.forget_position();
    }

    fn refusal(error: &FieldError) -> String {
        format!("info string {error}")
    }
}

impl Ugi {
    fn introduction(&self) -> String {
        let title = self.session.game().info().title;
        let id = [
            format!("id name bestmove {} {title}", env!("CARGO_PKG_VERSION")),
            "id author the authors of bestmove".to_owned(),
        ];
        let options = DECLARED.iter().map(|option| {
            let (value, values) = (option.value(self.session.options()), &option.values);
            let (name, min, max) = (option.name, values.start(), values.end());
            format!("option name {name} type spin default {value} min {min} max {max}")
        });
        let lines: Vec<_> = id.into_iter().chain(options).chain(["ugiok".to_owned()]).collect();
        lines.join("\n")
    }

    /// The side to move is the one that moves first in the game.
    fn is_first_to_move(&self) -> Result<bool, FieldError> {
        Ok(self.session.position_info()?.to_move == self.session.game().info().sides[0])
    }

    fn response(&self, question: &str) -> Result<String, FieldError> {
        let outcome = self.session.position_info()?.outcome;
        let answer = match question {
            "gameover" => outcome.is_some().to_string(),
            "p1turn" => self.is_first_to_move()?.to_string(),
            "result" => match outcome.map(|ended| ended.winner) {
                None => "none".to_owned(),
                Some(None) => "draw".to_owned(),
                Some(Some(side)) if side == self.session.game().info().sides[0] => "p1win".to_owned(),
                Some(Some(_)) => "p2win".to_owned(),
            },
            _ => return Err(FieldError::new("query", "gameover, p1turn or result", quoted(question))),
        };
        Ok(format!("response {answer}"))
    }

    fn go(&mut self, text: &str) -> Result<(), FieldError> {
        let limits = Limits::parse(text)?;
        let ends = limits.ends(self.is_first_to_move()?);
        self.session.go(ends)
    }
}

/// `name N value V`.
fn option(text: &str) -> Result<(&str, &str), FieldError> {
    let named = text.strip_prefix("name ").and_then(|rest| rest.split_once(" value "));
    let (name, value) =
        named.ok_or_else(|| FieldError::new("setoption", "name NAME value VALUE", quoted(text)))?;
    Ok((name.trim(), value.trim()))
}

/// `startpos` or `fen F`, then `moves` and the moves played.
fn position(text: &str) -> Result<(Option<String>, Vec<String>), FieldError> {
    let mut words = text.split_whitespace();
    let kind = words.next().unwrap_or_default();
    let fen: Vec<_> = words.by_ref().take_while(|&word| word != "moves").collect();
    let start = match (kind, fen.is_empty()) {
        ("startpos", true) => None,
        ("fen", false) => Some(fen.join(" ")),
        _ => {
            let expected = "startpos or fen POSITION, then moves and the moves";
            return Err(FieldError::new("position", expected, quoted(text)));
        }
    };
    Ok((start, words.map(str::to_owned).collect()))
}

/// The numbers after `go`.
#[derive(Debug, Default, PartialEq, Eq)]
struct Limits {
    depth: Option<u64>,
    nodes: Option<u64>,
    /// In the order of [`TIMES`].
    times: [Option<Duration>; TIMES.len()],
}

impl Limits {
    fn parse(text: &str) -> Result<Self, FieldError> {
        let (mut limits, mut words) = (Self::default(), text.split_whitespace());
        while let Some(word) = words.next() {
            let mut number = || words.next().unwrap_or_default();
            match word {
                "infinite" => {}
                "depth" => limits.depth = Some(limit(LimitKind::Depth, number())?),
                "nodes" => limits.nodes = Some(limit(LimitKind::Nodes, number())?),
                _ => {
                    let expected = || format!("depth, nodes, {} or infinite", TIMES.join(", "));
                    let index = TIMES.iter().position(|&name| name == word);
                    let index = index.ok_or_else(|| FieldError::new("go", expected(), quoted(word)))?;
                    limits.times[index] = Some(milliseconds(word, number())?);
                }
            }
        }
        Ok(limits)
    }

    /// When the search ends.
    fn ends(&self, is_first_to_move: bool) -> Ends {
        let Self { depth, nodes, times: [movetime, p1time, p2time, p1inc, p2inc] } = *self;
        let (left, increment) = if is_first_to_move { (p1time, p1inc) } else { (p2time, p2inc) };
        let clock = left.map(|left| Clock { left, increment: increment.unwrap_or_default(), moves: None });
        let time = MoveTime::new(movetime, clock);
        let only_when_stopped = time.is_none() && depth.is_none() && nodes.is_none();
        Ends { depth, nodes, time, only_when_stopped, ..Ends::default() }
    }
}

/// A time; a negative one, of a clock that has run out, is none.
fn milliseconds(name: &str, text: &str) -> Result<Duration, FieldError> {
    let number: i64 = text.parse().map_err(|_| FieldError::new(name, "a whole number", quoted(text)))?;
    Ok(Duration::from_millis(u64::try_from(number).unwrap_or(0)))
}

fn info(analysis: &Analysis) -> String {
    let Analysis { depth, selective_depth, nodes, timing, .. } = analysis;
    let AnalysisLine { line, verdict, bound, .. } = analysis.best();
    let (score, bound) = (score(*verdict), bound_name(*bound));
    let speed = (*nodes as f64 / timing.elapsed.as_secs_f64().max(1e-6)) as u64;
    let (ms, line) = (timing.elapsed.as_millis(), line.join(" "));
    format!(
        "info depth {depth} seldepth {selective_depth} score {score}{bound} nodes {nodes} nps {speed} \
         time {ms} pv {line}"
    )
}

fn best(analysis: &Analysis) -> String {
    format!("bestmove {}", analysis.best_move().unwrap_or("(none)"))
}

/// Estimates in hundredths, proven wins and losses in moves, as in UCI.
fn score(verdict: Verdict) -> String {
    /// For a proven win of unknown length.
    const WON: i16 = 30_000;
    match verdict {
        Verdict::Win { plies: Some(plies) } => format!("mate {}", plies.div_ceil(2)),
        Verdict::Loss { plies: Some(plies) } => format!("mate -{}", plies / 2),
        Verdict::Win { plies: None } => format!("cp {WON}"),
        Verdict::Loss { plies: None } => format!("cp -{WON}"),
        Verdict::Draw => "cp 0".to_owned(),
        Verdict::Margin(units) | Verdict::Estimate(units) => format!("cp {units}"),
    }
}

const fn bound_name(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(text: &str, is_first_to_move: bool) -> Ends {
        Limits::parse(text).unwrap().ends(is_first_to_move)
    }

    #[test]
    fn each_side_has_its_own_clock() {
        let go = "p1time 60000 p2time 600 p1inc 0 p2inc 100";
        let time = |is_first| ends(go, is_first).time.unwrap().even().as_millis();
        let [first, second] = [true, false].map(time);
        assert!((1_000..10_000).contains(&first), "{first}");
        assert!((50..200).contains(&second), "{second}");
        assert_eq!(ends("p1time -5 p2time 9", true).time.unwrap().maximum, Duration::from_millis(1));
    }

    #[test]
    fn a_search_without_limits_waits_for_stop() {
        assert!(ends("infinite", true).only_when_stopped && ends("", true).only_when_stopped);
        for limited in ["movetime 5", "depth 5", "nodes 5", "p2time 5"] {
            assert!(!ends(limited, false).only_when_stopped, "{limited}");
        }
        let both = ends("depth 7 nodes 9", true);
        assert_eq!((both.depth, both.nodes, both.time), (Some(7), Some(9), None));
    }

    #[test]
    fn scores_are_those_of_uci() {
        for (verdict, text) in [
            (Verdict::Win { plies: Some(1) }, "mate 1"),
            (Verdict::Win { plies: Some(4) }, "mate 2"),
            (Verdict::Loss { plies: Some(2) }, "mate -1"),
            (Verdict::Loss { plies: None }, "cp -30000"),
            (Verdict::Draw, "cp 0"),
            (Verdict::Estimate(-12), "cp -12"),
        ] {
            assert_eq!(score(verdict), text);
        }
    }
}
