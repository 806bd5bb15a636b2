//! Static evaluation: pattern tables and counts, with weights learned from games.
//!
//! `features` lists the entries of a position, by way of `patterns`; `weights` scores them.
//! `bestmove-lab train` makes the weights.

pub mod features;
mod patterns;
mod weights;

pub(super) use weights::WEIGHTS_FILE;
pub use weights::{ALL_PIECES, UNITS, Weight, Weights};
