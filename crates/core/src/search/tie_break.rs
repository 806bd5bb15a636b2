//! Draws one of several equal moves by a seed, so that games differ and can be replayed.

use crate::game::Searchable;
use crate::types::Key;

/// The place of a move in the order that a seed gives the moves of a position. Of equal moves the first is played:
/// each as often as the others, over all seeds.
pub fn draw_order<G: Searchable>(seed: u64, position: &G::Position, played: G::Move) -> u64 {
    Key::hashed([[seed, u64::from(G::code(played))], [G::key(position).bits(), 0]]).bits()
}
