//! The opening book.

mod layer;

pub use layer::Layer;
