//! Weights of the evaluation, learned from games.

use super::super::Board;
use super::features;
use crate::game::container::{decode_container, encode_container};
use crate::game::data_file::{DataFile, NEEDED, data_file};
use crate::game::varint::{folded, put, take, unfolded};
use std::fmt;
use std::sync::{Arc, LazyLock};

const TITLE: &str = "bestmove weights: checkers, 1";

/// Units of a weight in a hundredth of a man, so that only the sum is rounded.
pub const UNITS: i32 = 8;
/// Pieces on a full board.
pub const ALL_PIECES: i32 = 24;

/// The weight of an entry on a full and on an empty board; linear in the number of pieces in
/// between (tapered evaluation).
pub type Weight = [i16; 2];

pub(in super::super) static WEIGHTS_FILE: DataFile = data_file!("data", "checkers.weights");

/// The weights of all entries.
#[derive(Clone, PartialEq, Eq)]
pub struct Weights(Box<[Weight]>);

impl fmt::Debug for Weights {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Weights of {} entries", self.0.len())
    }
}

impl Weights {
    /// The weights of the program, made by `bestmove-lab train checkers`: benches/checkers-evaluation.md.
    #[must_use]
    pub fn standard() -> Arc<Self> {
        static STANDARD: LazyLock<Arc<Weights>> = LazyLock::new(|| {
            let file = WEIGHTS_FILE.content().expect(NEEDED);
            Arc::new(Weights::read(file).expect("the weights are whole"))
        });
        Arc::clone(&STANDARD)
    }

    /// The weights by entry; `None` if their number is wrong.
    #[must_use]
    pub fn new(weights: Vec<Weight>) -> Option<Self> {
        (weights.len() == features::SIZE).then(|| Self(weights.into()))
    }

    /// The weight of an entry.
    ///
    /// # Panics
    ///
    /// If there is no such entry.
    #[must_use]
    pub fn of(&self, entry: usize) -> Weight {
        self.0[entry]
    }

    /// The evaluation for the side to move, in hundredths of a man.
    #[must_use]
    pub fn evaluate(&self, board: &Board) -> i32 {
        let (mut full, mut empty) = (0, 0);
        features::each(board, |entry| {
            let weight = self.0[entry];
            full += i32::from(weight[0]);
            empty += i32::from(weight[1]);
        });
        let pieces = board.count() as i32;
        (full * pieces + empty * (ALL_PIECES - pieces)) / (ALL_PIECES * UNITS)
    }

    /// Encodes the weights: for each that is not zero, how many zeros precede it, and its two
    /// numbers.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut content = Vec::new();
        let mut zeros = 0;
        for weight in &self.0 {
            if *weight == [0, 0] {
                zeros += 1;
            } else {
                put(&mut content, zeros);
                zeros = 0;
                weight.iter().for_each(|&number| put(&mut content, folded(number)));
            }
        }
        encode_container(TITLE, &content)
    }

    /// The weights in a file, if it is intact.
    #[must_use]
    pub fn read(file: &[u8]) -> Option<Self> {
        let mut rest = decode_container(TITLE, file).ok()?;
        let mut weights = vec![[0; 2]; features::SIZE];
        let mut at = 0;
        while !rest.is_empty() {
            at += take(&mut rest)? as usize;
            *weights.get_mut(at)? = [unfolded(take(&mut rest)?), unfolded(take(&mut rest)?)];
            at += 1;
        }
        Self::new(weights)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::Checkers;
    use super::*;
    use crate::game::Rules;
    use crate::game::{Moves, Notation};

    #[test]
    fn a_file_round_trips_and_is_refused_when_changed() {
        let mut weights = vec![[0; 2]; features::SIZE];
        weights[0] = [1, -1];
        weights[200] = [i16::MIN, i16::MAX];
        weights[features::SIZE - 1] = [0, -64];
        let weights = Weights::new(weights).expect("as many as entries");
        let file = weights.write();
        assert!(Weights::read(&file).as_ref() == Some(&weights));
        for at in 0..file.len() {
            let mut other = file.clone();
            other[at] ^= 1;
            assert!(Weights::read(&other).is_none(), "byte {at}");
            assert!(Weights::read(&file[..at]).is_none());
        }
        assert!(Weights::new(vec![[0; 2]; 3]).is_none());
    }

    /// Colours do not matter, the side to move does.
    #[test]
    fn the_evaluation_is_symmetric() {
        let (weights, mut board) = (Weights::standard(), Checkers::start());
        for ply in 0..2000 {
            let mut moves = Moves::new();
            Checkers::moves(&board, &mut moves);
            board = match moves.get(ply * 7 % moves.len().max(1)) {
                Some(&played) => Checkers::play(&board, played),
                None => Checkers::start(),
            };
            assert_eq!(weights.evaluate(&board), weights.evaluate(&board.turned()), "{board:?}");
        }
    }

    #[test]
    fn an_extra_man_is_better() {
        let evaluate = |text: &str| Weights::standard().evaluate(&Checkers::parse(text).expect("a position"));
        assert!(evaluate("B:W21-31:B1-12") > 30);
        assert!(evaluate("B:W21-32:B1-11") < -30);
        assert!(evaluate("W:W21-31:B1-12") < -30);
        assert!(evaluate("B:W21-32:B1-12").abs() < 30);
    }
}
