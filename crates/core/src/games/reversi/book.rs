//! The opening book: every position of the first plies.
//!
//! The file names the `bestmove-lab book reversi` that makes it. Programs without the file do without the book.

use super::Reversi;
use crate::game::OpeningBook;
use crate::game::data_file::{DataFile, data_file};
use std::sync::LazyLock;

static FILE: DataFile = data_file!("data", "reversi.book");

static BOOK: LazyLock<Option<OpeningBook<Reversi>>> = LazyLock::new(|| OpeningBook::of_file(&FILE));

/// The book that is built into the program.
pub(super) fn opening_book() -> Option<&'static OpeningBook<Reversi>> {
    OpeningBook::built_in(&BOOK)
}
