//! The games, a folder each. They know [`game`](crate::game) and [`types`](crate::types) only.

pub mod checkers;
pub mod connect_four;
pub mod reversi;
pub mod tic_tac_toe;

pub use checkers::Checkers;
pub use connect_four::ConnectFour;
pub use reversi::Reversi;
pub use tic_tac_toe::TicTacToe;
