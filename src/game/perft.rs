//! Move-path enumeration: the proof of a move generator.

use super::{Game, Moves};

/// What counts as one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// Every path of a multiple capture, as the published counts for draughts do.
    Paths,
    /// Every result: paths with the same start, end and captures count once.
    Results,
}

/// The number of move sequences of exactly `depth` plies from `position`. Sequences that end
/// earlier are not counted. Every rule slip shows as a difference from published counts.
///
/// ```
/// use bestmove::game::{Counting, Game, perft};
/// use bestmove::games::TicTacToe;
/// assert_eq!(perft::<TicTacToe>(&TicTacToe::start(), 3, Counting::Paths), 9 * 8 * 7);
/// ```
#[must_use]
pub fn perft<G: Game>(position: &G::Position, depth: u8, counting: Counting) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Moves::new();
    G::moves(position, &mut moves);
    let ways = |played| match counting {
        Counting::Paths => G::paths(position, played),
        Counting::Results => 1,
    };
    let below = |played| match depth {
        1 => 1,
        _ => perft::<G>(&G::play(position, played), depth - 1, counting),
    };
    moves.iter().map(|&played| ways(played) * below(played)).sum()
}
