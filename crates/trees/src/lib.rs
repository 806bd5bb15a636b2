#![doc = include_str!("../README.md")]

pub mod claims;
mod measurement;
pub mod phrases;
pub mod picture;
mod record;
mod resource_limiter;
mod searches;
pub mod theory;
mod trees;
mod value;

pub use measurement::{Measurement, Sums, TreeMeasurement};
pub use picture::{NodeState, State, Status, Why};
pub use record::*;
pub use resource_limiter::{GrowingMemory, OutOfMemory, ResourceLimiter};
pub use searches::*;
pub use trees::*;
pub use value::{Bound, MAX_VALUE, MINUS_INFINITY, PLUS_INFINITY, Player, Ties, Value, Window};
