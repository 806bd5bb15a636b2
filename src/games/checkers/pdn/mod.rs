//! Games in Portable Draughts Notation, PDN 3.0 (<https://wiegerw.github.io/pdn/>), of English draughts:
//! type 21. `1-0` means that the first player, Black, has won.
//!
//! The reader accepts what is found in practice: any number or none before a move, captures in full or
//! abbreviated, `x` or `:` between their squares, marks such as `!` after a move, results in the form of
//! international draughts (`2-0`). It skips variations, numeric annotation glyphs (`$1`) and lines that
//! begin with `%`. It keeps tags and comments. It refuses illegal moves, other types of draughts, and
//! results that contradict each other, or draws where a side has won. Where one has won, the board decides which, because
//! some programs write White's points first. Draws by repetition or by the no-progress rule end no game, as players
//! have to claim them.

mod lexer;
mod reader;
mod writer;

pub(super) use reader::records;
pub(super) use writer::write_record;
pub use writer::{PdnGame, write};
