//! Operations: what the engine reports about itself.

mod bench;
mod observer;
mod occupancy;

pub use bench::{Measurement, bench};
pub use observer::{AnswerOrigin, Observer};
pub use occupancy::Occupancy;
