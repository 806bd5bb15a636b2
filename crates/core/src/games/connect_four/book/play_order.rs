//! A depth-first traversal of the game.

use super::super::board::{Board, members};
use super::Layer;

/// The numbers of all boards with `discs` discs in depth-first order, in which neighbours share
/// much of what the solver remembers.
#[must_use]
pub fn play_order(discs: u32) -> Vec<usize> {
    let layers: Vec<Layer> = (0..=discs).map(Layer::new).collect();
    let met = layers.iter().map(|layer| vec![false; layer.len()]).collect();
    let mut walk = Walk { layers, met, last: Vec::new() };
    walk.visit(&Board::default());
    walk.last
}

/// The state of the traversal.
struct Walk {
    /// By number of discs.
    layers: Vec<Layer>,
    /// The numbers met, by number of discs.
    met: Vec<Vec<bool>>,
    /// The numbers of the last layer in order of their first visit.
    last: Vec<usize>,
}

impl Walk {
    /// Visits a board, unless it was visited before or the game is over.
    fn visit(&mut self, board: &Board) {
        let discs = board.discs() as usize;
        let Some(number) = self.layers[discs].number(board) else { return };
        if board.won().is_some() || std::mem::replace(&mut self.met[discs][number], true) {
            return;
        }
        if discs + 1 == self.layers.len() {
            self.last.push(number);
            return;
        }
        members(board.playable()).for_each(|cell| self.visit(&board.with(cell)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_is_visited_once() {
        for discs in [0, 1, 5, 8] {
            let layer = Layer::new(discs);
            let mut visited = play_order(discs);
            visited.sort_unstable();
            let all: Vec<usize> = (0..layer.len()).filter(|&number| layer.board(number).is_some()).collect();
            assert_eq!(visited, all, "with {discs} discs");
        }
    }
}
