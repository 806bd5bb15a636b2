//! Scores, depths, keys, lines and expected points: the types that games and search share.

mod depth;
mod expectation;
mod key;
mod line;
mod score;
mod short_sort;

pub use depth::{Depth, Ply};
pub use expectation::Expectation;
pub use key::Key;
pub use line::Line;
pub use score::{Bound, Score, TablebaseVerdict, Verdict};
pub use short_sort::short_sort_by_key;
