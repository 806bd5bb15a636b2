//! The follow-up bound: what a side can force by always answering in the column just played in
//! (claimeven, baseinverse and follow-up of Victor Allis: A knowledge-based approach of
//! Connect-Four, 1988).
//!
//! Rows count from 1 at the bottom. With both sides filling columns, an even number of free
//! cells in a column means that the side that answers gets every second cell of it. Where the
//! number is odd, the two lowest cells of two such columns make a pair: the answer to one is the
//! other, and the rest of both columns is even again. So the side that answers knows which cells it
//! gets, whatever the other side does, and the value of the position has a bound without search.
//!
//! The bound for a whole board is that of John Tromp, Fhourstones 88.

use super::super::board::{ALL, Cells, EVEN_ROWS, ODD_ROWS, STEPS, first_of_fours, has_four, playable};
use super::super::threats::ThreatBoard;
use super::value::value_of_win;
use std::ops::RangeInclusive;

/// The goals that a bound can decide.
pub(super) const RANGE: RangeInclusive<i32> = -2..=3;

/// An upper bound on the value for the side to move, if its opponent has one by following up.
pub(super) fn bound(board: &ThreatBoard, discs: u32) -> Option<i32> {
    if discs.is_multiple_of(2) { second_follows(board) } else { first_follows(board) }
}

/// The second player answers and gets the even rows, except for the cells where a column starts
/// with one: either side may get those.
fn second_follows(board: &ThreatBoard) -> Option<i32> {
    let (taken, free) = (board.taken(), board.free());
    let shared = playable(taken) & EVEN_ROWS;
    let answers = free & EVEN_ROWS & !shared;
    let sure = board.opponent | answers;
    let end = above(board.opponent_wins & answers);
    let possible = board.mover | (free & ODD_ROWS | shared) & !end;
    if has_four(possible) && !comes_too_late(possible, sure) {
        return None;
    }
    if !has_four(sure) {
        return Some(0);
    }
    // At worst the win comes with the highest cell of the line, and only its column is not full.
    const TO_ROW_2: Cells = ALL / 0b11_1111 * 0b00_0011;
    const TO_ROW_4: Cells = ALL / 0b11_1111 * 0b00_1111;
    let by = |rows: Cells| has_four(board.opponent | answers & rows);
    let spare = if !by(TO_ROW_4) {
        0
    } else if !by(TO_ROW_2) {
        2
    } else {
        4
    };
    Some(-value_of_win(42 - spare))
}

/// Whether each four of `possible` lies above a four of `sure` in the same columns, and so is
/// completed too late.
fn comes_too_late(possible: Cells, sure: Cells) -> bool {
    let [upwards, lines @ ..] = STEPS;
    first_of_fours(possible, upwards) == 0
        && lines.iter().all(|&step| first_of_fours(possible, step) & !above(first_of_fours(sure, step)) == 0)
}

/// The first player answers. There is a column where the answers fail in the end, so it needs a
/// threat there that decides the game before: in an odd row, above a cell of the opponent.
fn first_follows(board: &ThreatBoard) -> Option<i32> {
    let (taken, free) = (board.taken(), board.free());
    let shared = playable(taken) & EVEN_ROWS;
    let mut threats = board.opponent_wins & free & ODD_ROWS;
    while threats != 0 {
        let threat = threats & threats.wrapping_neg();
        threats ^= threat;
        let column = 0b11_1111 << (threat.trailing_zeros() / 7 * 7);
        let below = column & (threat - 1) & EVEN_ROWS & free;
        let elsewhere = (free & ODD_ROWS | shared) & !column;
        if shared & column != 0 && !has_four(board.mover | elsewhere | below) {
            let spare = 5 - threat.trailing_zeros() % 7;
            return Some(-value_of_win(42 - spare));
        }
    }
    None
}

/// The cells above each of `cells`.
fn above(cells: Cells) -> Cells {
    let mut above = cells << 1 & ALL;
    for _ in 0..4 {
        above |= above << 1 & ALL;
    }
    above
}
