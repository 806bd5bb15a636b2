//! Background tasks of the store: what they are about, and how workers run them.

mod analysis;
mod review;

pub use analysis::StoredAnalysis;
pub use review::{ReviewSpec, ReviewedPly};

use super::known::KnownResults;
use async_trait::async_trait;
use bestmove_jobs::{Claim, JobId, Lease, Outcome, ProgressSender, Runner};
use bestmove_query::LimitPolicy;
use bestmove_query::wire::problem::Problem;
use bestmove_query::wire::problems::ProblemKind;
use bestmove_scheduler::{Engine, EngineError, UsageMeter};
use dashmap::DashMap;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;
use tracing::warn;

/// The kind of background analyses in the store: one chunk.
pub const ANALYSIS_TASK: &str = "background analysis";
/// The kind of background reviews in the store: a chunk for each move, from the last to the first.
pub const REVIEW_TASK: &str = "background review";

/// The bounds on limits that were checked when the task was accepted, by the rules of that replica.
const ACCEPTED: LimitPolicy = LimitPolicy {
    default_time: Duration::from_hours(1),
    max_time: Duration::from_hours(24),
    max_nodes: u64::MAX,
};

/// Whether jobs of that kind are background tasks.
#[must_use]
pub fn is_task(kind: &str) -> bool {
    [ANALYSIS_TASK, REVIEW_TASK].contains(&kind)
}

/// What a task is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskSpec {
    /// The game.
    pub game: String,
    /// The position after all moves.
    pub position: String,
    /// The time limit of all searches together, in milliseconds.
    pub time_ms: u64,
    /// The game to review.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review: Option<ReviewSpec>,
}

impl TaskSpec {
    /// Reads a stored spec. `None` if a later release has written it.
    #[must_use]
    pub fn read(stored: &[u8]) -> Option<Self> {
        serde_json::from_slice(stored).ok()
    }
}

/// Why a task has no result, as it is stored.
#[derive(Debug, Serialize, Deserialize)]
struct StoredProblem {
    slug: String,
    detail: String,
}

impl From<&Problem> for StoredProblem {
    fn from(problem: &Problem) -> Self {
        Self { slug: problem.slug().to_owned(), detail: problem.to_string() }
    }
}

impl From<&StoredProblem> for Problem {
    fn from(StoredProblem { slug, detail }: &StoredProblem) -> Self {
        let kind = ProblemKind::ALL.iter().find(|kind| kind.spec().slug == slug);
        Self::new(kind.copied().unwrap_or(ProblemKind::Internal), detail)
    }
}

/// Runs background tasks on the workers of an engine.
pub(super) struct TaskRunner {
    pub(super) engine: Arc<Engine>,
    /// Takes the id of each task of which there is news in the store.
    pub(super) news: broadcast::Sender<JobId>,
    /// Whether the store outlives the process. If not, tasks end with the process, with what they have.
    pub(super) is_lasting: bool,
    /// The meters of the searches of tasks that are charged by this process.
    pub(super) meters: Arc<TaskMeters>,
    /// Where deep results are kept, if they are.
    pub(super) known: Option<Arc<KnownResults>>,
}

/// The meters of the searches of tasks, by the tasks that are charged by this process.
pub(super) type TaskMeters = DashMap<JobId, Vec<UsageMeter>>;

#[async_trait]
impl Runner for TaskRunner {
    async fn run(&self, claim: &Claim, progress: &ProgressSender, stop: &CancellationToken) -> Outcome {
        let running = async {
            match (TaskSpec::read(&claim.spec), claim.kind.as_str()) {
                (Some(spec), ANALYSIS_TASK) => analysis::run(self, claim, &spec, progress).await,
                (Some(spec), REVIEW_TASK) => review::run(self, claim, &spec).await,
                _ => {
                    warn!(task = %claim.lease.job, kind = claim.kind, "a task can't be read");
                    Outcome::Unreadable
                }
            }
        };
        tokio::select! {
            outcome = running => outcome,
            () = stop.cancelled() => Outcome::Stopped,
        }
    }

    fn stored(&self, lease: &Lease) {
        // Nobody may follow a task.
        let _ = self.news.send(lease.job.clone());
    }

    fn accepts_work(&self) -> bool {
        !self.must_hand_back()
    }
}

impl TaskRunner {
    /// Measures a search of a task, if this process charges it.
    fn meter(&self, task: &JobId, meter: Option<&UsageMeter>) {
        if let (Some(mut meters), Some(meter)) = (self.meters.get_mut(task), meter) {
            meters.push(meter.clone());
        }
    }

    /// Whether the process ends, and others go on with its tasks.
    fn must_hand_back(&self) -> bool {
        self.is_lasting && !self.engine.accepts_work()
    }
}

/// Why the engine has no answer.
fn no_answer(error: &EngineError) -> Problem {
    let kind = match error {
        EngineError::Draining => ProblemKind::ShuttingDown,
        _ => ProblemKind::Internal,
    };
    Problem::new(kind, error.to_string())
}

/// Why a task that was accepted can't be run.
fn unreadable() -> Problem {
    Problem::new(ProblemKind::Internal, "the task can't be read")
}

/// What becomes of a search that so many workers died of.
fn poisoned() -> Problem {
    Problem::new(ProblemKind::Internal, "no worker survived the search")
}
