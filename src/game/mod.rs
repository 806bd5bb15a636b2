//! What a game is: rules and hints for the search ([`Game`]), words for people ([`Notation`]),
//! and the count of its tree ([`perft`]).

mod notation;
mod perft;
mod rules;

pub use notation::{Info, Invalid, Notation, Place, Places, Wording, quoted};
pub use perft::{Counting, perft};
pub use rules::{Ending, Game, Moves, Outcome, Side};
