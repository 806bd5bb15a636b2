//! Random positions, from a seed.

use bestmove::game::{Game, Moves};
use bestmove::search::Path;

/// SplitMix64: a small, good, reproducible source of numbers.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ (word >> 31)) % end as u64) as usize
    }
}

/// The path of a game of at most `plies` random moves that is not over.
pub(crate) fn random_path<G: Game>(dice: &mut Dice, plies: usize) -> Path<G> {
    let mut path = Path::from(G::start());
    for _ in 0..plies {
        let mut moves = Moves::new();
        G::moves(path.position(), &mut moves);
        let mut next = path.clone();
        next.play(moves[dice.below(moves.len())]);
        if next.outcome().is_some() {
            break;
        }
        path = next;
    }
    path
}
