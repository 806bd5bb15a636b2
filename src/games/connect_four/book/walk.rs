//! A walk of the game, depth first.

use super::super::board::{Board, members};
use super::Layer;

/// The numbers of all boards with `discs` discs, in the order in which a depth-first walk of the game
/// meets them: much of what can follow is the same for boards that stand close together.
#[must_use]
pub fn in_order_of_play(discs: u32) -> Vec<usize> {
    let layers: Vec<Layer> = (0..=discs).map(Layer::new).collect();
    let met = layers.iter().map(|layer| vec![false; layer.len()]).collect();
    let mut walk = Walk { layers, met, last: Vec::new() };
    walk.visit(&Board::default());
    walk.last
}

/// Where a walk has come.
struct Walk {
    /// By number of discs.
    layers: Vec<Layer>,
    /// The numbers met, by number of discs.
    met: Vec<Vec<bool>>,
    /// Those of the last layer, as they were met.
    last: Vec<usize>,
}

impl Walk {
    /// Goes on to a board, unless it was met before or nobody plays on there.
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
    fn every_board_is_met_once() {
        for discs in [0, 1, 5, 8] {
            let layer = Layer::new(discs);
            let mut met = in_order_of_play(discs);
            met.sort_unstable();
            let all: Vec<usize> = (0..layer.len()).filter(|&number| layer.board(number).is_some()).collect();
            assert_eq!(met, all, "with {discs} discs");
        }
    }
}
