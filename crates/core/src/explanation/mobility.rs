//! Mobility and parity, in games with corners: few replies for the other side, and the last move of a region of empty
//! cells.

use super::reason::Reason;
use crate::game::{Moves, Notation, Piece};
use crate::search::Path;

/// The most replies that count as few.
const FEW: usize = 3;
/// The most empty cells of a region that is played out: each order of moves there is tried.
const REGION: usize = 4;
/// The most empty cells with which a game is near its end, where the last move of a region counts.
const LATE: usize = 20;

/// The other side has few replies, fewer than after every other move.
pub(super) fn few_replies<G: Notation>(path: &Path<G>, played: G::Move) -> Option<Reason> {
    if G::CORNERS.is_empty() {
        return None;
    }
    let replies_to = |played| path.after(&[played]).legal_moves();
    let replies = replies_to(played);
    let mut others = path.legal_moves().into_iter().filter(|other| *other != played);
    let is_few = (1..=FEW).contains(&replies.len());
    if !is_few || others.any(|other| replies_to(other).len() <= replies.len()) {
        return None;
    }
    Some(Reason::LimitsMobility { replies: texts(&path.after(&[played]), &replies) })
}

/// The move leaves an even number of empty cells in its region, apart from others, and to each reply there the mover
/// has an answer there, up to the last one.
pub(super) fn last_of_region<G: Notation>(path: &Path<G>, played: G::Move) -> Option<Reason> {
    if G::CORNERS.is_empty() {
        return None;
    }
    let before = G::pieces(path.position());
    let filled = filled::<G>(&before, &G::play(path.position(), played))?;
    let empty = before.iter().filter(|piece| piece.is_none()).count();
    if empty > LATE {
        return None;
    }
    let mut region = region::<G>(&before, filled);
    region.retain(|cell| *cell != filled);
    let is_even_part = region.len().is_multiple_of(2) && region.len() + 1 < empty;
    let after = path.after(&[played]);
    let replies = moves_into(&after, &region);
    let is_kept = is_even_part && (1..=REGION).contains(&region.len()) && !replies.is_empty();
    (is_kept && has_answers(&after, &region))
        .then(|| Reason::KeepsParity { replies: texts(&after, &replies) })
}

fn texts<G: Notation>(path: &Path<G>, moves: &[G::Move]) -> Vec<String> {
    moves.iter().map(|&played| G::print_move(path.position(), played)).collect()
}

/// Whether each move of the side to move into the region has an answer there, and so on.
fn has_answers<G: Notation>(path: &Path<G>, region: &[usize]) -> bool {
    moves_into(path, region).into_iter().all(|reply| {
        let after = path.after(&[reply]);
        moves_into(&after, region).into_iter().any(|answer| has_answers(&after.after(&[answer]), region))
    })
}

/// The legal moves that fill a cell of the region.
fn moves_into<G: Notation>(path: &Path<G>, region: &[usize]) -> Moves<G::Move> {
    let before = G::pieces(path.position());
    let mut moves = path.legal_moves();
    moves.retain(|played| {
        filled::<G>(&before, &G::play(path.position(), *played)).is_some_and(|cell| region.contains(&cell))
    });
    moves
}

/// The cell that was empty and is not.
fn filled<G: Notation>(before: &[Option<Piece>], after: &G::Position) -> Option<usize> {
    before.iter().zip(G::pieces(after)).position(|(before, after)| before.is_none() && after.is_some())
}

/// The empty cells that are joined to one of them, that one included: also diagonally.
fn region<G: Notation>(pieces: &[Option<Piece>], from: usize) -> Vec<usize> {
    let cells = G::cells();
    let is_beside = |one: usize, other: usize| {
        cells[one].x.abs_diff(cells[other].x) <= 1 && cells[one].y.abs_diff(cells[other].y) <= 1
    };
    let mut region = vec![from];
    let mut at = 0;
    while let Some(&cell) = region.get(at) {
        let joined = (0..cells.len()).filter(|&other| pieces[other].is_none() && is_beside(cell, other));
        let new: Vec<_> = joined.filter(|other| !region.contains(other)).collect();
        region.extend(new);
        at += 1;
    }
    region
}
