//! Game records: a start position, the moves played from it, and what was written down with them.

use super::{Invalid, Rules, Side};

/// A game as it was recorded.
///
/// ```
/// use bestmove_core::game::{Notation, Rules};
/// use bestmove_core::games::ConnectFour;
/// let record = ConnectFour::record("4453").unwrap().record;
/// assert_eq!(record.moves.len(), 4);
/// assert_eq!(ConnectFour::to_move(&record.end()), ConnectFour::to_move(&record.start));
/// ```
#[derive(Clone, Debug)]
pub struct Record<G: Rules> {
    /// What is recorded about the game: event, date, players. In the order of the text.
    pub tags: Vec<Tag>,
    /// The position before the first move.
    pub start: G::Position,
    /// The plies without progress before that position.
    pub no_progress_plies: u16,
    /// The moves; each is legal where it is played.
    pub moves: Vec<G::Move>,
    /// The result that the record states.
    pub result: RecordedResult,
    /// Remarks, in the order of their plies.
    pub comments: Vec<Comment>,
}

impl<G: Rules> Record<G> {
    /// A record of no moves from a position.
    #[must_use]
    pub const fn from(start: G::Position) -> Self {
        Self {
            tags: Vec::new(),
            start,
            no_progress_plies: 0,
            moves: Vec::new(),
            result: RecordedResult::Unfinished,
            comments: Vec::new(),
        }
    }

    /// The position after the last move.
    #[must_use]
    pub fn end(&self) -> G::Position {
        self.moves.iter().fold(self.start, |position, &played| G::play(&position, played))
    }
}

/// The longest text of a record, in bytes; the rest of a longer one is a fault.
pub const MAX_RECORD_BYTES: usize = 64 << 10;

/// A record as it was read from a text: to its end, or up to a fault.
#[derive(Clone, Debug)]
pub struct ImportedRecord<G: Rules> {
    /// What was read.
    pub record: Record<G>,
    /// Why the rest of the record could not be read. Its part does not number the record.
    pub fault: Option<Invalid>,
    /// Whether the start position is known: not where that is the fault.
    pub has_start: bool,
    /// Oddities that were understood, or skipped.
    pub warnings: Vec<Invalid>,
    /// Where the record ends in the text, in bytes.
    pub end: usize,
}

impl<G: Rules> ImportedRecord<G> {
    /// The record, or the fault.
    ///
    /// # Errors
    ///
    /// If there is a fault.
    pub fn complete(self) -> Result<Record<G>, Invalid> {
        self.fault.map_or(Ok(self.record), Err)
    }
}

/// A name and a value: the event, a player, the date.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// What is recorded: `Event`, `Black`.
    pub name: String,
    /// The value, of any form.
    pub value: String,
}

/// A remark on a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The number of moves before it.
    pub ply: usize,
    /// The remark.
    pub text: String,
}

/// The result of a game according to its record, also by resignation or agreement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordedResult {
    /// This side has won.
    Win(Side),
    /// A draw.
    Draw,
    /// The record ends before the game, or does not know its result.
    Unfinished,
}

impl RecordedResult {
    /// The result of a finished game.
    #[must_use]
    pub fn of(winner: Option<Side>) -> Self {
        winner.map_or(Self::Draw, Self::Win)
    }

    /// The usual code, the points of the first side before those of the second.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Win(Side::First) => "1-0",
            Self::Win(Side::Second) => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unfinished => "*",
        }
    }

    /// The winner, if there is one.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Win(side) => Some(side),
            Self::Draw | Self::Unfinished => None,
        }
    }
}
