//! Coordinates of cells, as numbers with names.

/// One or more numbers that name cells, columns or rows, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Coordinate {
    /// A single number.
    One(u8),
    /// Several, in order.
    Many(Vec<u8>),
}

/// Coordinates with the names they go by in JSON: `from`, `to`, `captured`, `cell`, `column`, `row`.
pub type Coordinates = Vec<(&'static str, Coordinate)>;
