//! The opening book: every position of the first three plies, among them the 174 three-move ballots.
//!
//! `bestmove-lab book checkers --out crates/core/data/checkers.book` makes it. Programs without the file do without
//! the book.

use super::Checkers;
use crate::game::OpeningBook;
use crate::game::data_file::{DataFile, data_file};
use std::sync::LazyLock;

static FILE: DataFile = data_file!("data", "checkers.book");

static BOOK: LazyLock<Option<OpeningBook<Checkers>>> = LazyLock::new(|| OpeningBook::of_file(&FILE));

/// The book that is built into the program.
pub(super) fn opening_book() -> Option<&'static OpeningBook<Checkers>> {
    OpeningBook::built_in(&BOOK)
}

#[cfg(test)]
mod tests {
    use super::super::Board;
    use super::*;
    use crate::game::{BookEntry, Moves, Notation, Rules};
    use crate::types::Depth;

    /// The positions after one more ply, for each position.
    fn children(position: &Board) -> Vec<Board> {
        let mut moves = Moves::new();
        Checkers::moves(position, &mut moves);
        moves.into_iter().map(|played| Checkers::play(position, played)).collect()
    }

    #[test]
    fn the_book_has_all_positions_of_the_first_three_plies() {
        let book = opening_book().unwrap();
        let mut positions = vec![Checkers::start()];
        let mut entries = 0;
        for ply in 0..=3 {
            for position in &positions {
                let entry = book.entry(position).unwrap_or_else(|| panic!("{position:?} is not in the book"));
                assert_eq!(entry.moves.len(), ply);
                assert!(entry.depth > Depth::new(6) && entry.line.len() >= 4, "{entry:?}");
                entries += 1;
            }
            positions = positions.iter().flat_map(children).collect();
            positions.sort_unstable_by_key(Checkers::print);
            positions.dedup();
        }
        assert_eq!(book.entries().count(), entries);
    }

    #[test]
    fn the_best_move_leads_to_the_best_score() {
        let book = opening_book().unwrap();
        let inner = book.entries().filter(|entry| entry.moves.len() < 3);
        for BookEntry { position, units, line, .. } in inner {
            let scores = children(position).into_iter().map(|child| -book.entry(&child).unwrap().units);
            assert_eq!(scores.max(), Some(*units), "{position:?}");
            let next = book.entry(&Checkers::play(position, line[0])).unwrap();
            assert_eq!(-next.units, *units, "{position:?}");
            assert!(line[1..].iter().zip(&next.line).all(|(one, other)| one == other), "{position:?}");
        }
    }
}
