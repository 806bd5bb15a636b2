//! Scores, depths, keys and lines: the types that games and search share.

mod depth;
mod key;
mod line;
mod score;

pub use depth::{Depth, Ply};
pub use key::Key;
pub use line::Line;
pub use score::{Bound, Score, TablebaseVerdict, Verdict};
