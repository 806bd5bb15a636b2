//! NBoard 2, the protocol of the user interface NBoard, for Reversi.
//! <https://github.com/weltyc/ntest/blob/master/instructions/Protocol.htm>
//!
//! | command | answer |
//! |---|---|
//! | `nboard 2` | `set myname bestmove` |
//! | `set depth N` | |
//! | `set game GGF` | |
//! | `set contempt X` | |
//! | `move M[/eval[/time]]` | |
//! | `hint N` | `status Analysing`, `search …` and `nodestats …` for each iteration, `status` |
//! | `go` | `status Thinking`, the same, `=== M[/eval/time]`, `status` |
//! | `ping N` | `pong N`, after the answer of the search, which is stopped |
//! | `learn` | `learned` |
//! | `quit` | |
//!
//! Moves are squares, `F5`, or `PA`; scores are in discs. Other lines are ignored, as the protocol demands. A refused
//! command is answered by `status …`.

use super::commands::{Commands, limit};
use super::othello_notation::{discs, empty_squares, move_name};
use super::session::{Ends, Printer, ProtocolSession};
use bestmove_core::game::quoted;
use bestmove_core::types::{Bound, Verdict};
use bestmove_query::{Analysis, AnalysisLine, FieldError, ImportPlace, ImportStep, LimitKind};
use std::iter;
use std::num::NonZeroUsize;

pub(super) const PRINTER: Printer = Printer { begin: "status Thinking", info, best };
const HINTS: Printer = Printer { begin: "status Analysing", info, best: |_| IDLE.to_owned() };

const IDLE: &str = "status";
const PASS: &str = "PA";
/// Without `set depth`.
const DEPTH: u64 = 12;
/// Positions with at most so many empty squares are solved, if that is not more than twice the depth.
const SOLVED: u64 = 22;

/// A session that speaks NBoard.
pub(super) struct NBoard {
    session: ProtocolSession,
    depth: u64,
}

impl NBoard {
    pub(super) const fn new(session: ProtocolSession) -> Self {
        Self { session, depth: DEPTH }
    }
}

impl Commands for NBoard {
    fn execute(&mut self, command: &str) -> Result<String, FieldError> {
        let (word, rest) = split(command);
        match (word, split(rest)) {
            ("nboard", ("2", "")) => {
                self.session.load();
                return Ok("set myname bestmove".to_owned());
            }
            ("nboard", _) => return Err(FieldError::new("nboard", "version 2", quoted(rest))),
            ("set", ("depth", depth)) => self.depth = limit(LimitKind::Depth, depth)?,
            ("set", ("game", ggf)) => self.set_game(ggf)?,
            ("move", (played, _)) => self.play(played)?,
            ("hint", (count, _)) => self.hint(count)?,
            ("go", _) => self.go()?,
            ("ping", (number, _)) => {
                self.session.stop();
                return Ok(format!("pong {number}"));
            }
            ("learn", _) => return Ok("learned".to_owned()),
            _ => {}
        }
        Ok(String::new())
    }

    fn forget_position(&mut self) {
        self.session.forget_position();
    }

    fn refusal(error: &FieldError) -> String {
        format!("status {error}")
    }
}

/// The first word, and the rest.
fn split(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}

impl NBoard {
    /// Sets the position at the end of a game.
    fn set_game(&mut self, ggf: &str) -> Result<(), FieldError> {
        self.session.stop();
        self.session.forget_position();
        let mut first = None;
        self.session.game().import(ggf, ImportPlace::default(), &mut |read| {
            first = Some(read);
            ImportStep::StopAfter
        })?;
        let read = first.ok_or_else(|| FieldError::new("set game", "a game in GGF", quoted(ggf)))?;
        if let Some(invalid) = read.fault {
            return Err(FieldError { field: "set game".to_owned(), invalid });
        }
        self.session.set_position(Some(read.game.start), read.game.moves)
    }

    /// Plays a move, behind which an evaluation and a time may stand.
    fn play(&mut self, text: &str) -> Result<(), FieldError> {
        self.session.stop();
        let played = text.split('/').next().unwrap_or_default();
        let result = self.session.play(played);
        if result.is_err() {
            self.session.forget_position();
        }
        result
    }

    fn hint(&mut self, count: &str) -> Result<(), FieldError> {
        let lines = count.parse::<NonZeroUsize>();
        let lines = lines.map_err(|_| FieldError::new("hint", "a number of moves", quoted(count)))?;
        self.session.stop();
        let ends = self.ends()?;
        self.session.analyse(ends, lines, HINTS)
    }

    fn go(&mut self) -> Result<(), FieldError> {
        self.session.stop();
        let ends = self.ends()?;
        self.session.go(ends)
    }

    /// When a search in the position ends. The protocol leaves the depth of endings to the engine, which solves them.
    fn ends(&self) -> Result<Ends, FieldError> {
        let info = self.session.position_info()?;
        if info.outcome.is_some() {
            return Err(FieldError::new("position", "one to move in", "the end of the game"));
        }
        let is_solved = empty_squares(&info.position) <= SOLVED.min(2 * self.depth);
        Ok(Ends { selective_depth: (!is_solved).then_some(self.depth), ..Ends::default() })
    }
}

fn info(analysis: &Analysis) -> String {
    let searched = analysis.lines.iter().map(|line| {
        let AnalysisLine { line: moves, verdict, .. } = line;
        let (moves, eval) = (moves.iter().map(|played| move_name(played, PASS)), discs(*verdict));
        format!("search {} {eval:.2} 0 {}", moves.collect::<String>(), depth(line, analysis.depth))
    });
    let (nodes, seconds) = (analysis.nodes, analysis.timing.elapsed.as_secs_f64());
    let lines: Vec<_> = searched.chain(iter::once(format!("nodestats {nodes} {seconds:.3}"))).collect();
    lines.join("\n")
}

/// The depth of a line: in plies, or what is proven, the margin (`100%`) or the winner (`100%W`).
fn depth(line: &AnalysisLine, plies: u8) -> String {
    let winner_is_known = match (line.verdict, line.bound) {
        (Verdict::Estimate(_), _) => false,
        (_, Bound::Exact) => return "100%".to_owned(),
        (verdict, Bound::Lower) => discs(verdict) > 0.0,
        (verdict, Bound::Upper) => discs(verdict) < 0.0,
    };
    if winner_is_known { "100%W".to_owned() } else { plies.to_string() }
}

/// The move to play; a pass without a score, as NBoard refuses one behind it.
fn best(analysis: &Analysis) -> String {
    let best = analysis.best();
    let name = best.line.first().map_or(PASS.to_owned(), |played| move_name(played, PASS));
    if name == PASS {
        return format!("=== {PASS}\n{IDLE}");
    }
    let (eval, seconds) = (discs(best.verdict), analysis.timing.elapsed.as_secs_f64());
    format!("=== {name}/{eval:.2}/{seconds:.2}\n{IDLE}")
}
