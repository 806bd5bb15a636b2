//! Hub 2, the protocol of Scan, for checkers.
//! <https://github.com/rhalbersma/scan/blob/master/protocol.txt>
//!
//! | command | answer |
//! |---|---|
//! | `hub` | `id …`, `param …`, `wait` |
//! | `set-param name=N value=V` | |
//! | `init` | `ready`, when the game is loaded |
//! | `new-game` | |
//! | `pos pos=P [moves="…"]` | |
//! | `level [depth\|nodes\|move-time\|time\|inc\|moves=N]… [infinite]` | |
//! | `go think\|analyze\|ponder` | `info …`, then `done …` |
//! | `ponder-hit`, `stop` | `done …` of the search |
//! | `ping` | `pong` |
//! | `quit` | |
//!
//! Unknown arguments are ignored. A refused command is answered by `error message="…"`.

use super::commands::{Commands, limit, seconds};
use super::hub_notation::{move_to_hub, moves_to_pdn, position_to_fen};
use super::options::DECLARED;
use super::session::{Ends, Printer, ProtocolSession};
use super::time_management::{Clock, MoveTime};
use bestmove_core::game::quoted;
use bestmove_core::types::Verdict;
use bestmove_query::{Analysis, FieldError, LimitKind};
use std::str::FromStr;
use std::time::Duration;

pub(super) const PRINTER: Printer = Printer { begin: "", info, best };

const COMMANDS: &str = "hub, set-param, init, new-game, pos, level, go, ponder-hit, stop, ping or quit";
/// The only variant, by the name that pydraughts uses.
const VARIANT: &str = "english";

/// A session that speaks Hub.
pub(super) struct Hub {
    session: ProtocolSession,
    /// The limits of the next search.
    level: Level,
    /// The time for the move after `ponder-hit`.
    after_ponder_hit: Option<Duration>,
}

impl Hub {
    pub(super) fn new(session: ProtocolSession) -> Self {
        Self { session, level: Level::default(), after_ponder_hit: None }
    }
}

impl Commands for Hub {
    fn execute(&mut self, command: &str) -> Result<String, FieldError> {
        let Line { command: word, arguments } = Line::parse(command);
        match word.as_str() {
            "hub" => return Ok(self.introduction()),
            "set-param" => self.set_parameter(&arguments)?,
            "init" => {
                self.session.load();
                return Ok("ready".to_owned());
            }
            "new-game" => {
                self.session.new_game()?;
                self.level = Level::default();
            }
            "pos" => self.set_position(&arguments)?,
            "level" => self.level = self.level.with(&arguments)?,
            "go" => self.go(&arguments)?,
            "ponder-hit" => {
                if let Some(time) = self.after_ponder_hit.take() {
                    self.session.stop_after(time);
                }
            }
            "stop" => self.session.stop(),
            "ping" => return Ok("pong".to_owned()),
            _ => return Err(FieldError::new("command", COMMANDS, quoted(command))),
        }
        Ok(String::new())
    }

    fn forget_position(&mut self) {
        self.session.forget_position();
    }

    fn refusal(error: &FieldError) -> String {
        format!("error message=\"{}\"", error.to_string().replace(['"', '\\'], "'"))
    }
}

impl Hub {
    fn introduction(&self) -> String {
        let id = format!("id name=bestmove version={}", env!("CARGO_PKG_VERSION"));
        let variant = format!("param name=variant value={VARIANT} type=enum values={VARIANT}");
        let options = DECLARED.iter().map(|option| {
            let (value, values) = (option.value(self.session.options()), &option.values);
            let (name, min, max) = (option.name.to_ascii_lowercase(), values.start(), values.end());
            format!("param name={name} value={value} type=int min={min} max={max}")
        });
        let lines: Vec<_> = [id, variant].into_iter().chain(options).chain(["wait".to_owned()]).collect();
        lines.join("\n")
    }

    fn set_parameter(&mut self, arguments: &Arguments) -> Result<(), FieldError> {
        match (arguments.required("name")?, arguments.required("value")?) {
            ("variant", VARIANT) => Ok(()),
            ("variant", other) => Err(FieldError::new("variant", VARIANT, quoted(other))),
            (name, value) => self.session.set_option(name, value),
        }
    }

