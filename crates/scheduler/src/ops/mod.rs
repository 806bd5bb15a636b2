//! Operations: what the engine reports about itself.

mod observer;
mod occupancy;

pub use observer::{AnswerOrigin, EngineObserver};
pub use occupancy::Occupancy;
