//! The rules of a game: positions, moves, results.

use smallvec::SmallVec;
use std::fmt::Debug;
use std::ops::Not;

/// The two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Moves first from the start position.
    First,
    /// Moves second.
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

/// Why a game is over, by its name on the wire. A game may have endings of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    /// The name on the wire, in `snake_case`. The page shows an ending that it does not know as "by"
    /// and these words.
    pub id: &'static str,
    /// The ending in words, as in "won by …".
    pub label: &'static str,
}

impl Ending {
    /// Enough own pieces stand in a row.
    pub const LINE: Self = Self { id: "line", label: "a row" };
    /// Every cell is taken.
    pub const BOARD_FULL: Self = Self { id: "board_full", label: "a full board" };
    /// The side to move has no legal move.
    pub const NO_MOVES: Self = Self { id: "no_moves", label: "no moves" };
    /// The position occurred for the third time.
    pub const REPETITION: Self = Self { id: "repetition", label: "repetition" };
    /// Too many plies without progress: see [`Rules::NO_PROGRESS_LIMIT`].
    pub const NO_PROGRESS: Self = Self { id: "no_progress", label: "no progress" };
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner; `None` is a draw.
    pub winner: Option<Side>,
    /// Why the game is over.
    pub ending: Ending,
}

/// Legal moves, on the stack except in rare positions with many.
pub type Moves<M> = SmallVec<[M; 48]>;

/// The rules of an alternating two-player game of perfect information. Implemented on an empty type that
/// names the game.
pub trait Rules: Copy + Debug + Send + Sync + 'static {
    /// A state of play, small enough to copy at each move. It is always *valid*: only
    /// [`Notation::parse`](super::Notation::parse), [`Rules::start`] and [`Rules::play`] make one.
    type Position: Copy + Eq + Debug + Send + Sync + 'static;
    /// A whole turn of one side. Paths that lead to the same position by the same captures are one move.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;

    /// The game's name in URLs: lower case, words joined by `-`. Unique among the games of an engine, as
    /// it separates their positions in the shared transposition table.
    const ID: &'static str;

    /// Plies in a row without an irreversible move after which the game is drawn, if there is such a
    /// rule.
    const NO_PROGRESS_LIMIT: Option<u16> = None;

    /// The position at the start of the game.
    fn start() -> Self::Position;
    /// The side to move.
    fn to_move(position: &Self::Position) -> Side;
    /// Adds the legal moves; none exactly when [`Rules::outcome`] is known. A game that has moves after its
    /// end gets false proofs.
    fn moves(position: &Self::Position, moves: &mut Moves<Self::Move>);
    /// The position after a legal move.
    fn play(position: &Self::Position, played: Self::Move) -> Self::Position;
    /// The result, if the game is over by the position alone.
    fn outcome(position: &Self::Position) -> Option<Outcome>;
    /// Whether no position from before the move can occur again after it; true by default, for games in
    /// which none recurs. A game that says so wrongly gets false proofs, and `false` is always safe.
    fn is_irreversible(_: &Self::Position, _: Self::Move) -> bool {
        true
    }
    /// The number of paths of a multiple capture that are this one move; for [`perft`](super::perft).
    fn capture_path_count(_: &Self::Position, _: Self::Move) -> u64 {
        1
    }
}
