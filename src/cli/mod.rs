//! The commands of the program besides serving.

mod bench;
mod board;
mod documents;
mod health;
mod job;
mod perft;
mod play;
mod protocol;
mod records;
mod review;
mod search_tree;
mod solve;

pub use bench::bench;
pub use documents::{completions, man};
pub use health::health;
pub use job::job;
pub use perft::perft;
pub use play::play;
pub use protocol::engine;
pub use records::convert;
pub use review::review;
pub use search_tree::search_tree;
pub use solve::solve;
