//! Endgame tables: what best play leads to where few pieces are left.
//!
//! The tables know neither of the draws by recurrence or by want of progress: whether a win fits
//! into the plies that are left is for the caller to see.

pub mod build;
mod code;
mod number;
pub mod slice;

pub use code::known;
pub use number::{board, boards};
