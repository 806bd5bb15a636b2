//! Perft: move-path enumeration, the test of a move generator
//! (<https://www.chessprogramming.org/Perft>).

use super::{Moves, Rules};

/// What perft counts as one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PerftMode {
    /// Every path of a multiple capture, as the published counts for draughts do.
    Paths,
    /// Distinct moves: paths with the same start, end and captures count once.
    Distinct,
}

/// The number of move sequences of exactly `depth` plies from `position`; those that end earlier do not
/// count. Any error in the rules shows as a difference from published counts.
///
/// ```
/// use bestmove_core::game::{PerftMode, Rules, perft};
/// use bestmove_core::games::TicTacToe;
/// assert_eq!(perft::<TicTacToe>(&TicTacToe::start(), 3, PerftMode::Paths), 9 * 8 * 7);
/// ```
#[must_use]
pub fn perft<G: Rules>(position: &G::Position, depth: u8, mode: PerftMode) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Moves::new();
    G::moves(position, &mut moves);
    let paths = |played| match mode {
        PerftMode::Paths => G::capture_path_count(position, played),
        PerftMode::Distinct => 1,
    };
    let below = |played| match depth {
        1 => 1,
        _ => perft::<G>(&G::play(position, played), depth - 1, mode),
    };
    moves.iter().map(|&played| paths(played) * below(played)).sum()
}
