//! What a game must give so that its evaluation can be trained.

use bestmove_core::game::Notation;
use std::fmt::Debug;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// A game with an evaluation that is a sum of weights, each of an entry of a table.
///
/// An entry has a weight at each of some knots on the way through the game.
pub trait Trainable: Notation<Position: Copy + Debug + PartialEq + Send + Sync> {
    /// The weights of all entries.
    type Weights: PartialEq + Send + Sync;

    /// The advantage, in the unit of evaluations, that multiplies the odds of a win by e.
    const SCALE: f32;
    /// A unit of a weight, in that of evaluations.
    const WEIGHT_UNIT: f32;
    /// Weights of an entry, at least two.
    const KNOTS: usize;
    /// Scores from here on say that the game is decided, not by how much.
    const DECIDED: i16;
    /// The ends of the ranges of numbers of pieces whose losses are reported.
    const PIECE_RANGES: &'static [u32];
    /// The version of files of games.
    const GAMES_VERSION: u32;
    /// Bytes of a position in a file of games.
    const POSITION_BYTES: usize;
    /// Openings of training games, in the format of crates/core/data/checkers-ballots.json.
    const OPENINGS: &'static str;
    /// The number of random plies after an opening.
    const RANDOM_PLIES: RangeInclusive<usize>;

    /// The number of entries.
    fn entries() -> usize;
    /// Calls `see` with each entry of a position.
    fn each_entry(position: &Self::Position, see: impl FnMut(usize));
    /// The prior of an entry before training, in the unit of evaluations.
    fn prior(_entry: usize) -> f32 {
        0.0
    }
    /// The place of a position among the knots: the first of two, and its share of the weight; the next has the rest.
    fn place(position: &Self::Position) -> (usize, f32);
    /// Whether the search evaluates such a position.
    fn is_evaluated(_: &Self::Position) -> bool {
        true
    }
    /// Whether self-play asks the solver for such a position.
    fn is_solved(_: &Self::Position) -> bool {
        false
    }
    /// The position as the side to move sees it.
    fn seen_by_mover(position: &Self::Position) -> Self::Position;
    /// Appends [`Trainable::POSITION_BYTES`] bytes of a position that the side to move sees.
    fn write_position(position: &Self::Position, bytes: &mut Vec<u8>);
    /// The inverse of [`Trainable::write_position`].
    fn read_position(bytes: &[u8]) -> Self::Position;

    /// Weights by a function of knot and entry.
    fn weights(weight: impl Fn(usize, usize) -> i16) -> Self::Weights;
    /// The weight of an entry at a knot.
    fn weight(weights: &Self::Weights, knot: usize, entry: usize) -> i16;
    /// The weights that are built into the program.
    fn standard_weights() -> Arc<Self::Weights>;
    /// A file of weights.
    fn write_weights(weights: &Self::Weights) -> Vec<u8>;
    /// The weights of a file; `None` if it is not whole, or of another version.
    fn read_weights(file: &[u8]) -> Option<Self::Weights>;
    /// The built-in knowledge with other weights.
    fn knowledge(weights: Self::Weights) -> Self::Knowledge;
}
