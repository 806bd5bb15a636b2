//! The commands of the program besides serving.

mod bench;
mod health;
mod perft;
mod solve;

pub use bench::bench;
pub use health::health;
pub use perft::perft;
pub use solve::solve;
