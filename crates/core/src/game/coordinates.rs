//! Coordinates of cells, as numbers with names.

/// One or more numbers that name cells, columns or rows, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Coordinate {
    /// A single number.
    One(u8),
    /// Several, in order.
    Many(Vec<u8>),
}

/// Coordinates with the names they go by in JSON: of a cell `cell`, `square`, or `column` and `row`; of a move
/// those of its cell and `flipped`, or `from`, `to`, `path` and `captured`. [`BoardStyle`](super::BoardStyle)
/// says which of them the page needs.
pub type Coordinates = Vec<(&'static str, Coordinate)>;
