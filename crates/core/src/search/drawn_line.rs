//! A principal variation worth reading where a tablebase only says that the position is drawn.

use super::limits::Stopped;
use super::swindle::Expectimax;
use super::{Path, StoppedBy};
use crate::game::{Game, Moves, TablebaseResult};
use std::cell::Cell;

/// The longest line, in plies.
const MAX_PLIES: usize = 20;
/// Rounds that [`Expectimax::order_drawn_moves`] looks ahead at each move.
const SWINDLE_DEPTH: u32 = 1;

/// Continues `line`, played from the end of `path`, while a tablebase calls its end drawn: with moves by
/// both sides that keep the draw, each the hardest to answer, until only a repetition does.
///
/// The line ends in a position that the tablebase has itself, without a search, or where the game is
/// over. `lookaheads` bounds the work: how many positions with the opponent to move are searched for
/// the hardest defence, each with up to some hundred probes; afterwards any drawing move will do.
#[must_use]
pub fn drawn_line<G: Game>(
    path: &Path<G>,
    line: &[G::Move],
    knowledge: &G::Knowledge,
    lookaheads: u32,
) -> Vec<G::Move> {
    let left = Cell::new(lookaheads);
    let poll = || left.get().checked_sub(1).map(|rest| left.set(rest)).ok_or(Stopped(StoppedBy::Nodes));
    let expectimax = Expectimax { knowledge, poll: &poll };
    let (mut path, mut line) = (path.after(line), line.to_vec());
    let mut kept = line.len();
    while line.len() < MAX_PLIES
        && let Some(played) = drawing_move(&path, &expectimax)
    {
        path.play(played);
        line.push(played);
        if is_evident(&path, knowledge) {
            kept = line.len();
        }
        if path.before().contains(&G::key(path.position())) {
            break;
        }
    }
    line.truncate(kept);
    line
}

/// The hardest move to answer of those that keep the draw; a repetition only if there is no other.
fn drawing_move<G: Game>(path: &Path<G>, expectimax: &Expectimax<'_, G>) -> Option<G::Move> {
    let position = path.position();
    if path.outcome().is_some() || !expectimax.is_drawn(position) {
        return None;
    }
    let mut moves = Moves::new();
    G::moves(position, &mut moves);
    expectimax.order_drawn_moves(position, &mut moves, path.before(), SWINDLE_DEPTH);
    moves.into_iter().next().filter(|&played| expectimax.is_drawn(&G::play(position, played)))
}

/// Whether the draw needs no search to be seen.
fn is_evident<G: Game>(path: &Path<G>, knowledge: &G::Knowledge) -> bool {
    path.outcome().is_some() || G::probe(path.position(), knowledge) == Some(TablebaseResult::Draw)
}
