//! Games in Portable Draughts Notation, PDN 3.0 (<https://wiegerw.github.io/pdn/>), of English draughts:
//! type 21. `1-0` means that the first player, Black, has won.
//!
//! The reader accepts what is found in practice: any number or none before a move, squares by number or as
//! `c3`, whatever separates them, captures in full, abbreviated or jump by jump, marks such as `!` after a
//! move, results in many forms. It skips variations, numeric annotation glyphs (`$1`) and lines that begin with
//! `%`. It keeps tags and comments, those without braces, too. A capture that may be any of several moves is the
//! one with which the game goes on. Oddities that it understands or skips are warnings.
//!
//! A game with a fault has its moves up to there, and the next game is read: a fault is an illegal move, another
//! type of draughts, a comment that does not close, results that contradict each other, or a draw where a side
//! has won. A game of another type has no winner. Where one has won, the board decides which, because some
//! programs write White's points first. Draws by repetition or by the no-progress rule end no game, as players
//! have to claim them.

mod game;
mod lexer;
mod reader;
mod readings;
mod result;
mod variants;
mod writer;

pub(super) use reader::records;
pub(super) use writer::write_record;
pub use writer::{PdnGame, write};
