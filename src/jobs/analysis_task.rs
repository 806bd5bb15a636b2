//! Background analyses as tasks of the store: their stored state, and how workers run them.

use async_trait::async_trait;
use bestmove_core::search::StoppedBy;
use bestmove_jobs::{Claim, Outcome, ProgressSender, Runner};
use bestmove_query::wire::json_text;
use bestmove_query::wire::parse::parse;
use bestmove_query::wire::problem::Problem;
use bestmove_query::wire::problems::ProblemKind;
use bestmove_query::wire::request::AnalysisBody;
use bestmove_query::wire::response::AnalysisAnswer;
use bestmove_query::{Analysis, LimitPolicy, Priority, Request, RequestedLimits};
use bestmove_scheduler::{AnalysisEvent, Engine, EngineError, PendingAnswer, PreparedQuery, UsageMeter};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;
use tracing::warn;

/// The kind of these tasks in the store.
pub const ANALYSIS_TASK: &str = "background analysis";

/// The bounds on limits that were checked when the analysis was accepted, by the rules of that replica.
const ACCEPTED: LimitPolicy = LimitPolicy {
    default_time: Duration::from_hours(1),
    max_time: Duration::from_hours(24),
    max_nodes: u64::MAX,
};

/// What an analysis is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnalysisSpec {
    /// The game.
    pub game: String,
    /// The position after all moves.
    pub position: String,
    /// The time limit of the search, in milliseconds.
    pub time_ms: u64,
}

/// The latest state of an analysis in the store.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct StoredAnalysis {
    /// The search time so far, in milliseconds.
    pub spent_ms: u64,
    /// The last finished iteration.
    depth: u8,
    /// The analysis, as it is answered.
    pub analysis: Option<Box<RawValue>>,
    /// Why there is none.
    problem: Option<StoredProblem>,
}

#[derive(Debug, Serialize, Deserialize)]
struct StoredProblem {
    slug: String,
    detail: String,
}

impl StoredAnalysis {
    /// Reads a stored state. `None` if a later release has written it.
    #[must_use]
    pub fn read(stored: &[u8]) -> Option<Self> {
        serde_json::from_slice(stored).ok()
    }

    fn new(spent: Duration, found: &Analysis, answer: &AnalysisAnswer<'_>) -> Self {
        let analysis = to_raw_value(answer).ok();
        Self { spent_ms: spent.as_millis() as u64, depth: found.depth, analysis, problem: None }
    }

    fn failed(problem: &Problem) -> Self {
        let (slug, detail) = (problem.slug().to_owned(), problem.to_string());
        Self { problem: Some(StoredProblem { slug, detail }), ..Self::default() }
    }

    /// Why there is no analysis.
    #[must_use]
    pub fn problem(&self) -> Option<Problem> {
        let StoredProblem { slug, detail } = self.problem.as_ref()?;
        let kind = ProblemKind::ALL.iter().find(|kind| kind.spec().slug == slug);
        Some(Problem::new(kind.copied().unwrap_or(ProblemKind::Internal), detail))
    }

    /// The same at the end of the search.
    fn ended(mut self, spent: Duration) -> Self {
        // Quotes within strings are escaped, so this is the field.
        let ended = |text: &str| text.replacen("\"stopped_by\":null", "\"stopped_by\":\"time\"", 1);
        self.analysis = self.analysis.and_then(|raw| RawValue::from_string(ended(raw.get())).ok());
        Self { spent_ms: spent.as_millis() as u64, ..self }
    }

    fn bytes(&self) -> Vec<u8> {
        json_text(self).into_bytes()
    }
}

/// Runs background analyses on the workers of an engine.
pub struct AnalysisRunner(pub Arc<Engine>);

