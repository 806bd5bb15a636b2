//! The commands of the program besides serving.

mod bench;
mod board;
mod documents;
mod health;
#[cfg(feature = "lab")]
mod lab;
mod perft;
mod play;
mod protocol;
mod search_tree;
mod solve;

pub use bench::bench;
pub use documents::{completions, man};
pub use health::health;
#[cfg(feature = "lab")]
pub use lab::lab;
pub use perft::perft;
pub use play::play;
pub use protocol::engine;
pub use search_tree::search_tree;
pub use solve::solve;
