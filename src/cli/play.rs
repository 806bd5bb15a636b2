//! `bestmove play`.

use super::board::{Board, is_turned_for};
use super::solve::scored;
use crate::config::{PlayOptions, Seat};
use crate::lines::Lines;
use bestmove_core::game::{Coordinates, Invalid, Level, Side};
use bestmove_core::opponent::Opponent;
use bestmove_query::{
    Analysis, AnyGame, FieldError, GameResult, LegalMoves, MoveSelection, Priority, Request, RequestedLimits,
    Session,
};
use std::error::Error;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::Instant;

const HELP: &str = "\
Type a move, or a command:
  moves   the legal moves        undo   take back your last move
  hint    the best move          new    begin again
  board   draw the board         quit   leave";

/// Plays a game in the terminal.
///
/// # Errors
///
/// If the position is malformed or a move of it illegal, or standard input or output fails.
pub fn play(options: &PlayOptions) -> Result<(), Box<dyn Error>> {
    let game = options.search.game(&options.at.game)?;
    let session = Session::new(options.config());
    session.load(game.as_ref());
    let seed = options.seed.map_or_else(getrandom::u64, Ok)?;
    let first_level = || Level::new(game.info().display.first_level).unwrap_or(Level::FULL_STRENGTH);
    let opponent = Opponent { level: options.level.unwrap_or_else(first_level), seed };
    let (start, moves) = options.at.read();
    let mut table = Table { session, game, options, opponent, start, given: moves.clone(), moves };
    table.serve(io::stdin().lock(), anstream::stdout().lock())
}

/// A game in progress.
struct Table<'a> {
    session: Session,
    game: Arc<dyn AnyGame>,
    options: &'a PlayOptions,
    /// The level and the seed of the engine.
    opponent: Opponent,
    start: Option<&'a str>,
    /// The moves from the start with which the game began.
    given: Vec<String>,
    /// The moves from the start.
    moves: Vec<String>,
}

impl Table<'_> {
    /// Plays until the person leaves or, if no person plays, the game ends.
    fn serve(&mut self, input: impl BufRead, mut out: impl Write) -> Result<(), Box<dyn Error>> {
        let mut lines = Lines::new(input);
        self.draw(&mut out)?;
        writeln!(out, "{HELP}")?;
        loop {
            let now = self.legal_moves()?;
            let info = &now.position_info;
            if let Some(result) = &info.outcome {
                writeln!(out, "{}", self.describe(result))?;
            } else if !self.is_person(self.side(&now)) {
                let analysis = self.analyse(Some(self.opponent))?;
                let played = analysis.best_move().expect("the game goes on");
                writeln!(out, "{} plays {played}", info.to_move)?;
                self.moves.push(played.to_owned());
                self.draw(&mut out)?;
                continue;
            }
            if self.options.seat == Seat::Neither {
                return Ok(());
            }
            write!(out, "{}> ", if info.outcome.is_some() { "over" } else { info.to_move })?;
            out.flush()?;
            let Some(line) = lines.next().transpose()? else { break };
            match line.as_deref().map(str::trim) {
                Ok("quit" | "exit") => break,
                Ok(line) => self.obey(line, &now, &mut out)?,
                Err(invalid) => refuse(invalid, &mut out)?,
            }
        }
        Ok(writeln!(out)?)
    }

    /// Executes a command, or plays a move.
    fn obey(&mut self, line: &str, now: &LegalMoves, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
        match line {
            "" => {}
            "help" | "?" => writeln!(out, "{HELP}")?,
            "board" => self.draw(out)?,
            "moves" => {
                let texts: Vec<_> = now.moves.iter().map(|played| played.text.as_str()).collect();
                writeln!(out, "{}", texts.join(" "))?;
            }
            "hint" => writeln!(out, "{}", describe_hint(&self.analyse(None)?))?,
            "undo" => {
                self.take_back()?;
                self.draw(out)?;
            }
            "new" => {
                self.moves.clone_from(&self.given);
                self.draw(out)?;
            }
            text => {
                self.moves.push(text.to_owned());
                match self.legal_moves() {
                    Ok(_) => self.draw(out)?,
                    Err(error) => {
                        self.moves.pop();
                        refuse(&error.invalid, out)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Takes back the last move of the person and what followed it.
    fn take_back(&mut self) -> Result<(), FieldError> {
        while self.moves.len() > self.given.len() {
            self.moves.pop();
            if self.is_person(self.side(&self.legal_moves()?)) {
                break;
            }
        }
        Ok(())
    }

    /// Draws the board with the last move marked.
    fn draw(&self, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
        let (info, layout, now) = (self.game.info(), self.game.layout(), self.legal_moves()?);
        let last = self.last_move(&now)?;
        let viewer = if self.options.seat == Seat::Second { Side::Second } else { Side::First };
        let is_turned = is_turned_for(info, viewer);
        let board = Board { info, layout: &layout, pieces: &now.pieces, last: last.as_ref(), is_turned };
        Ok(write!(out, "\n{board}\n")?)
    }

    /// The coordinates of the move that led to the position.
    fn last_move(&self, now: &LegalMoves) -> Result<Option<Coordinates>, FieldError> {
        let Some((_, before)) = self.moves.split_last() else { return Ok(None) };
        let reached = |position: &str| position == now.position_info.position;
        let moves = self.legal_moves_after(before)?.moves;
        Ok(moves.into_iter().find(|played| reached(&played.position)).map(|played| played.coordinates))
    }

    fn legal_moves(&self) -> Result<LegalMoves, FieldError> {
        self.legal_moves_after(&self.moves)
    }

    fn legal_moves_after(&self, moves: &[String]) -> Result<LegalMoves, FieldError> {
        Ok(self.game.prepare(self.start, moves, MoveSelection::default())?.legal_moves())
    }

    /// The analysis of the position: what the opponent plays, or the best move.
    fn analyse(&self, opponent: Option<Opponent>) -> Result<Analysis, FieldError> {
        let request = Request {
            game: self.game.as_ref(),
            position: self.start,
            moves: &self.moves,
            selection: MoveSelection { opponent, ..MoveSelection::default() },
            priority: Priority::Interactive,
            requested: RequestedLimits { time_ms: Some(self.options.time_ms), ..RequestedLimits::default() },
            arrival: Instant::now(),
        };
        self.session.answer(&request, &mut |_| {})
    }

    fn side(&self, now: &LegalMoves) -> Side {
        if now.position_info.to_move == self.game.info().sides[0] { Side::First } else { Side::Second }
    }

    fn is_person(&self, side: Side) -> bool {
        match self.options.seat {
            Seat::First => side == Side::First,
            Seat::Second => side == Side::Second,
            Seat::Both => true,
            Seat::Neither => false,
        }
    }

    fn describe(&self, GameResult { winner, ending, line }: &GameResult) -> String {
        let row = self.game.info().display.winning_line;
        match winner {
            Some(winner) if !line.is_empty() && !row.is_empty() => format!("{winner} wins with {row}"),
            Some(winner) => format!("{winner} wins by {}", ending.label),
            None => format!("A draw by {}", ending.label),
        }
    }
}

fn refuse(invalid: &Invalid, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{invalid}; `help` lists the commands")
}

/// The best move with its score and reason.
fn describe_hint(analysis: &Analysis) -> String {
    let Some(best_move) = analysis.best_move() else { return "The game is over".to_owned() };
    let score = scored(analysis.best());
    match &analysis.best().reason {
        Some(reason) => format!("{best_move} ({score}): {reason}"),
        None => format!("{best_move} ({score})"),
    }
}
