//! Go Text Protocol 2, as Othello programs speak it, for Reversi.
//! <https://www.lysator.liu.se/~gunnar/gtp/gtp2-spec-draft2/gtp2-spec.html>
//!
//! | command | answer |
//! |---|---|
//! | `protocol_version`, `name`, `version` | |
//! | `known_command C`, `list_commands` | |
//! | `boardsize 8`, `clear_board`, `komi X` | |
//! | `play COLOUR M` | |
//! | `genmove COLOUR` | the move, which has been played |
//! | `undo` | |
//! | `time_settings MAIN BYO-YOMI MOVES` | |
//! | `time_left COLOUR TIME MOVES` | |
//! | `showboard`, `final_score` | |
//! | `quit` | |
//!
//! Moves are squares as in Othello, `F5`, or `PASS`. An answer begins with `=`, a refusal with `?`, then the number of
//! the command, if it has one; both end in an empty line.

use super::commands::{Commands, seconds};
use super::gtp_clocks::{Clocks, TimeLeft};
use super::othello_notation::{empty_squares, final_margin, move_name};
use super::session::{Ends, Printer, ProtocolSession};
use super::time_management::MoveTime;
use bestmove_core::game::{Invalid, Side, quoted};
use bestmove_query::{FieldError, PositionInfo};
use std::str::FromStr;
use std::time::{Duration, Instant};

/// An answer has nothing but the move.
pub(super) const PRINTER: Printer = Printer { begin: "", info: |_| String::new(), best: |_| String::new() };

const COMMANDS: [(&str, &str); 16] = [
    ("boardsize", "8"),
    ("clear_board", ""),
    ("final_score", ""),
    ("genmove", "COLOUR"),
    ("known_command", "COMMAND"),
    ("komi", "NUMBER"),
    ("list_commands", ""),
    ("name", ""),
    ("play", "COLOUR MOVE"),
    ("protocol_version", ""),
    ("quit", ""),
    ("showboard", ""),
    ("time_left", "COLOUR TIME MOVES"),
    ("time_settings", "MAIN BYO-YOMI MOVES"),
    ("undo", ""),
    ("version", ""),
];
const PASS: &str = "PASS";
/// The time of a move without a clock.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// A session that speaks GTP.
pub(super) struct Gtp {
    session: ProtocolSession,
    clocks: Clocks,
    /// The number of moves before each command that played one.
    played: Vec<usize>,
}

impl Gtp {
    pub(super) fn new(session: ProtocolSession) -> Self {
        Self { session, clocks: Clocks::default(), played: Vec::new() }
    }
}

impl Commands for Gtp {
    fn execute(&mut self, command: &str) -> Result<String, FieldError> {
        let Line { id, words } = Line::parse(command);
        if id.is_empty() && words.is_empty() {
            return Ok(String::new());
        }
        Ok(match self.answer(&words) {
            Ok(answer) => reply('=', id, &answer),
            Err(error) => reply('?', id, &error.to_string()),
        })
    }

    fn forget_position(&mut self) {
        self.session.forget_position();
    }

    fn farewell(command: &str) -> Option<String> {
        let Line { id, words } = Line::parse(command);
        (words == ["quit"]).then(|| reply('=', id, ""))
    }

    fn refusal(error: &FieldError) -> String {
        reply('?', "", &error.to_string())
    }
}

/// A line without its comment: the number of the command, or nothing, and its words.
struct Line<'a> {
    id: &'a str,
    words: Vec<&'a str>,
}

impl<'a> Line<'a> {
    fn parse(text: &'a str) -> Self {
        let text = text.split('#').next().unwrap_or_default();
        let mut words: Vec<_> = text.split_whitespace().collect();
        let has_id = words.first().is_some_and(|word| word.bytes().all(|sign| sign.is_ascii_digit()));
        let id = if has_id { words.remove(0) } else { "" };
        Self { id, words }
    }
}

fn reply(sign: char, id: &str, text: &str) -> String {
    let blank = if text.is_empty() || text.starts_with('\n') { "" } else { " " };
    format!("{sign}{id}{blank}{text}\n")
}

impl Gtp {
    fn answer(&mut self, words: &[&str]) -> Result<String, FieldError> {
        match *words {
            ["protocol_version"] => return Ok("2".to_owned()),
            ["name"] => return Ok("bestmove".to_owned()),
            ["version"] => return Ok(env!("CARGO_PKG_VERSION").to_owned()),
            ["known_command", word] => return Ok(COMMANDS.iter().any(|(name, _)| *name == word).to_string()),
            ["list_commands"] => return Ok(COMMANDS.map(|(name, _)| name).join("\n")),
            ["boardsize", "8"] => {}
            ["boardsize", size] => return Err(FieldError::new("unacceptable size", "8", quoted(size))),
            ["clear_board"] => self.clear_board()?,
            ["komi", komi] => {
                number::<f64>("komi", komi)?;
            }
            ["play", colour, played] => self.play(colour, played)?,
            ["genmove", colour] => return self.generate_move(colour),
            ["undo"] => self.undo()?,
            ["time_settings", main, time, moves] => {
                self.clocks = Clocks::new(seconds("main time", main)?, time_left(time, moves)?);
            }
            ["time_left", colour, time, moves] => {
                let side = self.side(colour)?;
                self.clocks.set(side, time_left(time, moves)?);
            }
            ["showboard"] => return Ok(drawn(&self.session.position_info()?)),
            ["final_score"] => return score(&self.session.position_info()?),
            _ => return Err(misunderstood(words)),
        }
        Ok(String::new())
    }

    fn clear_board(&mut self) -> Result<(), FieldError> {
        self.session.load();
        self.session.new_game()?;
        self.clocks.restart();
        self.played.clear();
        self.session.set_position(None, Vec::new())
    }

