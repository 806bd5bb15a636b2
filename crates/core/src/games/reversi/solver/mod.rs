//! The solver of endings: exact margins by best play of both sides.
//!
//! `range` finds the value by a few null-window searches (`search`, MTD(f): Plaat, Schaeffer, Pijls and de Bruin,
//! Best-first fixed-depth minimax algorithms, 1996), which share a table of bounds;
//! in long analyses several threads do (`helpers`).

mod helpers;
mod last_squares;
mod ordering;
mod parity;
mod range;
mod search;
mod solution;
mod table;

pub use range::{EndingSolver, ValueRange};
pub use search::Stopped;
pub(super) use solution::{solve, solve_moves};
pub use table::{BoundEntry, SolverKey, SolverTable, SolverTables};
