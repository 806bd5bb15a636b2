//! The opening book: the exact value of every position up to a number of discs.
//!
//! A position's place in a file follows from its number in its [`Layer`], so no keys are stored. A
//! file has the layers, fewest discs first, each as a row of Huffman-coded numbers (`huffman`).
//! Values that forced moves decide are left out. `bestmove-lab book connect-four --plies 12 --out
//! crates/core/data/connect-four.book` makes it, faster with `--table-mib 4096`.

pub mod continuations;
mod huffman;
mod layer;
mod play_order;
mod route;

pub use continuations::Continuations;
pub(super) use continuations::LINES_FILE;
pub use layer::Layer;
pub use play_order::play_order;
pub use route::route;

use super::Board;
use super::solver::{decided, value_of_win};
use crate::game::container::{decode_container, encode_container};
use crate::game::data_file::{DataFile, NEEDED, data_file};
use huffman::{HuffmanCoded, pack};
use std::sync::LazyLock;

pub(super) static BOOK_FILE: DataFile = data_file!("data", "connect-four.book");

static BOOK: LazyLock<Book<'static>> =
    LazyLock::new(|| Book::read(BOOK_FILE.content().expect(NEEDED)).expect("the book is whole"));

const TITLE: &str = "bestmove book 2: connect four";
/// In place of a value: the number belongs to no board.
pub const NO_BOARD: i8 = i8::MIN;
/// The offset of stored values; 0 stands for a value that is left out.
const MIDDLE: i8 = 32;

/// Values by position.
#[derive(Clone, Debug)]
pub struct Book<'a> {
    /// By number of discs: the layer, and its values for the side to move.
    layers: Vec<(Layer, HuffmanCoded<'a>)>,
}

impl Book<'static> {
    /// The book of the program.
    #[must_use]
    pub fn standard() -> &'static Self {
        &BOOK
    }
}

impl<'a> Book<'a> {
    /// The book in a file, if it is intact.
    #[must_use]
    pub fn read(file: &'a [u8]) -> Option<Self> {
        let (&count, mut file) = decode_container(TITLE, file).ok()?.split_first()?;
        if count > 43 {
            return None;
        }
        let mut layers = Vec::new();
        for discs in 0..u32::from(count) {
            let layer = Layer::new(discs);
            let (values, rest) = HuffmanCoded::read(layer.len(), file)?;
            layers.push((layer, values));
            file = rest;
        }
        file.is_empty().then_some(Self { layers })
    }

    /// The value for the side to move, if the board is in the book and not won.
    #[must_use]
    pub fn value(&self, board: &Board) -> Option<i32> {
        let (layer, values) = self.layers.get(board.discs() as usize)?;
        decided(board).or_else(|| {
            let packed = values.get(layer.number(board)?);
            (packed != 0).then(|| i32::from(packed) - i32::from(MIDDLE))
        })
    }

    /// The number of discs up to which every position is in the book; `None` if the book is empty.
    #[must_use]
    pub fn plies(&self) -> Option<u32> {
        self.layers.len().checked_sub(1).map(|plies| plies as u32)
    }

    /// All boards with so many discs, and their values.
    pub fn entries(&self, discs: u32) -> impl Iterator<Item = (Board, i32)> {
        let layer = self.layers.get(discs as usize).map(|(layer, _)| layer);
        let boards =
            layer.into_iter().flat_map(|layer| (0..layer.len()).filter_map(|number| layer.board(number)));
        boards.filter_map(|board| Some((board, self.value(&board)?)))
    }
}

/// The file of a book with these values of all boards with `discs` discs, by number. The values of
/// boards with fewer discs are backed up from them.
#[must_use]
pub fn file(discs: u32, values: Vec<i8>) -> Vec<u8> {
    let mut last = (Layer::new(discs), values);
    let mut rows = vec![row(&last)];
    for discs in (0..discs).rev() {
        let layer = Layer::new(discs);
        let best = |number| layer.board(number).map_or(NO_BOARD, |board| backed_up(&board, &last));
        let values = (0..layer.len()).map(best).collect();
        last = (layer, values);
        rows.push(row(&last));
    }
    let mut content = vec![rows.len() as u8];
    content.extend(rows.into_iter().rev().flatten());
    encode_container(TITLE, &content)
}

/// Encodes the values of a layer.
fn row((layer, values): &(Layer, Vec<i8>)) -> Vec<u8> {
    let is_kept = |number| layer.board(number).is_some_and(|board| decided(&board).is_none());
    let packed = |(number, &value): (usize, &i8)| {
        if value != NO_BOARD && is_kept(number) { (value + MIDDLE) as u8 } else { 0 }
    };
    pack(&values.iter().enumerate().map(packed).collect::<Vec<u8>>())
}

/// The best value among a board's moves, by the values of the next layer.
fn backed_up(board: &Board, (layer, values): &(Layer, Vec<i8>)) -> i8 {
    let value = |after: Board| match after.won() {
        Some(_) => value_of_win(after.discs()) as i8,
        None => layer.number(&after).map_or(NO_BOARD, |number| -values[number]),
    };
    let moves = super::board::members(board.playable());
    moves.map(|cell| value(board.with(cell))).max().unwrap_or(NO_BOARD)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_survives_encoding_and_corruption_is_detected() {
        let file = file(1, vec![-2, -1, 0, 1]);
        let book = Book::read(&file).expect("an intact file");
        let values = |discs| book.entries(discs).map(|(_, value)| value).collect::<Vec<_>>();
        assert_eq!(values(0), [2]);
        assert_eq!(values(1), [-2, -1, 0, 1]);
        assert_eq!(book.plies(), Some(1));
        for at in 0..file.len() {
            let mut other = file.clone();
            other[at] ^= 1;
            assert!(Book::read(&other).is_none(), "byte {at}");
            assert!(Book::read(&file[..at]).is_none());
        }
    }
}
