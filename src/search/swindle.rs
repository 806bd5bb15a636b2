//! Swindling: among moves that keep a drawn ending drawn, prefer the one that a random opponent would
//! most likely answer with a losing move.

use super::tablebase::{game_result, resolve_captures_then_probe};
use crate::game::{Game, Moves, TablebaseResult};
use crate::types::Key;
use std::cmp::Reverse;

/// The chance of a certain win.
const CERTAIN: u32 = 1 << 16;

/// Sorts the moves of a position that a tablebase calls drawn: first those after which a random
/// opponent loses most likely, then those that lead back to a position of `before`, last those that give
/// the draw away. Looks `depth` rounds ahead, each a move by either side (expectimax).
pub(super) fn order_drawn_moves<G: Game>(
    position: &G::Position,
    moves: &mut Moves<G::Move>,
    before: &[Key],
    depth: u32,
    knowledge: &G::Knowledge,
) {
    let is_drawn = |position: &G::Position| {
        resolve_captures_then_probe::<G>(position, knowledge) == Some(TablebaseResult::Draw)
    };
    if !is_drawn(position) {
        return;
    }
    moves.sort_by_cached_key(|&played| {
        let after = G::play(position, played);
        let is_new = !before.contains(&G::key(&after));
        Reverse(is_drawn(&after).then(|| is_new.then(|| expect_reply::<G>(&after, depth, knowledge))))
    });
}

/// The chance to win when the opponent is to move and plays at random.
fn expect_reply<G: Game>(position: &G::Position, depth: u32, knowledge: &G::Knowledge) -> u32 {
    match probe_without_search::<G>(position, knowledge) {
        Some(TablebaseResult::Win { .. }) => return 0,
        Some(TablebaseResult::Loss { .. }) => return CERTAIN,
        Some(TablebaseResult::Draw) | None => {}
    }
    if depth == 0 {
        return 0;
    }
    let mut replies = Moves::new();
    G::moves(position, &mut replies);
    let chance = |&reply: &G::Move| maximise::<G>(&G::play(position, reply), depth - 1, knowledge);
    replies.iter().map(chance).sum::<u32>() / replies.len().max(1) as u32
}

/// The chance to win by the best move. Later chances count for less.
fn maximise<G: Game>(position: &G::Position, depth: u32, knowledge: &G::Knowledge) -> u32 {
    match probe_without_search::<G>(position, knowledge) {
        Some(TablebaseResult::Win { .. }) => return CERTAIN,
        Some(TablebaseResult::Loss { .. }) => return 0,
        Some(TablebaseResult::Draw) if depth == 0 => return 0,
        Some(TablebaseResult::Draw) | None => {}
    }
    let chance = |&played: &G::Move| expect_reply::<G>(&G::play(position, played), depth, knowledge);
    let mut moves = Moves::new();
    G::moves(position, &mut moves);
    moves.iter().map(chance).max().unwrap_or(0) * 15 / 16
}

fn probe_without_search<G: Game>(
    position: &G::Position,
    knowledge: &G::Knowledge,
) -> Option<TablebaseResult> {
    game_result::<G>(position).or_else(|| G::probe(position, knowledge))
}
