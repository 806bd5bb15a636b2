//! Which way to a drawn ending is the hardest for the other side.

use super::endings::{known, over};
use crate::game::{Game, Known, Moves};
use crate::types::Key;
use std::cmp::Reverse;

/// The chance of a win that is certain.
const CERTAIN: u32 = 1 << 16;

/// Where tables call a position drawn, puts its moves in order: first those after which the other side, if it moved at
/// random, would lose most likely; then those that lead back to a position of `before`, last those that give the draw
/// away. So many `rounds` are looked ahead, a move of each side.
pub(super) fn by_chances<G: Game>(
    position: &G::Position,
    moves: &mut Moves<G::Move>,
    before: &[Key],
    rounds: u32,
    knowledge: &G::Knowledge,
) {
    if known::<G>(position, knowledge) != Some(Known::Draw) {
        return;
    }
    moves.sort_by_cached_key(|&played| {
        let after = G::play(position, played);
        let keeps = known::<G>(&after, knowledge) == Some(Known::Draw);
        let is_new = !before.contains(&G::key(&after));
        Reverse(keeps.then(|| is_new.then(|| after_own::<G>(&after, rounds, knowledge))))
    });
}

/// The chance to win after an own move.
fn after_own<G: Game>(position: &G::Position, rounds: u32, knowledge: &G::Knowledge) -> u32 {
    match known_at_once::<G>(position, knowledge) {
        Some(Known::Win { .. }) => return 0,
        Some(Known::Loss { .. }) => return CERTAIN,
        Some(Known::Draw) | None => {}
    }
    if rounds == 0 {
        return 0;
    }
    let mut replies = Moves::new();
    G::moves(position, &mut replies);
    let chance = |&reply: &G::Move| after_reply::<G>(&G::play(position, reply), rounds - 1, knowledge);
    replies.iter().map(chance).sum::<u32>() / replies.len().max(1) as u32
}

/// The chance to win after a reply. What comes later is worth less.
fn after_reply<G: Game>(position: &G::Position, rounds: u32, knowledge: &G::Knowledge) -> u32 {
    match known_at_once::<G>(position, knowledge) {
        Some(Known::Win { .. }) => return CERTAIN,
        Some(Known::Loss { .. }) => return 0,
        Some(Known::Draw) if rounds == 0 => return 0,
        Some(Known::Draw) | None => {}
    }
    let chance = |&played: &G::Move| after_own::<G>(&G::play(position, played), rounds, knowledge);
    let mut moves = Moves::new();
    G::moves(position, &mut moves);
    moves.iter().map(chance).max().unwrap_or(0) * 15 / 16
}

fn known_at_once<G: Game>(position: &G::Position, knowledge: &G::Knowledge) -> Option<Known> {
    over::<G>(position).or_else(|| G::known(position, knowledge))
}
