//! Serving: how a query gets its answer.
//!
//! From the proof cache, from an equal search in flight (`single_flight`), or from a search of its own
//! (`execute`).

mod computation;
mod execute;
mod pending;
mod proof_cache;
mod single_flight;

pub use computation::{Abandoned, Progress, Spent};
pub(crate) use pending::AnswerSource;
pub use pending::{PendingAnswer, PreparedQuery};
pub(crate) use proof_cache::ProofCache;
pub(crate) use single_flight::Flights;
pub use single_flight::{AnalysisEvent, UsageMeter};
