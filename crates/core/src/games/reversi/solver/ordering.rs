//! Move ordering: best moves of earlier searches, then fastest first with a static evaluation or, where many squares
//! are empty, a shallow search.

use super::super::eval::Weights;
use super::super::flips::{Squares, flips, members, moves, neighbours};
use super::parity::odd_quadrants;
use arrayvec::ArrayVec;

const CORNERS: Squares = 0x8100_0000_0000_0081;

/// A position after a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    /// The discs of the side to move there.
    pub(super) own: Squares,
    /// The discs of the side that made the move.
    pub(super) other: Squares,
    /// The square of the move.
    pub(super) square: u8,
    /// Lower is searched earlier.
    order: i32,
}

/// All positions after a move. More than 33 moves have not been seen, but 64 are no problem.
pub(super) type Children = ArrayVec<Child, 64>;

/// The positions after the moves on some squares.
pub(super) fn expand(own: Squares, other: Squares, squares: Squares) -> Children {
    let after = |square| {
        let flipped = flips(own, other, square);
        Child { own: other ^ flipped, other: own ^ flipped ^ 1 << square, square, order: 0 }
    };
    members(squares).map(after).collect()
}

/// From this number of empty squares on, a static evaluation takes part.
const EVALUATE_FROM: u32 = 10;
/// Empty squares for each ply of a shallow search.
const EMPTY_PER_PLY: u32 = 3;
/// The deepest shallow search, in plies.
const MAX_PLIES: u32 = 4;

/// Sorts the positions after all moves of a position.
pub(super) fn sort(children: &mut Children, best: [u8; 2], nodes: &mut u64) {
    if children.len() < 2 {
        return;
    }
    let empty_after = children.first().map_or(0, |child| !(child.own | child.other)).count_ones();
    let empty_before = children.iter().fold(0, |squares, child| squares | 1 << child.square)
        | children.first().map_or(0, |child| !(child.own | child.other));
    let odd = odd_quadrants(empty_before);
    for child in &mut *children {
        child.order = if child.square == best[0] {
            i32::MIN
        } else if child.square == best[1] {
            i32::MIN + 1
        } else {
            order(child, odd, empty_after, nodes)
        };
    }
    children.sort_unstable_by_key(|child| child.order);
}

fn order(child: &Child, odd: Squares, empty: u32, nodes: &mut u64) -> i32 {
    let Child { own, other, square, .. } = *child;
    let replies = moves(own, other);
    let mobility = (replies.count_ones() + (replies & CORNERS).count_ones()) as i32;
    let potential = (neighbours(other) & !(own | other)).count_ones() as i32;
    let parity = if odd >> square & 1 == 1 { 0 } else { 1 };
    let fast = 24 * mobility + 6 * potential + 12 * parity;
    if empty < EVALUATE_FROM {
        return fast - corner_bonus(square);
    }
    let plies = ((empty - EVALUATE_FROM) / EMPTY_PER_PLY).min(MAX_PLIES);
    fast + shallow_value(own, other, plies, nodes) / 8
}

const fn corner_bonus(square: u8) -> i32 {
    if CORNERS >> square & 1 == 1 { 12 } else { 0 }
}

const INFINITE: i32 = 1 << 20;

/// The value by a search of some plies and the static evaluation, in hundredths of a disc.
pub(super) fn shallow_value(own: Squares, other: Squares, plies: u32, nodes: &mut u64) -> i32 {
    alpha_beta([own, other], [-INFINITE, INFINITE], plies, nodes)
}

/// How far a shallow search may be off before its result counts as improbable, in hundredths of a disc.
const MARGIN: i32 = 800;
const PROBE_PLIES: u32 = 4;

/// A bound that a shallow search makes probable (ProbCut: Buro, ICCA Journal 18(2), 1995).
pub(super) fn probable_bound(sides: [Squares; 2], alpha: i32, nodes: &mut u64) -> Option<i32> {
    let estimate = Weights::standard().evaluate(sides[0], sides[1]);
    let [low, high] = [100 * alpha - MARGIN, 100 * (alpha + 1) + MARGIN];
    if estimate >= high && alpha_beta(sides, [high - 1, high], PROBE_PLIES, nodes) >= high {
        return Some(alpha + 1);
    }
    (estimate <= low && alpha_beta(sides, [low, low + 1], PROBE_PLIES, nodes) <= low).then_some(alpha)
}

fn alpha_beta([own, other]: [Squares; 2], [alpha, beta]: [i32; 2], plies: u32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    if plies == 0 {
        return Weights::standard().evaluate(own, other);
    }
    let squares = moves(own, other);
    if squares == 0 {
        return if moves(other, own) == 0 {
            100 * i32::from(super::super::board::final_difference(own, other))
        } else {
            -alpha_beta([other, own], [-beta, -alpha], plies, nodes)
        };
    }
    let mut children = expand(own, other, squares);
    for child in &mut children {
        let replies = if plies > 1 { moves(child.own, child.other).count_ones() as i32 } else { 0 };
        child.order = 24 * replies - corner_bonus(child.square);
    }
    children.sort_unstable_by_key(|child| child.order);
    let mut best = -INFINITE;
    for child in &children {
        let window = [-beta, -alpha.max(best)];
        best = best.max(-alpha_beta([child.own, child.other], window, plies - 1, nodes));
        if best >= beta {
            break;
        }
    }
    best
}
