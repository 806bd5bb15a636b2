//! Static move ordering, in hundredths of a man.

use super::square::Squares;
use super::{Board, Move};

const MAN: i32 = 100;
const CROWN: i32 = 30;
/// A man on the home row keeps the opponent from being crowned.
const GUARD: i32 = 5;
/// Both wings are near from the centre.
const CENTRE: i32 = 3;

const MIDDLE: Squares = Squares::numbered(&[10, 11, 14, 15, 18, 19, 22, 23]);

pub(super) fn order_score(board: &Board, played: Move) -> i32 {
    let men = board.own() & !board.kings();
    let home = Board::king_row(!board.to_move());
    let is_in = |set: Squares, square| i32::from(set.has(square));
    let count = |set: Squares| set.len() as i32;
    MAN * count(played.captured)
        + CROWN * count(played.captured & board.kings())
        + CROWN * i32::from(board.crowns(played))
        + CENTRE * (is_in(MIDDLE, played.to) - is_in(MIDDLE, played.from))
        - GUARD * is_in(home & men, played.from)
}
