//! The vocabulary of the search. Knows nothing of games, tables or threads.

mod depth;
mod key;
mod line;
mod score;

pub use depth::{Depth, Ply};
pub use key::Key;
pub use line::Line;
pub use score::{Bound, Score, TablebaseVerdict, Verdict};
