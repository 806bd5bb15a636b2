//! Random connect-four boards.

use crate::positions::{Rng, moves};
use bestmove_core::game::Rules;
use bestmove_core::games::ConnectFour;
use bestmove_core::games::connect_four::Board;

/// The board after `plies` random plies, with the columns played, from 1; `None` if the game has ended or can end with
/// the next move.
pub(crate) fn random(rng: &mut Rng, plies: usize) -> Option<(String, Board)> {
    let (mut board, mut columns) = (Board::default(), String::new());
    for _ in 0..plies {
        let moves = moves::<ConnectFour>(&board);
        let cell = *moves.get(rng.below(moves.len().max(1)))?;
        board = ConnectFour::play(&board, cell);
        columns.push(char::from(b'1' + cell.column()));
    }
    let moves = moves::<ConnectFour>(&board);
    let ends = |cell| ConnectFour::outcome(&ConnectFour::play(&board, cell)).is_some();
    (!moves.is_empty() && !moves.into_iter().any(ends)).then_some((columns, board))
}
