//! Weights of the evaluation, learned from games.

use super::super::board::final_difference;
use super::super::flips::{Squares, moves};
use super::features;
use crate::game::container::{decode_container, encode_container};
use crate::game::data_file::{DataFile, NEEDED, data_file};
use crate::game::varint::{folded, put, take, unfolded};
use std::array;
use std::fmt;
use std::sync::{Arc, LazyLock, OnceLock};

const TITLE: &str = "bestmove weights: reversi, 1";

/// A unit of a weight, in hundredths of a disc.
pub const UNIT: i32 = 4;
/// The numbers of empty squares for which an entry has a weight: every fourth. In between it is linear.
pub const KNOTS: usize = 16;
/// Empty squares from one knot to the next: as many as a unit has hundredths of a disc, so that sums are hundredths.
const SQUARES: u32 = UNIT as u32;
/// The largest weight.
const MOST: i16 = i16::MAX / UNIT as i16;

pub(in super::super) static WEIGHTS_FILE: DataFile = data_file!("data", "reversi.weights");

/// The place of a position between two knots.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Phase {
    /// The knot of fewer empty squares.
    pub knot: usize,
    /// The share of the weight there, in quarters; the next knot has the rest.
    pub quarters: u8,
}

impl Phase {
    /// The place by the number of empty squares.
    #[must_use]
    pub fn of(empty: u32) -> Self {
        let knot = (empty / SQUARES).min(KNOTS as u32 - 2);
        Self { knot: knot as usize, quarters: (SQUARES - (empty - SQUARES * knot)) as u8 }
    }
}

/// The weights of all entries.
pub struct Weights {
    /// By knot and entry.
    by_knot: Vec<Box<[i16]>>,
    /// For each number of empty squares, by index of the features, in hundredths of a disc: made when needed.
    by_empty: [OnceLock<Box<[i16]>>; 61],
}

impl fmt::Debug for Weights {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Weights of {} entries", features::size())
    }
}

impl PartialEq for Weights {
    fn eq(&self, other: &Self) -> bool {
        self.by_knot == other.by_knot
    }
}

impl Weights {
    /// The weights of the program, made by `bestmove-lab train reversi`.
    #[must_use]
    pub fn standard() -> &'static Arc<Self> {
        static STANDARD: LazyLock<Arc<Weights>> = LazyLock::new(|| {
            let file = WEIGHTS_FILE.content().expect(NEEDED);
            Arc::new(Weights::read(file).expect("the weights are whole"))
        });
        &STANDARD
    }

    /// The weights by a function of knot and entry. Weights that are too large are clamped.
    #[must_use]
    pub fn new(weight: impl Fn(usize, usize) -> i16) -> Self {
        let of_knot =
            |knot| (0..features::size()).map(|entry| weight(knot, entry).clamp(-MOST, MOST)).collect();
        Self { by_knot: (0..KNOTS).map(of_knot).collect(), by_empty: array::from_fn(|_| OnceLock::new()) }
    }

    /// The weight of an entry at a knot.
    ///
    /// # Panics
    ///
    /// If there is no such knot or entry.
    #[must_use]
    pub fn of(&self, knot: usize, entry: usize) -> i16 {
        self.by_knot[knot][entry]
    }

    /// The evaluation for the side to move, in hundredths of a disc. A side without a move passes.
    #[must_use]
    #[inline]
    pub fn evaluate(&self, own: Squares, other: Squares) -> i32 {
        match [moves(own, other), moves(other, own)].map(Squares::count_ones) {
            [0, 0] => 100 * i32::from(final_difference(own, other)),
            [0, replies] => -self.value([other, own], [replies, 0]),
            counts => self.value([own, other], counts),
        }
    }

    #[inline]
    fn value(&self, [own, other]: [Squares; 2], counts: [u32; 2]) -> i32 {
        const LIMIT: i32 = 6400;
        let empty = (!(own | other)).count_ones().min(60);
        let weights = self.by_empty[empty as usize].get_or_init(|| self.for_empty(empty));
        let mut sum = 0;
        for index in features::indices([own, other], counts) {
            sum += i32::from(weights[index as usize]);
        }
        sum.clamp(-LIMIT, LIMIT)
    }

    /// The weights for a number of empty squares, by index.
    #[cold]
    fn for_empty(&self, empty: u32) -> Box<[i16]> {
        let Phase { knot, quarters } = Phase::of(empty);
        let (quarters, [here, next]) = (i16::from(quarters), [&self.by_knot[knot], &self.by_knot[knot + 1]]);
        let weight = |entry: usize| quarters * here[entry] + (UNIT as i16 - quarters) * next[entry];
        features::entries().iter().map(|&entry| weight(entry as usize)).collect()
    }

    /// Encodes the weights, knot by knot: for each that is not zero, how many zeros precede it, and the number.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let (mut content, mut zeros) = (Vec::new(), 0);
        for &weight in self.by_knot.iter().flat_map(|weights| weights.iter()) {
            if weight == 0 {
                zeros += 1;
            } else {
                put(&mut content, zeros);
                put(&mut content, folded(weight));
                zeros = 0;
            }
        }
        encode_container(TITLE, &content)
    }

    /// The weights in a file, if it is intact.
    #[must_use]
    pub fn read(file: &[u8]) -> Option<Self> {
        let mut rest = decode_container(TITLE, file).ok()?;
        let size = features::size();
        let mut weights = vec![0; KNOTS * size];
        let mut at = 0;
        while !rest.is_empty() {
            at += take(&mut rest)? as usize;
            *weights.get_mut(at)? = unfolded(take(&mut rest)?);
            at += 1;
        }
        Some(Self::new(|knot, entry| weights[knot * size + entry]))
    }
}

