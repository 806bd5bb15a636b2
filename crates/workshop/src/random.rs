//! Independent sequences of pseudorandom numbers, and random moves.

use bestmove_core::game::{Moves, Rules};
use bestmove_trees::SplitMix64;

/// A reproducible sequence of pseudorandom numbers.
#[derive(Clone, Debug)]
pub(crate) struct Random(SplitMix64);

impl Random {
    /// Sequence `number` of the independent sequences of a seed.
    pub(crate) fn new(seed: u64, number: u64) -> Self {
        let start = SplitMix64::new(seed).next_u64() ^ number.wrapping_mul(0xd6e8_feb8_6659_fd93);
        Self(SplitMix64::new(SplitMix64::new(start).next_u64()))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniformly distributed number below `limit`.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0.below(limit as u64) as usize
    }
}

/// A random legal move, if there is one.
pub(crate) fn random_move<G: Rules>(position: &G::Position, random: &mut Random) -> Option<G::Move> {
    let mut moves = Moves::new();
    G::moves(position, &mut moves);
    (!moves.is_empty()).then(|| moves[random.below(moves.len())])
}
