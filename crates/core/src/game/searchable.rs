//! What the search needs besides the rules: keys of positions and codes of moves.

use super::Rules;
use crate::types::Key;

/// Keys of positions and codes of moves.
pub trait Searchable: Rules {
    /// The fewest plies in which a position can recur, an even number: two where a side may move a piece
    /// of the other or pass; four where each side has to move a piece of its own there and back.
    const MIN_CYCLE: u16 = 2;
    /// Whether a side wins only by its own last move. Then a win in three is sooner proven to be the
    /// fastest.
    const WINNER_MOVES_LAST: bool = false;
    /// Whether a larger win is better, as in Reversi, instead of an earlier one. Such games have no
    /// tablebases, which know results alone.
    const SCORED_BY_MARGIN: bool = false;
    /// One more than the largest [`Searchable::history_index`]. Each search thread needs four bytes for
    /// each pair of indices: a few hundred are fine, not thousands.
    const HISTORY_SIZE: usize;

    /// By how much the side to move has won a game that is over, where
    /// [`Searchable::SCORED_BY_MARGIN`]: in the unit of evaluations, at most
    /// [`Score::MAX_MARGIN`](crate::types::Score::MAX_MARGIN); negative if it has lost, zero for a draw.
    fn final_margin(_: &Self::Position) -> i16 {
        0
    }
    /// The key of the position, the side to move included.
    fn key(position: &Self::Position) -> Key;
    /// A code that tells the moves of one position apart; a clash costs only speed. Below [`u16::MAX`].
    fn code(played: Self::Move) -> u16;
    /// The index of a move in the history tables. Similar moves may share one, which keeps the tables in
    /// a core's cache. Below [`Searchable::HISTORY_SIZE`], or the search panics. By default the code of the
    /// move, which then has to be below it too.
    fn history_index(played: Self::Move) -> u16 {
        Self::code(played)
    }
}
