//! The rules of Reversi on an array of squares, as a person would check them.

use bestmove_core::game::Side;

const DIRECTIONS: [(i8, i8); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// The disc on each square, a1, b1, … h8.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Mailbox {
    pub(crate) squares: [Option<Side>; 64],
    pub(crate) to_move: Side,
}

impl Mailbox {
    pub(crate) fn start() -> Self {
        let mut squares = [None; 64];
        for (square, side) in [(27, Side::Second), (28, Side::First), (35, Side::First), (36, Side::Second)] {
            squares[square] = Some(side);
        }
        Self { squares, to_move: Side::First }
    }

    /// The squares of discs that a side flips by a disc on a square.
    pub(crate) fn flipped(&self, side: Side, square: usize) -> Vec<usize> {
        let mut all = Vec::new();
        if self.squares[square].is_some() {
            return all;
        }
        for (down, right) in DIRECTIONS {
            let (mut row, mut file) = ((square / 8) as i8, (square % 8) as i8);
            let mut passed = Vec::new();
            loop {
                (row, file) = (row + down, file + right);
                if !(0..8).contains(&row) || !(0..8).contains(&file) {
                    break;
                }
                let at = (8 * row + file) as usize;
                match self.squares[at] {
                    None => break,
                    Some(own) if own == side => {
                        all.append(&mut passed);
                        break;
                    }
                    Some(_) => passed.push(at),
                }
            }
        }
        all.sort_unstable();
        all
    }

    pub(crate) fn squares_for(&self, side: Side) -> Vec<usize> {
        (0..64).filter(|&square| !self.flipped(side, square).is_empty()).collect()
    }

    /// The legal moves: squares, or a pass as 64.
    pub(crate) fn moves(&self) -> Vec<usize> {
        match self.squares_for(self.to_move) {
            squares if !squares.is_empty() => squares,
            _ if self.squares_for(!self.to_move).is_empty() => Vec::new(),
            _ => vec![64],
        }
    }

    pub(crate) fn play(&mut self, played: usize) {
        if played < 64 {
            for square in self.flipped(self.to_move, played) {
                self.squares[square] = Some(self.to_move);
            }
            self.squares[played] = Some(self.to_move);
        }
        self.to_move = !self.to_move;
    }

    fn count(&self, side: Option<Side>) -> i16 {
        self.squares.iter().filter(|disc| **disc == side).count() as i16
    }

    /// The final margin for the side to move.
    pub(crate) fn margin(&self) -> i16 {
        let (own, other) = (self.count(Some(self.to_move)), self.count(Some(!self.to_move)));
        let empty = self.count(None);
        match own - other {
            0 => 0,
            more @ 1.. => more + empty,
            less => less - empty,
        }
    }
}
