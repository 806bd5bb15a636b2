//! Serving: how a query gets its answer.
//!
//! From the proof cache, from an equal search in flight (`single_flight`), or from a search of its own
//! (`execute`). A background analysis (`background`) goes on without its request.

mod background;
mod execute;
mod pending;
mod proof_cache;
mod single_flight;

pub(crate) use background::Analyses;
pub use background::{AnalysisLimits, BackgroundAnalysis};
pub(crate) use pending::AnswerSource;
pub use pending::{PendingAnswer, PreparedQuery};
pub(crate) use proof_cache::ProofCache;
pub(crate) use single_flight::Flights;
pub use single_flight::{AnalysisEvent, UsageMeter};
