//! Indexing: the number of a position among those with as many pieces.
//!
//! Each side's men and kings are ranked as that side sees the board, its men going down: the men
//! among the squares where men can stand, the kings among those that all men leave free. So a
//! position and its colour-exchanged twin share a number, and in the slice with the other side to
//! move the same ranks come in the other order. Sets are ranked by the combinatorial number system
//! (Lehmer, 1964).

use super::super::Board;
use super::super::square::{Square, Squares};
use super::slice::{Force, Slice, choose};
use crate::game::Side;
use arrayvec::ArrayVec;

/// The squares of a man that goes down.
pub(super) const MEN: Squares = Squares::rows(&[0, 1, 2, 3, 4, 5, 6]);

/// One side's pieces as it sees the board.
#[derive(Clone, Copy)]
struct View {
    men: Squares,
    kings: Squares,
}

impl View {
    fn new(board: &Board, side: Side) -> Self {
        let seen = |pieces: Squares| if side == Side::First { pieces } else { pieces.turned() };
        let pieces = board.of(side);
        Self { men: seen(pieces & !board.kings()), kings: seen(pieces & board.kings()) }
    }

    const fn force(self) -> Force {
        Force { men: self.men.len() as usize, kings: self.kings.len() as usize }
    }
}

/// The slice of a position.
pub(super) fn material(board: &Board) -> Slice {
    let [own, other] = [board.to_move(), !board.to_move()].map(|side| View::new(board, side).force());
    Slice { own, other }
}

/// The number of a position in which both sides have pieces,
/// [`MAX_PIECES`](super::slice::MAX_PIECES) at most together.
pub(super) fn number(board: &Board) -> usize {
    let own = View::new(board, board.to_move());
    let other = View::new(board, !board.to_move());
    let slice = Slice { own: own.force(), other: other.force() };
    let own_men = rank(own.men, MEN);
    let other_men = rank(other.men, MEN);
    let own_kings = rank(own.kings, !(own.men | other.men.turned()));
    let other_kings = rank(other.kings, !(other.men | own.men.turned()));
    let men = own_men * choose(MEN.len() as usize, slice.other.men) + other_men;
    let kings = own_kings * choose(slice.king_squares(), slice.other.kings) + other_kings;
    slice.start() + men * slice.block() + kings
}

/// The position of a number in the slice, counted from its start, Black to move; `None` if two
/// pieces would share a square.
#[must_use]
pub fn board(slice: Slice, number: usize) -> Option<Board> {
    let (men, kings) = (number / slice.block(), number % slice.block());
    let men_sets = choose(MEN.len() as usize, slice.other.men);
    let own_men = set(men / men_sets, slice.own.men, MEN);
    let other_men = set(men % men_sets, slice.other.men, MEN);
    if !(own_men & other_men.turned()).is_empty() {
        return None;
    }
    let king_sets = choose(slice.king_squares(), slice.other.kings);
    let own_kings = set(kings / king_sets, slice.own.kings, !(own_men | other_men.turned()));
    let other_kings = set(kings % king_sets, slice.other.kings, !(other_men | own_men.turned())).turned();
    let pieces = [own_men | own_kings, other_men.turned() | other_kings];
    (own_kings & other_kings).is_empty().then(|| Board::new(pieces, own_kings | other_kings, Side::First))
}

/// The rank of a set among those of its size in `room`.
pub(super) fn rank(set: Squares, room: Squares) -> usize {
    let below = |square| (room & Squares::below(square)).len() as usize;
    (1..).zip(set).map(|(nth, square)| choose(below(square), nth)).sum()
}

/// The set of that size and rank in `room`.
pub(super) fn set(mut rank: usize, size: usize, room: Squares) -> Squares {
    let squares: ArrayVec<Square, 32> = room.collect();
    let mut below = squares.len();
    let mut set = Squares::EMPTY;
    for nth in (1..=size).rev() {
        while choose(below, nth) > rank {
            below -= 1;
        }
        rank -= choose(below, nth);
        set |= Squares::only(squares[below]);
    }
    set
}

/// Calls `each` with all positions of a slice in order of numbers, Black to move, and with `None`
/// for numbers without a position.
pub fn boards(slice: Slice, mut each: impl FnMut(Option<Board>)) {
    let [own_men, other_men] = [slice.own, slice.other].map(|force| sets(force.men, MEN));
    for &own_men in &own_men {
        for other_men in other_men.iter().map(|men| men.turned()) {
            let men = own_men | other_men;
            if !(own_men & other_men).is_empty() {
                (0..slice.block()).for_each(|_| each(None));
                continue;
            }
            let own_kings = sets(slice.own.kings, !men);
            let other_kings = sets(slice.other.kings, !men.turned());
            for &own in &own_kings {
                for other in other_kings.iter().map(|kings| kings.turned()) {
                    let board = Board::new([own_men | own, other_men | other], own | other, Side::First);
                    each((own & other).is_empty().then_some(board));
                }
            }
        }
    }
}

/// The sets of that size in `room`, by rank.
fn sets(size: usize, room: Squares) -> Vec<Squares> {
    (0..choose(room.len() as usize, size)).map(|rank| set(rank, size, room)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::slice::MAX_PIECES;
    use super::*;

    #[test]
    fn positions_and_numbers_convert_both_ways() {
        for pieces in 2..=MAX_PIECES {
            for slice in Slice::all(pieces) {
                let step = slice.len() / 2_000 + 1;
                for nth in (0..slice.len()).step_by(step) {
                    let Some(board) = board(slice, nth) else { continue };
                    assert_eq!(number(&board), slice.start() + nth, "{board:?}");
                    assert_eq!(number(&board.turned()), slice.start() + nth, "{board:?}");
                }
            }
        }
    }

    #[test]
    fn positions_are_enumerated_in_the_order_of_their_numbers() {
        for slice in Slice::all(2).chain(Slice::all(3)) {
            let mut nth = 0;
            let mut found = 0;
            boards(slice, |each| {
                assert_eq!(each, board(slice, nth));
                nth += 1;
                found += u64::from(each.is_some());
            });
            assert_eq!((nth, found), (slice.len(), slice.positions()));
        }
    }
}