    /// The side of a colour.
    fn side(&self, colour: &str) -> Result<Side, FieldError> {
        let sides = [Side::First, Side::Second];
        let is_named = |side: &Side| {
            let name = self.session.game().info().side(*side);
            [name, &name[..1]].iter().any(|name| name.eq_ignore_ascii_case(colour))
        };
        sides
            .into_iter()
            .find(is_named)
            .ok_or_else(|| FieldError::new("colour", "black, white, b or w", quoted(colour)))
    }

    /// Plays a move. The pass of the other side before it may be left out; after the end of the game, both may pass.
    fn play(&mut self, colour: &str, text: &str) -> Result<(), FieldError> {
        let side = self.side(colour)?;
        let info = self.session.position_info()?;
        let before = self.session.moves_played()?;
        let is_pass = text.eq_ignore_ascii_case(PASS);
        if info.outcome.is_none() {
            let (is_due, must_pass) = (self.is_due(&info, side), self.must_pass()?);
            if must_pass && is_due && !is_pass {
                return Err(FieldError::new("illegal move", "one of pass", quoted(text)));
            }
            if !is_due && (is_pass || !must_pass) {
                return Err(self.not_due(&info, side));
            }
        }
        if info.outcome.is_none() || !is_pass {
            self.session.play(text).map_err(illegal)?;
        }
        self.played.push(before);
        Ok(())
    }

    fn is_due(&self, info: &PositionInfo, side: Side) -> bool {
        info.to_move == self.session.game().info().side(side)
    }

    fn not_due(&self, info: &PositionInfo, side: Side) -> FieldError {
        let got = format!("one of {}", self.session.game().info().side(side));
        FieldError::new("illegal move", format!("a move of {}", info.to_move), got)
    }

    /// Whether the side to move has no move but the pass.
    fn must_pass(&self) -> Result<bool, FieldError> {
        Ok(self.session.legal_moves()? == ["pass"])
    }

    /// Plays the best move of a side. After the end of the game it passes.
    fn generate_move(&mut self, colour: &str) -> Result<String, FieldError> {
        let side = self.side(colour)?;
        let info = self.session.position_info()?;
        let before = self.session.moves_played()?;
        if info.outcome.is_none() && !self.is_due(&info, side) {
            if !self.must_pass()? {
                return Err(self.not_due(&info, side));
            }
            self.session.play("pass")?;
        }
        let best = match &self.session.legal_moves()?[..] {
            [] => None,
            [only] => Some(only.clone()),
            _ => self
                .search(side, empty_squares(&info.position))
                .inspect_err(|_| self.session.take_back(before))?,
        };
        self.played.push(before);
        let Some(best) = best else { return Ok(PASS.to_owned()) };
        self.session.play(&best)?;
        Ok(move_name(&best, PASS))
    }

    /// Searches for the best move of the side to move.
    fn search(&mut self, side: Side, empty: u64) -> Result<Option<String>, FieldError> {
        let start = Instant::now();
        let clock = self.clocks.clock(side, empty.div_ceil(2) as u32);
        let fixed = clock.is_none().then_some(DEFAULT_TIME);
        let found = self.session.think(Ends { time: MoveTime::new(fixed, clock), ..Ends::default() })?;
        self.clocks.spend(side, start.elapsed());
        Ok(found.best_move().map(str::to_owned))
    }

    fn undo(&mut self) -> Result<(), FieldError> {
        self.session.moves_played()?;
        let before = self.played.pop();
        let before = before.ok_or_else(|| FieldError::new("cannot undo", "a move before", "none"))?;
        self.session.take_back(before);
        Ok(())
    }
}

fn number<T: FromStr>(name: &str, text: &str) -> Result<T, FieldError> {
    text.parse().map_err(|_| FieldError::new(name, "a number", quoted(text)))
}

fn time_left(time: &str, moves: &str) -> Result<TimeLeft, FieldError> {
    Ok(TimeLeft { time: seconds("time", time)?, moves: number("moves", moves)? })
}

/// The refusal of a command that is unknown, or has other arguments.
fn misunderstood(words: &[&str]) -> FieldError {
    let word = words.first().copied().unwrap_or_default();
    match COMMANDS.iter().find(|(name, _)| *name == word) {
        Some((name, arguments)) => {
            FieldError::new("syntax error", format!("{name} {arguments}").trim(), quoted(&words.join(" ")))
        }
        None => FieldError::new("unknown command", "one of list_commands", quoted(word)),
    }
}

fn illegal(error: FieldError) -> FieldError {
    let Invalid { expected, got, .. } = error.invalid;
    FieldError::new("illegal move", expected, got)
}

/// The board, and whose turn it is.
fn drawn(info: &PositionInfo) -> String {
    let cells = info.position[..64].replace('-', ".");
    let row = |number: usize| {
        let signs = cells[8 * number - 8..8 * number].chars().flat_map(|sign| [' ', sign]);
        format!("{number}{}", signs.collect::<String>())
    };
    let rows: Vec<_> = (1..=8).map(row).collect();
    let state = match info.outcome {
        Some(_) => "the game is over".to_owned(),
        None => format!("{} to move", info.to_move),
    };
    format!("\n  A B C D E F G H\n{}\n{state}", rows.join("\n"))
}

/// The final score: `B+12`, `W+4` or `0`.
fn score(info: &PositionInfo) -> Result<String, FieldError> {
    let Some(result) = &info.outcome else {
        return Err(FieldError::new("cannot score", "a finished game", "one that goes on"));
    };
    let margin = final_margin(&info.position).abs();
    Ok(match result.winner {
        Some(winner) => format!("{}+{margin}", winner[..1].to_ascii_uppercase()),
        None => "0".to_owned(),
    })
}
