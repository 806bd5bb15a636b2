//! Scores, depths, keys, lines and expected points: the types that games and search share.

mod bounded_verdict;
mod depth;
mod expectation;
mod key;
mod line;
mod score;
mod short_sort;

pub use bounded_verdict::BoundedVerdict;
pub use depth::{Depth, Ply};
pub use expectation::{Expectation, practical_points_of_loss};
pub use key::Key;
pub use line::Line;
pub use score::{Bound, Score, TablebaseVerdict, Verdict};
pub use short_sort::short_sort_by_key;
