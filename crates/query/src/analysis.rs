//! Analyses and other answers in the game's notation: the last values before the wire.

use super::QueryKey;
use bestmove_core::explanation::Reason;
use bestmove_core::game::{Coordinates, Ending, Piece};
use bestmove_core::opponent::Opponent;
use bestmove_core::search::{Cutoffs, Lines, Probes, StoppedBy};
use bestmove_core::types::{Bound, Expectation, Verdict};
use std::time::Duration;

/// The analysis of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// The position.
    pub position_info: PositionInfo,
    /// The lines of the best moves, as many as the query asks for.
    pub lines: Lines<AnalysisLine>,
    /// The last finished iteration, in plies.
    pub depth: u8,
    /// The longest path searched, in plies.
    pub selective_depth: u16,
    /// Nodes visited.
    pub nodes: u64,
    /// How often the first move refuted a node.
    pub cutoffs: Cutoffs,
    /// Probes of the transposition table.
    pub probes: Probes,
    /// What the answer took.
    pub timing: Timing,
    /// Whether other requests took part of the search's time, so that the answer may be worse.
    pub degraded: bool,
    /// Where the answer comes from.
    pub source: Source,
    /// Why the search stopped.
    pub stopped_by: StoppedBy,
    /// Who chose the move, if the query says so.
    pub opponent: Option<Opponent>,
}

impl Analysis {
    /// The line of the best move, with the score of the position.
    #[must_use]
    pub fn best(&self) -> &AnalysisLine {
        self.lines.best()
    }

    /// The move to play; `None` when the game is over.
    #[must_use]
    pub fn best_move(&self) -> Option<&str> {
        self.best().line.first().map(String::as_str)
    }

    /// This analysis with the time that its search was given.
    #[must_use]
    pub const fn with_budget(mut self, budget: Duration) -> Self {
        self.timing.budget = budget;
        self
    }

    /// Whether the scores of all lines are proven.
    pub(crate) fn is_proven(&self) -> bool {
        self.lines.iter().all(|line| line.verdict.is_proven())
    }

    /// This analysis, or the last finished iteration before it, if that alone gives all moves scores of the
    /// same depth.
    #[must_use]
    pub fn or_finished(self, iteration: Option<Self>) -> Self {
        let is_mixed = self.stopped_by.is_within_iteration() && !self.is_proven();
        iteration.filter(|_| is_mixed).unwrap_or(self)
    }

    /// Whether this answers the query for ever, in whatever game the position occurs.
    pub fn is_proof_of(&self, key: &QueryKey) -> bool {
        self.stopped_by == StoppedBy::Proven && key.moves.is_empty() && key.opponent.is_none()
    }
}

/// The time that an answer took, and what it was given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// From the request's arrival to the answer, queueing included.
    pub elapsed: Duration,
    /// In the queue; zero where no search was needed.
    pub waited: Duration,
    /// On a worker, without pauses. A shared search may have begun before the request arrived.
    pub searched: Duration,
    /// For the search itself: what was requested, or less where others had to be served.
    pub budget: Duration,
}

/// A move with its score and principal variation.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisLine {
    /// Legal moves from the position: the move, then best play by both sides; empty when the game is over.
    pub line: Vec<String>,
    /// The score of the move, for the side to move; a margin in the unit that people read, such as discs.
    pub verdict: Verdict,
    /// The chances that go with the score.
    pub expectation: Expectation,
    /// How the score relates to the true one.
    pub bound: Bound,
    /// Why the move is good or bad, if that can be said.
    pub reason: Option<Reason>,
}

/// A position of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionInfo {
    /// The game's name in URLs.
    pub game: &'static str,
    /// The position after the moves, in canonical notation.
    pub position: String,
    /// The side to move.
    pub to_move: &'static str,
    /// The result of the game; `None` while it goes on.
    pub outcome: Option<GameResult>,
}

/// The result of a finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResult {
    /// The winner; `None` is a draw.
    pub winner: Option<&'static str>,
    /// Why the game is over.
    pub ending: Ending,
    /// The cells of the winning line, if there is one.
    pub line: Vec<Coordinates>,
}

/// A position with its legal moves.
#[derive(Clone, Debug, PartialEq)]
pub struct LegalMoves {
    /// The position.
    pub position_info: PositionInfo,
    /// The piece on each cell of the game's [`Layout`](bestmove_core::game::Layout).
    pub pieces: Vec<Option<Piece>>,
    /// Every path of every legal move; empty when the game is over.
    pub moves: Vec<LegalMove>,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq)]
pub struct LegalMove {
    /// The move in the game's notation.
    pub text: String,
    /// The cells it touches.
    pub coordinates: Coordinates,
    /// The position after it, in canonical notation.
    pub position: String,
    /// The result, if the move ends the game.
    pub outcome: Option<GameResult>,
    /// Its proven score, if the rules, the opening book or a tablebase have it without a search.
    pub verdict: Option<Verdict>,
}

/// Where an answer comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A search, of this request or shared with an equal one.
    Search,
    /// An opening book.
    Book,
    /// An endgame tablebase.
    Endgame,
    /// A proven answer in the cache.
    Cache,
    /// The rules: the game is over.
    Rules,
}