#[async_trait]
impl Runner for AnalysisRunner {
    async fn run(&self, claim: &Claim, progress: &ProgressSender, stop: &CancellationToken) -> Outcome {
        if claim.lease.is_poisoned() {
            return failed(&Problem::new(ProblemKind::Internal, "no worker survived the search"));
        }
        let earlier = claim.progress.as_deref().and_then(StoredAnalysis::read).unwrap_or_default();
        match self.prepare(claim, &earlier) {
            Ok(prepared) => {
                let pending = self.0.answer(prepared);
                tokio::select! {
                    outcome = self.publish(pending, earlier, progress) => outcome,
                    () = stop.cancelled() => Outcome::Stopped,
                }
            }
            Err(problem) => {
                warn!(task = %claim.lease.job, %problem, "an analysis can't be read");
                failed(&problem)
            }
        }
    }

    fn accepts_work(&self) -> bool {
        self.0.accepts_work()
    }
}

impl AnalysisRunner {
    /// The query, with the time that earlier attempts have left.
    fn prepare(&self, claim: &Claim, earlier: &StoredAnalysis) -> Result<PreparedQuery, Problem> {
        let unreadable = || Problem::new(ProblemKind::Internal, "the analysis can't be read");
        let spec: AnalysisSpec = serde_json::from_slice(&claim.spec).map_err(|_| unreadable())?;
        let game = self.0.games().find(&spec.game).ok_or_else(unreadable)?;
        let body: AnalysisBody = parse(&claim.input)?;
        let arrival = Instant::now();
        let arrival = arrival.checked_sub(claim.age).unwrap_or(arrival);
        let request = body.request(game.as_ref(), Priority::Background, arrival, &ACCEPTED)?;
        let time_ms = Some(spec.time_ms.saturating_sub(earlier.spent_ms).max(1));
        let requested = RequestedLimits { time_ms, ..request.requested };
        Ok(self.0.prepare_within(&Request { requested, ..request }, &ACCEPTED)?)
    }

    /// Publishes each iteration that is deeper than what an earlier attempt has found.
    async fn publish(
        &self,
        mut pending: PendingAnswer,
        earlier: StoredAnalysis,
        progress: &ProgressSender,
    ) -> Outcome {
        let meter = pending.usage_meter();
        let spent = || meter.as_ref().map_or(Duration::ZERO, UsageMeter::time);
        let before = Duration::from_millis(earlier.spent_ms);
        loop {
            let found = match pending.next().await {
                AnalysisEvent::Progress(found) => {
                    if found.depth >= earlier.depth {
                        let answer = AnalysisAnswer::so_far(&found);
                        progress.publish(StoredAnalysis::new(before + spent(), &found, &answer).bytes());
                    }
                    continue;
                }
                AnalysisEvent::Done(Ok(found)) => found,
                AnalysisEvent::Done(Err(EngineError::Draining)) => return Outcome::Stopped,
                AnalysisEvent::Done(Err(error)) => {
                    return failed(&Problem::new(ProblemKind::Internal, error.to_string()));
                }
            };
            if found.stopped_by == StoppedBy::Cancelled && !self.0.accepts_work() {
                return Outcome::Stopped;
            }
            let is_less = found.stopped_by == StoppedBy::Time && found.depth < earlier.depth;
            let whole = before + spent();
            let last = if is_less && earlier.analysis.is_some() {
                earlier.ended(whole)
            } else {
                StoredAnalysis::new(whole, &found, &AnalysisAnswer::from(&found))
            };
            return Outcome::Finished { result: last.bytes(), spent: whole };
        }
    }
}

fn failed(problem: &Problem) -> Outcome {
    Outcome::Finished { result: StoredAnalysis::failed(problem).bytes(), spent: Duration::ZERO }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_analysis_that_ends_with_the_result_of_an_earlier_attempt_says_why_it_stopped() {
        let text = r#"{"position":"a \"stopped_by\":null b","stopped_by":null,"outcome":null}"#;
        let analysis = RawValue::from_string(text.to_owned()).ok();
        let ended = StoredAnalysis { analysis, ..StoredAnalysis::default() }.ended(Duration::from_secs(2));
        assert_eq!(ended.spent_ms, 2_000);
        let read = StoredAnalysis::read(&ended.bytes()).unwrap();
        let expected = r#"{"position":"a \"stopped_by\":null b","stopped_by":"time","outcome":null}"#;
        assert_eq!(read.analysis.unwrap().get(), expected);
    }
}
