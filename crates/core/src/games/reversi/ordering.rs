//! Static move ordering: corners first, then the moves that leave the opponent few replies.

use super::flips::{Squares, moves, neighbours};
use super::{Board, Move};

const CORNERS: Squares = 0x8100_0000_0000_0081;

/// A corner.
const CORNER: i32 = 300;
/// A corner that the opponent can take afterwards.
const GIFT: i32 = -250;
/// A reply of the opponent.
const REPLY: i32 = -20;
/// An empty square beside the mover's discs, where the opponent may come to play.
const FRONTIER: i32 = -8;

/// Whether a move takes a corner.
pub(super) const fn is_corner(played: Move) -> bool {
    matches!(played.square(), Some(0 | 7 | 56 | 63))
}

/// The static order of a move.
pub(super) fn order_score(board: &Board, played: Move) -> i32 {
    let after = board.after(played);
    let replies = moves(after.own, after.other);
    let count = |squares: Squares| squares.count_ones() as i32;
    let corner = if is_corner(played) { CORNER } else { 0 };
    let gift = if replies & CORNERS == 0 { 0 } else { GIFT };
    let frontier = FRONTIER * count(neighbours(after.other) & after.empty());
    corner + gift + REPLY * count(replies) + frontier
}