    fn set_position(&mut self, arguments: &Arguments) -> Result<(), FieldError> {
        self.session.forget_position();
        let fen = position_to_fen(arguments.required("pos")?)?;
        let moves = arguments.find("moves").unwrap_or_default();
        let moves = moves_to_pdn(self.session.game(), &fen, moves)?;
        self.session.set_position(Some(fen), moves)
    }

    fn go(&mut self, arguments: &Arguments) -> Result<(), FieldError> {
        let mode = arguments.0.first().map_or("", |(mode, _)| mode);
        if !matches!(mode, "think" | "analyze" | "ponder") {
            return Err(FieldError::new("go", "think, analyze or ponder", quoted(mode)));
        }
        if self.session.position_info()?.outcome.is_some() {
            return Err(FieldError::new("go", "a position to move in", "the end of the game"));
        }
        let Level { depth, nodes, .. } = self.level;
        let time = self.level.time();
        let is_ponder = mode == "ponder";
        let ends = Ends { depth, nodes, time: time.filter(|_| !is_ponder), ..Ends::default() };
        self.session.go(ends)?;
        self.after_ponder_hit = time.filter(|_| is_ponder).map(MoveTime::even);
        self.level = Level::default();
        Ok(())
    }
}

/// A line: a command, then arguments `name=value`, `name="some value"` or `name`.
struct Line {
    command: String,
    arguments: Arguments,
}

#[derive(Debug, PartialEq, Eq)]
struct Arguments(Vec<(String, String)>);

impl Line {
    fn parse(text: &str) -> Self {
        let mut is_quoted = false;
        let mut words = vec![String::new()];
        for sign in text.chars() {
            match sign {
                '"' => is_quoted = !is_quoted,
                _ if sign.is_whitespace() && !is_quoted => words.push(String::new()),
                _ => words.last_mut().expect("there is one").push(sign),
            }
        }
        let mut words = words.into_iter().filter(|word| !word.is_empty());
        let split = |word: String| {
            let (name, value) = word.split_once('=').unwrap_or((&word, ""));
            (name.to_owned(), value.to_owned())
        };
        let command = words.next().unwrap_or_default();
        Self { command, arguments: Arguments(words.map(split).collect()) }
    }
}

impl Arguments {
    fn find(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    fn required(&self, name: &str) -> Result<&str, FieldError> {
        self.find(name).ok_or_else(|| FieldError::new(name, format!("{name}=VALUE"), "none"))
    }

    fn number<T: FromStr>(&self, name: &str, expected: &str) -> Result<Option<T>, FieldError> {
        let parse = |text: &str| text.parse().map_err(|_| FieldError::new(name, expected, quoted(text)));
        self.find(name).map(parse).transpose()
    }

    fn limit(&self, kind: LimitKind) -> Result<Option<u64>, FieldError> {
        self.find(kind.field()).map(|text| limit(kind, text)).transpose()
    }

    fn seconds(&self, name: &str) -> Result<Option<Duration>, FieldError> {
        self.find(name).map(|text| seconds(name, text)).transpose()
    }
}

/// The limits of a search, from one or several `level` commands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Level {
    depth: Option<u64>,
    nodes: Option<u64>,
    move_time: Option<Duration>,
    left: Option<Duration>,
    increment: Option<Duration>,
    moves: Option<u32>,
}

impl Level {
    fn with(self, arguments: &Arguments) -> Result<Self, FieldError> {
        Ok(Self {
            depth: arguments.limit(LimitKind::Depth)?.or(self.depth),
            nodes: arguments.limit(LimitKind::Nodes)?.or(self.nodes),
            move_time: arguments.seconds("move-time")?.or(self.move_time),
            left: arguments.seconds("time")?.or(self.left),
            increment: arguments.seconds("inc")?.or(self.increment),
            moves: arguments.number("moves", "a whole number")?.or(self.moves),
        })
    }

