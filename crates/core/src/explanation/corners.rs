//! Corners taken and given up, and replies that are a pass.

use super::reason::Reason;
use crate::game::{Moves, Notation};
use crate::search::Path;

/// The other side has no move but the pass: one that leaves all pieces as they are.
pub(super) fn forced_pass<G: Notation>(path: &Path<G>, played: G::Move) -> Option<Reason> {
    let after = path.after(&[played]);
    let [reply] = after.legal_moves()[..] else { return None };
    let [before_it, after_it] =
        [*after.position(), G::play(after.position(), reply)].map(|at| G::pieces(&at));
    (!before_it.is_empty() && before_it == after_it).then_some(Reason::ForcesPass)
}

/// The move takes a corner.
pub(super) fn taken<G: Notation>(path: &Path<G>, played: G::Move) -> Option<Reason> {
    takes_corner(path, played).then_some(Reason::TakesCorner)
}

/// Replies take corners that another move would not have allowed them to take.
pub(super) fn given_up<G: Notation>(path: &Path<G>, played: G::Move) -> Option<Reason> {
    let after = path.after(&[played]);
    let mut replies = corner_moves(&after);
    if replies.is_empty() {
        return None;
    }
    let others = path.legal_moves().into_iter().filter(|other| *other != played);
    let allowed: Vec<_> = others.map(|other| corner_moves(&path.after(&[other]))).collect();
    replies.retain(|reply| allowed.iter().any(|moves| !moves.contains(reply)));
    let replies: Vec<_> = replies.iter().map(|&reply| G::print_move(after.position(), reply)).collect();
    (!replies.is_empty()).then_some(Reason::AllowsCorner { replies })
}

/// The legal moves that take a corner.
fn corner_moves<G: Notation>(path: &Path<G>) -> Moves<G::Move> {
    let mut moves = if G::CORNERS.is_empty() { Moves::new() } else { path.legal_moves() };
    moves.retain(|played| takes_corner(path, *played));
    moves
}

fn takes_corner<G: Notation>(path: &Path<G>, played: G::Move) -> bool {
    if G::CORNERS.is_empty() {
        return false;
    }
    let (position, mover) = (path.position(), G::to_move(path.position()));
    let [before, after] = [*position, G::play(position, played)].map(|at| G::pieces(&at));
    let is_taken = |at: &usize| before[*at].is_none() && after[*at].is_some_and(|piece| piece.owner == mover);
    G::CORNERS.iter().any(is_taken)
}
