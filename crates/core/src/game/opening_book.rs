//! An opening book of estimates: the best moves of early positions, by searches made once and for all.
//!
//! The file is text. Each position has a line `moves | score | depth | line`: the moves from the start, the
//! score for the side to move in the unit of estimates, the depth of the search in plies, and best play.
//! Lines that start with `#` are comments. A line stands for its images under [`Solver::SYMMETRIES`], too.

use super::data_file::DataFile;
use super::{Invalid, Notation, Rules, Searchable, Solver, Symmetry, quoted};
use crate::types::{Depth, Key, Score, Verdict};
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::LazyLock;

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

/// The entries of an opening book, one for all positions that are images of one another.
#[derive(Clone, Debug)]
pub struct OpeningBook<G: Rules> {
    entries: Vec<BookEntry<G>>,
    /// With the images.
    by_key: HashMap<Key, BookEntry<G>>,
}

impl<G: Rules> Default for OpeningBook<G> {
    fn default() -> Self {
        Self { entries: Vec::new(), by_key: HashMap::new() }
    }
}

impl<G: Searchable + Solver> OpeningBook<G> {
    /// What the book says of a position.
    #[must_use]
    pub fn entry(&self, position: &G::Position) -> Option<&BookEntry<G>> {
        self.by_key.get(&G::key(position)).filter(|entry| entry.position == *position)
    }

    /// All entries, in the order of the file.
    pub fn entries(&self) -> impl Iterator<Item = &BookEntry<G>> {
        self.entries.iter()
    }

    /// Adds an entry and its images, for positions without one.
    pub fn add(&mut self, entry: BookEntry<G>) {
        let images = G::SYMMETRIES.iter().map(|&symmetry| entry.image(symmetry));
        for entry in [entry.clone()].into_iter().chain(images) {
            self.by_key.entry(G::key(&entry.position)).or_insert(entry);
        }
        self.entries.push(entry);
    }
}

impl<G: Rules> BookEntry<G> {
    /// The entry of the position that a symmetry makes of this one.
    fn image(&self, symmetry: Symmetry<G::Move>) -> Self {
        let of_moves = |moves: &[G::Move]| moves.iter().map(|&played| symmetry(played)).collect::<Vec<_>>();
        let moves = of_moves(&self.moves);
        let position = moves.iter().fold(G::start(), |position, &played| G::play(&position, played));
        Self { moves, position, line: of_moves(&self.line), ..*self }
    }
}

impl<G: Notation> OpeningBook<G> {
    /// A book that is built into the program, if it is.
    pub(crate) fn built_in(book: &'static LazyLock<Option<Self>>) -> Option<&'static Self> {
        // The test is for the compiler: programs without data then have no code for books either.
        if cfg!(feature = "data") { book.as_ref() } else { None }
    }

    /// The book of a data file, if it is there.
    pub(crate) fn of_file(file: &DataFile) -> Option<Self> {
        let text = std::str::from_utf8(file.content()?).unwrap_or_default();
        Some(
            Self::parse(text).unwrap_or_else(|invalid| panic!("crates/core/data/{}: {invalid}", file.name())),
        )
    }

    /// Parses the text of a book.
    ///
    /// # Errors
    ///
    /// If a line is malformed, a move is illegal, or a position or its image has two lines.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let mut book = Self::default();
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
            let number = index + 1;
            let within = |invalid: Invalid| Invalid {
                part: format!("line {number}: {}", invalid.part).into(),
                ..invalid
            };
            let entry = BookEntry::parse(line).map_err(within)?;
            if book.entry(&entry.position).is_some() {
                return Err(within(Invalid::new("moves", "a position without a line before", quoted(line))));
            }
            book.add(entry);
        }
        if book.entries.is_empty() { Err(Invalid::new("lines", "at least one", "none")) } else { Ok(book) }
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
