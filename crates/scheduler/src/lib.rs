#![doc = include_str!("../README.md")]

mod config;
mod engine;
mod error;
mod ops;
pub mod quota;
mod replica_name;
mod scheduling;
mod serving;

pub use config::EngineConfig;
pub use engine::Engine;
pub use error::EngineError;
pub use ops::{AnswerOrigin, EngineObserver, Occupancy};
pub use replica_name::ReplicaName;
pub use serving::{
    Abandoned, AnalysisEvent, AnalysisWork, BackgroundAnalysis, BackgroundTask, BackgroundTasks,
    PendingAnswer, PreparedQuery, Progress, Spent, TaskLife, TaskLimits, UsageMeter,
};