    /// The time for the move, at least a millisecond. The clock gets its increment before the move.
    fn time(&self) -> Option<MoveTime> {
        let increment = self.increment.unwrap_or_default();
        let clock = self.left.map(|left| Clock { left: left + increment, increment, moves: self.moves });
        MoveTime::new(self.move_time, clock)
    }
}

fn info(analysis: &Analysis) -> String {
    let Analysis { depth, nodes, timing, .. } = analysis;
    let (seconds, score) = (timing.elapsed.as_secs_f64(), score(analysis.best().verdict));
    let speed = *nodes as f64 / 1e6 / seconds.max(1e-6);
    let line: Vec<_> = analysis.best().line.iter().map(|played| move_to_hub(played)).collect();
    let line = line.join(" ");
    format!(
        "info depth={depth} score={score:.2} nodes={nodes} time={seconds:.3} nps={speed:.3} pv=\"{line}\""
    )
}

fn best(analysis: &Analysis) -> String {
    let mut line = analysis.best().line.iter().map(|played| move_to_hub(played));
    let best = line.next().unwrap_or_default();
    let ponder = line.next().map_or_else(String::new, |reply| format!(" ponder={reply}"));
    format!("done move={best}{ponder}")
}

/// The score in men. As in Scan, a win counts 100, less a hundredth for each ply.
fn score(verdict: Verdict) -> f64 {
    const WIN: f64 = 100.0;
    /// The largest estimate, for wins and losses of unknown length too.
    const MOST: f64 = 89.99;
    match verdict {
        Verdict::Win { plies: Some(plies) } => WIN - f64::from(plies) / 100.0,
        Verdict::Loss { plies: Some(plies) } => f64::from(plies) / 100.0 - WIN,
        Verdict::Win { plies: None } => MOST,
        Verdict::Loss { plies: None } => -MOST,
        Verdict::Draw => 0.0,
        Verdict::Margin(units) | Verdict::Estimate(units) => (f64::from(units) / 100.0).clamp(-MOST, MOST),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(line: &str) -> Level {
        Level::default().with(&Line::parse(line).arguments).unwrap()
    }

    #[test]
    fn values_may_be_quoted() {
        let Line { command, arguments } = Line::parse("pos  pos=W moves=\"11-15 22-18\" flag");
        assert_eq!(command, "pos");
        assert_eq!(arguments.find("moves"), Some("11-15 22-18"));
        assert_eq!((arguments.find("pos"), arguments.find("flag")), (Some("W"), Some("")));
        assert_eq!(arguments.find("move"), None);
    }

    #[test]
    fn levels_add_up() {
        let both = level("level depth=9").with(&Line::parse("level move-time=0.5").arguments).unwrap();
        let (half_a_second, millisecond) = (Duration::from_millis(500), Duration::from_millis(1));
        let fixed = MoveTime { optimum: None, maximum: half_a_second };
        assert_eq!((both.depth, both.time()), (Some(9), Some(fixed)));
        assert_eq!(level("level infinite handicap=1"), Level::default());
        assert_eq!(level("level time=-3").time().unwrap().maximum, millisecond);
        let even = |line| level(line).time().unwrap().even();
        assert!(even("level time=60 inc=1") > even("level time=60"));
    }

    #[test]
    fn limits_that_no_search_accepts_are_refused() {
        for (line, message) in [
            ("level depth=101", "depth: expected a whole number from 1 to 100, got \"101\""),
            ("level depth=0", "depth: expected a whole number from 1 to 100, got \"0\""),
            ("level time=nan", "time: expected seconds, got \"nan\""),
            ("level move-time=inf", "move-time: expected seconds, got \"inf\""),
        ] {
            let refused = Level::default().with(&Line::parse(line).arguments).unwrap_err();
            assert_eq!(refused.to_string(), message);
        }
    }

    #[test]
    fn scores_are_in_men() {
        for (verdict, men) in [
            (Verdict::Estimate(-150), -1.5),
            (Verdict::Win { plies: Some(5) }, 99.95),
            (Verdict::Loss { plies: Some(4) }, -99.96),
            (Verdict::Estimate(28_000), 89.99),
            (Verdict::Draw, 0.0),
        ] {
            assert!((score(verdict) - men).abs() < 1e-9, "{verdict:?}");
        }
    }
}