#[cfg(test)]
mod tests {
    use super::super::shapes::turned;
    use super::*;
    use crate::game::{Evaluator, Side};
    use crate::games::Reversi;
    use crate::games::reversi::{Board, Knowledge};
    use crate::types::Score;

    /// Boards of games in which moves are picked by a counter, those with a pass included.
    fn boards() -> impl Iterator<Item = Board> {
        let game = |seed: usize| {
            let step = move |board: &Board| {
                let legal: Vec<_> = board.moves().collect();
                (!legal.is_empty())
                    .then(|| board.after(legal[(seed * 7 + board.discs() as usize * 5) % legal.len()]))
            };
            std::iter::successors(Some(Board::START), step)
        };
        (0..50).flat_map(game)
    }

    #[test]
    fn orientation_and_colours_do_not_matter() {
        let (weights, knowledge) = (Weights::standard(), Knowledge::default());
        let mut values = Vec::new();
        for board in boards() {
            let value = weights.evaluate(board.own, board.other);
            values.push(value);
            for orientation in 1..8 {
                let turn = |set: Squares| {
                    let squares = (0..64).filter(|square| set >> square & 1 == 1);
                    squares.map(|square| 1 << turned(square, orientation)).sum()
                };
                assert_eq!(weights.evaluate(turn(board.own), turn(board.other)), value, "{board:?}");
            }
            for side in [Side::First, Side::Second] {
                let board = Board::new(board.own, board.other, side);
                assert_eq!(Reversi::evaluate(&board, &knowledge), Score::estimate(value));
            }
        }
        values.sort_unstable();
        values.dedup();
        assert!(values.len() > 1_000, "only {} values", values.len());
    }

    /// The sum of the weights of all entries, as the training sees it.
    #[test]
    fn evaluations_are_sums_of_weights() {
        let weights = Weights::new(|knot, entry| ((knot * 31 + entry * 17) % 41) as i16 - 20);
        for board in boards().filter(|board| board.mobility() != 0) {
            let Phase { knot, quarters } = Phase::of(board.empty().count_ones());
            let mut sum = 0;
            features::each(&board, |entry| {
                let [here, next] = [knot, knot + 1].map(|knot| i32::from(weights.of(knot, entry)));
                sum += i32::from(quarters) * here + (UNIT - i32::from(quarters)) * next;
            });
            assert_eq!(weights.evaluate(board.own, board.other), sum, "{board:?}");
        }
    }

    #[test]
    fn a_side_without_a_move_passes() {
        let weights = Weights::standard();
        let stuck = boards().filter(|board| board.mobility() == 0 && !board.is_over());
        let passes = stuck.map(|board| {
            assert_eq!(weights.evaluate(board.own, board.other), -weights.evaluate(board.other, board.own));
        });
        assert!(passes.count() > 3);
    }

    #[test]
    fn a_file_round_trips_and_is_refused_when_changed() {
        let weight = |knot: usize, entry: usize| match (knot, entry) {
            (0, 0) | (15, 100) => -MOST,
            (3, _) if entry % 5_000 == 7 => entry as i16 / 5 - 3_000,
            _ => 0,
        };
        let weights = Weights::new(weight);
        let file = weights.write();
        assert!(Weights::read(&file).as_ref() == Some(&weights));
        for at in 0..file.len() {
            let mut other = file.clone();
            other[at] ^= 1;
            assert!(Weights::read(&other).is_none(), "byte {at}");
            assert!(Weights::read(&file[..at]).is_none());
        }
    }

    /// Between two knots an entry's weight is linear in the empty squares; at a knot it is its own.
    #[test]
    fn weights_are_linear_between_knots() {
        let weights = Weights::new(|knot, entry| (knot * 10 + entry % 7) as i16);
        for empty in 0..=60 {
            let by_index = weights.for_empty(empty);
            for (index, &entry) in features::entries().iter().enumerate().step_by(997) {
                let expected = 10 * empty as i16 + UNIT as i16 * (entry % 7) as i16;
                assert_eq!(by_index[index], expected, "{empty} empty");
            }
        }
    }
}
