//! `SplitMix64`, a pseudorandom generator (Steele, Lea and Flood: Fast splittable pseudorandom number generators,
//! OOPSLA 2014).

use crate::game::{Moves, Rules};

/// A reproducible sequence of pseudorandom numbers.
#[derive(Clone, Debug)]
pub(in crate::lab) struct Random(u64);

impl Random {
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

    /// Sequence `number` of the independent sequences of a seed.
    pub(in crate::lab) fn new(seed: u64, number: u64) -> Self {
        let mut seeds = Self(seed);
        let start = seeds.next() ^ number.wrapping_mul(0xd6e8_feb8_6659_fd93);
        Self(Self(start).next())
    }

    pub(in crate::lab) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(Self::GOLDEN);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A uniformly distributed number below `limit`.
    pub(in crate::lab) fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.next()) * limit as u128) >> 64) as usize
    }
}

/// A random legal move, if there is one.
pub(in crate::lab) fn random_move<G: Rules>(position: &G::Position, random: &mut Random) -> Option<G::Move> {
    let mut moves = Moves::new();
    G::moves(position, &mut moves);
    (!moves.is_empty()).then(|| moves[random.below(moves.len())])
}
