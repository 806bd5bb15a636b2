//! Static evaluation: weights of patterns and mobility, learned from games.
//!
//! `shapes` names the squares of the patterns, `patterns` reads them from a board, `features` lists the entries of
//! a position, and `weights` scores them. `bestmove-lab train reversi` makes the weights.

pub mod features;
mod patterns;
mod shapes;
mod weights;

pub(super) use weights::WEIGHTS_FILE;
pub use weights::{KNOTS, Phase, UNIT, Weights};
