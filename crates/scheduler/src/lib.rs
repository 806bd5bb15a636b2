#![doc = include_str!("../README.md")]

mod config;
mod engine;
mod error;
mod ops;
pub mod quota;
mod scheduling;
mod serving;

pub use config::EngineConfig;
pub use engine::Engine;
pub use error::EngineError;
pub use ops::{AnswerOrigin, EngineObserver, Occupancy};
pub use serving::{Abandoned, AnalysisEvent, PendingAnswer, PreparedQuery, Progress, Spent, UsageMeter};
