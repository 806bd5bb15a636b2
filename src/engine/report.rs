//! What an analysis says, in the game's notation: the last value before the wire.

use super::Topic;
use crate::game::{Coordinates, Ending, Piece};
use crate::search::{Cutoffs, Probes, StoppedBy};
use crate::types::{Bound, Verdict};
use std::time::Duration;

/// The answer to "what is the best move here?".
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// What was analysed.
    pub subject: Subject,
    /// The move to play; `None` when the game is over.
    pub best_move: Option<String>,
    /// Legal moves from the position, the best move first.
    pub principal_variation: Vec<String>,
    /// The score, from the side to move.
    pub verdict: Verdict,
    /// How the score relates to the true one.
    pub bound: Bound,
    /// The next best moves, as many as were asked for, best first.
    pub alternatives: Vec<Variation>,
    /// The last finished iteration, in plies.
    pub depth: u8,
    /// The longest path looked at, in plies.
    pub selective_depth: u16,
    /// Positions visited.
    pub nodes: u64,
    /// How good the ordering of moves was.
    pub cutoffs: Cutoffs,
    /// How often the transposition table had an entry for a node.
    pub probes: Probes,
    /// From the request's arrival to the answer, queueing included.
    pub elapsed: Duration,
    /// For a worker; nothing where it took no search.
    pub waited: Duration,
    /// By the search, without its pauses; an equal request may have begun it.
    pub searched: Duration,
    /// The time for the search itself: what was asked for, or less where others had to be served.
    pub budget: Duration,
    /// Whether the answer might be better had others not taken a part of its time.
    pub degraded: bool,
    /// Where the answer comes from.
    pub source: Source,
    /// What ended the search.
    pub stopped_by: StoppedBy,
}

impl Report {
    /// Whether all lines are proven.
    pub(super) fn is_proven(&self) -> bool {
        self.verdict.is_proven() && self.alternatives.iter().all(|other| other.verdict.is_proven())
    }

    /// Whether it answers that question for ever, in whatever game the position occurs.
    pub(super) fn is_proof_of(&self, topic: &Topic) -> bool {
        self.stopped_by == StoppedBy::Proven && topic.moves.is_empty()
    }
}

/// A move with its score and what follows.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation {
    /// Legal moves from the position: the move, then best play for both sides.
    pub line: Vec<String>,
    /// The score of the move, from the side to move.
    pub verdict: Verdict,
    /// How the score relates to the true one.
    pub bound: Bound,
}

/// A position in a game, as answers tell it.
#[derive(Clone, Debug, PartialEq)]
pub struct Subject {
    /// The game's name in URLs.
    pub game: &'static str,
    /// The position after the moves, in canonical notation.
    pub position: String,
    /// The side to move.
    pub to_move: &'static str,
    /// How the game ended; `None` while it goes on.
    pub outcome: Option<Ended>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    /// Who won; `None` is a draw.
    pub winner: Option<&'static str>,
    /// By what.
    pub ending: Ending,
    /// The cells of the winning line, if there is one.
    pub line: Vec<Coordinates>,
}

/// A position and all that can be played in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Listing {
    /// The position.
    pub subject: Subject,
    /// The piece on each cell of the game's [`Layout`](crate::game::Layout).
    pub pieces: Vec<Option<Piece>>,
    /// Every legal move in every way to carry it out; empty when the game is over.
    pub moves: Vec<LegalMove>,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq)]
pub struct LegalMove {
    /// The move in the game's notation.
    pub text: String,
    /// What it touches on the board.
    pub coordinates: Coordinates,
    /// The position after it, in canonical notation.
    pub position: String,
    /// How it ends the game; `None` if the game goes on.
    pub outcome: Option<Ended>,
    /// Its proven score, where the rules, a book or a table tell without a search.
    pub verdict: Option<Verdict>,
}

/// Where an answer comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A search for this request, or one that an equal request had started.
    Search,
    /// A table of openings.
    Book,
    /// A table of endings.
    Endgame,
    /// A proven answer that an earlier request found.
    Cache,
    /// The rules: the game is over.
    Rules,
}
