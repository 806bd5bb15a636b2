//! Static evaluation: tables of patterns and counts, whose weights are learned from games.
//!
//! `features` says which entries of the tables a position has, by way of `patterns`; `weights` what
//! they are worth. `bestmove-lab train` makes the weights.

pub mod features;
mod patterns;
mod weights;

pub use weights::{ALL_PIECES, UNITS, Weight, Weights};
