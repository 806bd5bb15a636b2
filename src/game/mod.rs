//! What a game is: rules and hints for the search ([`Game`]), words for people ([`Notation`]),
//! the count of its tree ([`perft`]), and what a solver of its own needs ([`Memory`], [`Solution`]).

mod board;
pub mod file;
mod known;
mod memory;
mod notation;
mod perft;
mod rules;
mod solve;

pub use board::{BoardCell, Layout, Piece, PieceKind};
pub use known::Known;
pub use memory::{GameMemory, Memory, Near, Remembered, Slot, Table};
pub use notation::{Info, Invalid, Notation, Place, Places, Wording, quoted};
pub use perft::{Counting, perft};
pub use rules::{Ending, Game, Moves, Outcome, Side};
pub use solve::{Patience, Pause, Solution};
