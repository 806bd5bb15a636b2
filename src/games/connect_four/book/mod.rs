//! The opening book: the exact value of every position up to so many discs.
//!
//! A file holds a byte for each number of each [`Layer`], fewest discs first, and nothing else but
//! a head and a checksum: a position's place follows from its number, so no keys are kept.
//! `bestmove-lab book connect-four --plies 8 --out data/connect-four.book` makes it.

mod layer;
mod walk;

pub use layer::Layer;
pub use walk::in_order_of_play;

use super::Board;
use std::sync::LazyLock;

static BOOK: LazyLock<Book> = LazyLock::new(|| Book::read(DATA).expect("the book in the program is whole"));

const DATA: &[u8] = include_bytes!("../../../../data/connect-four.book");
const TITLE: &[u8] = b"bestmove book: connect four\n";
/// In the place of a value: the number belongs to no board of play.
pub const NO_BOARD: i8 = i8::MIN;

/// Values by position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    /// By number of discs: the boards, and the values for the side to move by their numbers.
    layers: Vec<(Layer, Vec<i8>)>,
}

impl Book {
    /// The book that comes with the program.
    #[must_use]
    pub fn standard() -> &'static Self {
        &BOOK
    }

    /// A book from the values of all boards with `discs` discs: the others follow from those.
    #[must_use]
    pub fn from_last(discs: u32, values: Vec<i8>) -> Self {
        let mut layers = vec![(Layer::new(discs), values)];
        for discs in (0..discs).rev() {
            let layer = Layer::new(discs);
            let best = |number| layer.board(number).map_or(NO_BOARD, |board| backed_up(&board, &layers[0]));
            let values = (0..layer.len()).map(best).collect();
            layers.insert(0, (layer, values));
        }
        Self { layers }
    }

    /// The value for the side to move, if the board is in the book.
    #[must_use]
    pub fn value(&self, board: &Board) -> Option<i32> {
        let (layer, values) = self.layers.get(board.discs() as usize)?;
        let value = values[layer.number(board)?];
        (value != NO_BOARD).then_some(value.into())
    }

    /// Discs up to which every position is in the book; `None` if none is.
    #[must_use]
    pub fn plies(&self) -> Option<u32> {
        self.layers.len().checked_sub(1).map(|plies| plies as u32)
    }

    /// All boards with their values.
    pub fn entries(&self) -> impl Iterator<Item = (Board, i32)> {
        self.layers.iter().flat_map(|(layer, values)| {
            let boards = values.iter().enumerate().filter(|(_, value)| **value != NO_BOARD);
            boards.filter_map(|(number, value)| Some((layer.board(number)?, (*value).into())))
        })
    }

    /// The book as a file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut file = TITLE.to_vec();
        file.push(self.layers.len() as u8);
        file.extend(self.layers.iter().flat_map(|(_, values)| values).map(|&value| value as u8));
        let sum = crc32fast::hash(&file);
        file.extend_from_slice(&sum.to_le_bytes());
        file
    }

    /// The book in a file, if it is whole.
    #[must_use]
    pub fn read(file: &[u8]) -> Option<Self> {
        let (content, sum) = file.split_last_chunk::<4>().map(|(content, sum)| (content, *sum))?;
        if crc32fast::hash(content).to_le_bytes() != sum {
            return None;
        }
        let (&count, mut values) = content.strip_prefix(TITLE)?.split_first()?;
        if count > 43 {
            return None;
        }
        let mut layers = Vec::new();
        for discs in 0..u32::from(count) {
            let layer = Layer::new(discs);
            let (own, rest) = values.split_at_checked(layer.len())?;
            layers.push((layer, own.iter().map(|&value| value as i8).collect()));
            values = rest;
        }
        values.is_empty().then_some(Self { layers })
    }
}

/// The best that the moves of a board lead to, by the values of the boards after them.
fn backed_up(board: &Board, (layer, values): &(Layer, Vec<i8>)) -> i8 {
    let value = |after: Board| match after.won() {
        Some(_) => super::solver::value_of_win(after.discs()) as i8,
        None => layer.number(&after).map_or(NO_BOARD, |number| -values[number]),
    };
    let moves = super::board::members(board.playable());
    moves.map(|cell| value(board.with(cell))).max().unwrap_or(NO_BOARD)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_as_written_and_refused_when_changed() {
        let book = Book::from_last(1, vec![-2, -1, 0, 1]);
        let file = book.write();
        assert_eq!(Book::read(&file), Some(book));
        for at in 0..file.len() {
            let mut other = file.clone();
            other[at] ^= 1;
            assert_eq!(Book::read(&other), None, "byte {at}");
            assert_eq!(Book::read(&file[..at]), None);
        }
    }
}
