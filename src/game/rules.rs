//! The contract between a game and the search.

use super::{Invalid, Known, Memory, Patience, Solution};
use crate::types::{Key, Score};
use smallvec::SmallVec;
use std::fmt::Debug;
use std::ops::Not;
use std::path::Path;

/// The two players, named by who moves first from the start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Moves first.
    First,
    /// Answers.
    Second,
}

impl Not for Side {
    type Output = Self;
    fn not(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Enough own pieces stand in a row.
    Line,
    /// Every cell is taken.
    BoardFull,
    /// The side to move has no legal move.
    NoMoves,
    /// The position occurred for the third time.
    Repetition,
    /// Too many plies without progress: see [`Game::QUIET_PLIES`].
    NoProgress,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who won; `None` is a draw.
    pub winner: Option<Side>,
    /// By what.
    pub ending: Ending,
}

/// Legal moves, on the stack for all but freak positions.
pub type Moves<M> = SmallVec<[M; 48]>;

/// Rules of an alternating two-player game of perfect information, and what the search may know
/// of it. Implemented on an empty type that names the game.
///
/// The rules come first and are required. The hints after them have neutral defaults, correct
/// for every game; each makes the search faster or stronger, never different in its proofs.
///
/// What games may be like:
///
/// - The sides take turns: after each move it is the other's. Several steps of one side in a row are one
///   move; a pass is a move, among the legal ones where the rules allow or demand it.
/// - Whoever the rules say has won, be it the side to move (misère play), has won, and by how much does not
///   matter: of two wins the one in fewer plies is better, and of two losses the one in more.
/// - A position that occurs for the third time is a draw, where moves can be taken back
///   ([`Game::is_irreversible`]).
///
/// `tests/laws.rs` holds the games that are served, and small ones that differ from them, to all that is said here.
pub trait Game: Copy + Debug + Send + Sync + 'static {
    /// A state of play, small enough to copy at each move. It is *valid*: only
    /// [`Notation::parse`](super::Notation::parse) and [`Game::play`] make one.
    type Position: Copy + Eq + Debug + Send + Sync + 'static;
    /// A whole turn of one side. Ways of moving that lead to the same position in the same way
    /// (two paths of one multiple capture) are one move here.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;
    /// What is known of the game beyond its rules: weights of the evaluation, tables. Loaded once,
    /// shared by all searches.
    type Knowledge: Debug + Default + Send + Sync + 'static;

    /// The game's name in URLs: lower case, words joined by `-`. No two games have the same, as the search
    /// tells their positions apart by it.
    const ID: &'static str;

    /// Plies in a row without an irreversible move after which the game is drawn, if there is
    /// such a rule.
    const QUIET_PLIES: Option<u16> = None;

    /// The fewest plies in which a position can recur, an even number: two where a piece is both sides', or may be
    /// left where it is; four where each side has to move one of its own there and back.
    const MIN_CYCLE: u16 = 2;
    /// Whether a side wins only by its own last move. Then the search is sure sooner that a win is the fastest.
    const WINNER_MOVES_LAST: bool = false;

    /// The position at the start of the game.
    fn start() -> Self::Position;
    /// Who is to move.
    fn to_move(position: &Self::Position) -> Side;
    /// Adds the legal moves. Adds none exactly when [`Game::outcome`] is known.
    fn moves(position: &Self::Position, moves: &mut Moves<Self::Move>);
    /// The position after a legal move.
    fn play(position: &Self::Position, played: Self::Move) -> Self::Position;
    /// The result, if the position alone tells that the game is over.
    fn outcome(position: &Self::Position) -> Option<Outcome>;
    /// In how many ways the move can be carried out: the paths of a multiple capture.
    fn paths(_: &Self::Position, _: Self::Move) -> u64 {
        1
    }
    /// Whether no position from before the move can occur again after it.
    fn is_irreversible(_: &Self::Position, _: Self::Move) -> bool {
        true
    }

    /// The name of the position among those of the game, the side to move included.
    fn key(position: &Self::Position) -> Key;
    /// A short name of a move, told from the position's other moves by it (mostly: a clash costs
    /// speed only). Below [`u16::MAX`].
    fn code(played: Self::Move) -> u16;
    /// What histories know a move by: moves that are alike may share it, as histories are fast that a core's
    /// cache can hold. Below [`Game::LANES`].
    fn lane(played: Self::Move) -> u16 {
        Self::code(played)
    }
    /// One more than the largest [`Game::lane`]. Each thread of a search keeps four bytes for each pair of
    /// them: a few hundred are fine, not thousands.
    const LANES: usize;

