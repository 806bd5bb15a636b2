//! An opening book of estimates: the best moves of early positions, by searches made once and for all.
//!
//! The file is text. Each position has a line `moves | score | depth | line`: the moves from the start, the
//! score for the side to move in the unit of estimates, the depth of the search in plies, and best play.
//! Lines that start with `#` are comments.

use super::{Invalid, Notation, Rules, quoted};
use crate::types::{Depth, Score, Verdict};
use std::fmt::Write;

/// What a book says of a position.
#[derive(Clone, Debug)]
pub struct BookEntry<G: Rules> {
    /// Moves from the start of the game.
    pub moves: Vec<G::Move>,
    /// The position after them.
    pub position: G::Position,
    /// The score for the side to move, in the unit of estimates.
    pub units: i16,
    /// The depth of the search.
    pub depth: Depth,
    /// Best play by both sides, one move at least.
    pub line: Vec<G::Move>,
}

/// The entries of an opening book, one for each position.
#[derive(Clone, Debug)]
pub struct OpeningBook<G: Rules>(Vec<BookEntry<G>>);

impl<G: Rules> OpeningBook<G> {
    /// What the book says of a position.
    #[must_use]
    pub fn entry(&self, position: &G::Position) -> Option<&BookEntry<G>> {
        self.0.iter().find(|entry| entry.position == *position)
    }

    /// All entries, in the order of the file.
    pub fn entries(&self) -> impl Iterator<Item = &BookEntry<G>> {
        self.0.iter()
    }
}

impl<G: Notation> OpeningBook<G> {
    /// Parses the text of a book.
    ///
    /// # Errors
    ///
    /// If a line is malformed, a move is illegal, or a position has two lines.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let mut book = Self(Vec::new());
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
            let number = index + 1;
            let within =
                |invalid: Invalid| Invalid { part: format!("line {number}: {}", invalid.part), ..invalid };
            let entry = BookEntry::parse(line).map_err(within)?;
            if book.entry(&entry.position).is_some() {
                return Err(within(Invalid::new("moves", "a position without a line before", quoted(line))));
            }
            book.0.push(entry);
        }
        if book.0.is_empty() { Err(Invalid::new("lines", "at least one", "none")) } else { Ok(book) }
    }
}

impl<G: Notation> BookEntry<G> {
    /// Parses the line of a position.
    ///
    /// # Errors
    ///
    /// If it is malformed or a move is illegal.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let invalid = |part: &str, expected: &str| Invalid::new(part, expected, quoted(text));
        let fields: Vec<&str> = text.split('|').map(str::trim).collect();
        let &[moves, units, depth, line] = fields.as_slice() else {
            return Err(invalid("fields", "moves | score | depth | line"));
        };
        let (moves, position) = replay::<G>(G::start(), moves)?;
        let (line, _) = replay::<G>(position, line)?;
        let is_estimate = |&units: &i16| {
            let score = Score::from_units(units);
            !score.is_decisive() && !score.is_tablebase()
        };
        let units = units.parse().ok().filter(is_estimate);
        let plies = depth.parse().ok().filter(|plies| (1..=Depth::MAX.plies()).contains(plies));
        if line.is_empty() {
            return Err(invalid("line", "a move at least"));
        }
        Ok(Self {
            moves,
            position,
            units: units.ok_or_else(|| invalid("score", "an estimate"))?,
            depth: Depth::new(plies.ok_or_else(|| invalid("depth", "plies"))?),
            line,
        })
    }

    /// The line of the position, which [`BookEntry::parse`] reads.
    #[must_use]
    pub fn print(&self) -> String {
        let Self { moves, position, units, depth, line } = self;
        let mut text = G::print_line(G::start(), moves).join(" ");
        let line = G::print_line(*position, line).join(" ");
        write!(text, " | {units} | {} | {line}", depth.plies()).expect("writing to a string does not fail");
        text.trim_start().to_owned()
    }

    /// The score for the side to move.
    #[must_use]
    pub const fn verdict(&self) -> Verdict {
        Verdict::Estimate(self.units)
    }
}

/// Plays moves separated by spaces.
fn replay<G: Notation>(
    mut position: G::Position,
    moves: &str,
) -> Result<(Vec<G::Move>, G::Position), Invalid> {
    let mut played = Vec::new();
    for text in moves.split_whitespace() {
        let next = G::parse_move(&position, text)?;
        position = G::play(&position, next);
        played.push(next);
    }
    Ok((played, position))
}