    /// Whether late moves may be searched with reduced depth, and lines without choice deeper.
    /// A game whose positions get proven by full-width search is better off without.
    const SELECTIVE: bool = false;
    /// Static evaluation for the side to move of a position that is not over: a [`Score::estimate`].
    fn evaluate(_: &Self::Position, _: &Self::Knowledge) -> Score {
        Score::estimate(0)
    }
    /// Whether the evaluation must not be trusted before this move has been looked at. Such a
    /// move is irreversible.
    fn is_noisy(_: &Self::Position, _: Self::Move) -> bool {
        false
    }
    /// Adds the noisy moves, and tells whether there are quiet ones too.
    fn noisy_moves(position: &Self::Position, moves: &mut Moves<Self::Move>) -> bool {
        Self::moves(position, moves);
        let all = moves.len();
        moves.retain(|played| Self::is_noisy(position, *played));
        moves.len() < all
    }
    /// Whether the other side threatens to make a noisy move.
    fn is_threatened(_: &Self::Position) -> bool {
        false
    }
    /// Whether a quiet move lets the other side make a noisy one.
    fn provokes(position: &Self::Position, played: Self::Move) -> bool {
        let mut noisy = Moves::new();
        Self::noisy_moves(&Self::play(position, played), &mut noisy);
        !noisy.is_empty()
    }
    /// The knowledge that comes with the program and what more there is in a directory.
    ///
    /// # Errors
    ///
    /// If a file there can't be read or is not whole.
    fn knowledge_in(_: &Path) -> Result<Self::Knowledge, Invalid> {
        Ok(Self::Knowledge::default())
    }
    /// What tables tell of a position, as fast as the search asks; nothing, or the truth, of one that is over.
    /// Where they tell a number of plies, they also tell it of the positions on the way to the end.
    fn known(_: &Self::Position, _: &Self::Knowledge) -> Option<Known> {
        None
    }
    /// [`Game::known`] with all that tables tell, however long it takes to look up.
    fn known_in_full(position: &Self::Position, knowledge: &Self::Knowledge) -> Option<Known> {
        Self::known(position, knowledge)
    }
    /// Within how many plies, from wherever tables tell of a winner, the winner can force an irreversible move after
    /// which that is still so, or the end of the game; `None` where nobody knows.
    fn plies_to_progress(_: &Self::Position) -> Option<u16> {
        None
    }
    /// Plies to the next irreversible move, both sides hurrying or delaying it, where tables tell that of a winner
    /// (DTZ); the loser's own is counted as two.
    fn progress(_: &Self::Position, _: &Self::Knowledge) -> Option<u16> {
        None
    }
    /// How many plies in a row a winner who never leaves the shortest way that tables tell needs at most without an
    /// irreversible move, whatever the other side plays; `None` where nobody knows.
    fn quiet_plies_to_win(_: &Self::Position) -> Option<u16> {
        None
    }
    /// What the game's own solver finds out before its patience ends; `None` where there is no such
    /// solver, or it has nothing to tell. The position is not over.
    fn solve(_: &Self::Position, _: &Memory, _: &Patience<'_>) -> Option<Solution<Self::Move>> {
        None
    }
    /// What the game's own solver finds out about each of `moves` before its patience ends, best first: scores of all
    /// of them, then lines for so many; the others have the one move. A move of which nothing is proven is left out.
    fn solve_moves(
        _: &Self::Position,
        _moves: &[Self::Move],
        _lines: usize,
        _: &Memory,
        _: &Patience<'_>,
    ) -> Vec<Solution<Self::Move>> {
        Vec::new()
    }
    /// The exact score of a move, counted from the position, where an opening book has it.
    fn book_score(_: &Self::Position, _: Self::Move) -> Option<Score> {
        None
    }
    /// How promising a move looks before search, from -2^16 to 2^16; higher is tried earlier.
    fn promise(_: &Self::Position, _: Self::Move) -> i32 {
        0
    }
}
