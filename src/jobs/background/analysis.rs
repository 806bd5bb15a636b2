//! Background analyses: their stored state, and how workers run them.

use super::super::json_fields::JsonFields;
use super::super::known::{KnownResults, NewResult, Question, Work};
use super::{ACCEPTED, StoredProblem, TaskRunner, TaskSpec, no_answer, poisoned, unreadable};
use bestmove_core::search::StoppedBy;
use bestmove_jobs::{Claim, Digest, Outcome, ProgressSender, Tally};
use bestmove_query::wire::json_text;
use bestmove_query::wire::parse::parse;
use bestmove_query::wire::problem::Problem;
use bestmove_query::wire::request::AnalysisBody;
use bestmove_query::wire::response::{AnalysisAnswer, source_name, stopped_by_name};
use bestmove_query::{Analysis, Budget, Priority, Request, RequestedLimits, Source};
use bestmove_scheduler::{AnalysisEvent, Engine, PendingAnswer, PreparedQuery, UsageMeter};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use std::time::{Duration, Instant};
use tracing::warn;

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

/// The field that says why a search has ended; `null` while it runs.
const STOPPED_BY: &str = "stopped_by";

/// What a known answer costs.
#[derive(Serialize)]
struct KnownCost {
    nodes: u64,
    elapsed_ms: f64,
    budget_ms: u64,
    degraded: bool,
    source: &'static str,
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

    /// A known answer, as the state of an analysis that begins.
    fn known(answer: &RawValue, budget_ms: u64) -> Option<Self> {
        let mut fields = JsonFields::read(answer.get())?;
        let depth = serde_json::from_str(fields.get("depth")?.get()).ok()?;
        let source = source_name(Source::Cache);
        let cost = KnownCost { nodes: 0, elapsed_ms: 0.0, budget_ms, degraded: false, source };
        fields.insert_before(STOPPED_BY, JsonFields::of(&cost)?)?;
        fields.set(STOPPED_BY, &None::<&str>)?;
        Some(Self { depth, analysis: fields.to_raw(), ..Self::default() })
    }

    fn failed(problem: &Problem) -> Self {
        Self { problem: Some(problem.into()), ..Self::default() }
    }

    /// Why there is no analysis.
    #[must_use]
    pub fn problem(&self) -> Option<Problem> {
        self.problem.as_ref().map(Into::into)
    }

    /// The same at the end of the search.
    fn ended(self, spent: Duration) -> Self {
        let analysis = self.analysis.and_then(|raw| {
            let mut fields = JsonFields::read(raw.get())?;
            fields.set(STOPPED_BY, &stopped_by_name(StoppedBy::Time))?;
            fields.to_raw()
        });
        Self { spent_ms: spent.as_millis() as u64, analysis, ..self }
    }

    fn bytes(&self) -> Vec<u8> {
        json_text(self).into_bytes()
    }
}

/// Runs the analysis of a claim.
pub(super) async fn run(
    runner: &TaskRunner,
    claim: &Claim,
    spec: &TaskSpec,
    progress: &ProgressSender,
) -> Outcome {
    let earlier = claim.progress.as_deref().and_then(StoredAnalysis::read).unwrap_or_default();
    if claim.lease.is_poisoned() {
        let spent = Duration::from_millis(earlier.spent_ms);
        let last = if earlier.analysis.is_some() {
            earlier.ended(spent)
        } else {
            StoredAnalysis { spent_ms: earlier.spent_ms, ..StoredAnalysis::failed(&poisoned()) }
        };
        return Outcome::Finished { result: last.bytes(), tally: spent.into() };
    }
    match prepare(&runner.engine, claim, spec, &earlier) {
        Ok(prepared) => {
            let new = NewAnalysis::of(runner, &prepared);
            let earlier = begun(earlier, new.as_ref(), spec, progress).await;
            let pending = runner.engine.answer(prepared);
            runner.meter(&claim.lease.job, pending.usage_meter().as_ref());
            publish(runner, pending, earlier, (progress, new)).await
        }
        Err(problem) => {
            warn!(task = %claim.lease.job, %problem, "an analysis can't be read");
            Outcome::Unreadable
        }
    }
}

/// The result of an earlier attempt, or else a known result of the position, which it publishes.
async fn begun(
    earlier: StoredAnalysis,
    new: Option<&NewAnalysis<'_>>,
    spec: &TaskSpec,
    progress: &ProgressSender,
) -> StoredAnalysis {
    let Some(new) = new.filter(|_| earlier.analysis.is_none()) else { return earlier };
    let answer = new.known().await;
    let Some(known) = answer.and_then(|answer| StoredAnalysis::known(&answer, spec.time_ms)) else {
        return earlier;
    };
    let known = StoredAnalysis { spent_ms: earlier.spent_ms, ..known };
    progress.publish(known.bytes());
    known
}

/// The query, with the time that earlier attempts have left.
fn prepare(
    engine: &Engine,
    claim: &Claim,
    spec: &TaskSpec,
    earlier: &StoredAnalysis,
) -> Result<PreparedQuery, Problem> {
    let game = engine.games().find(&spec.game).ok_or_else(unreadable)?;
    let body: AnalysisBody = parse(&claim.input)?;
    let arrival = Instant::now();
    let arrival = arrival.checked_sub(claim.age).unwrap_or(arrival);
    let request = body.request(game.as_ref(), Priority::Background, arrival, &ACCEPTED)?;
    let time_ms = Some(spec.time_ms.saturating_sub(earlier.spent_ms).max(1));
    let requested = RequestedLimits { time_ms, ..request.requested };
    Ok(engine.prepare_within(&Request { requested, ..request }, &ACCEPTED)?)
}

/// Publishes each iteration that is deeper than what an earlier attempt has found.
async fn publish(
    runner: &TaskRunner,
    mut pending: PendingAnswer,
    earlier: StoredAnalysis,
    (progress, new): (&ProgressSender, Option<NewAnalysis<'_>>),
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
            AnalysisEvent::Done(Err(_)) if runner.must_hand_back() => return Outcome::Stopped,
            AnalysisEvent::Done(Err(error)) => return failed(&no_answer(&error)),
        };
        if found.stopped_by == StoppedBy::Cancelled && runner.must_hand_back() {
            return Outcome::Stopped;
        }
        if let Some(new) = &new {
            new.keep(&found).await;
        }
        let is_less = found.stopped_by == StoppedBy::Time && found.depth < earlier.depth;
        let whole = before + spent();
        let last = if is_less && earlier.analysis.is_some() {
            earlier.ended(whole)
        } else {
            StoredAnalysis::new(whole, &found, &AnalysisAnswer::from(&found))
        };
        return Outcome::Finished { result: last.bytes(), tally: whole.into() };
    }
}

/// An analysis whose result may be kept.
struct NewAnalysis<'a> {
    known: &'a KnownResults,
    key: Digest,
    nodes: Option<u64>,
    depth: Option<u64>,
}

impl<'a> NewAnalysis<'a> {
    fn of(runner: &'a TaskRunner, prepared: &PreparedQuery) -> Option<Self> {
        let (known, key) = (runner.known.as_deref()?, prepared.key());
        if key.opponent.is_some() {
            return None;
        }
        let Budget { nodes, depth, .. } = *prepared.budget();
        let depth = depth.map(|depth| u64::from(depth.plies()));
        Some(Self { known, key: known.key(&Question::of_analysis(key, depth)), nodes, depth })
    }

    /// The best answer of earlier searches.
    async fn known(&self) -> Option<Box<RawValue>> {
        // A search that did not get to its depth is not what was asked for.
        let least = if self.depth.is_some() { Work::FINAL } else { 0 };
        // Without an answer of the store the search begins.
        self.known.find(&[(self.key, least)]).await.ok()?.remove(&self.key)
    }

    /// Keeps what a search has found, if nobody stopped it.
    async fn keep(&self, found: &Analysis) {
        let is_whole = found.stopped_by != StoppedBy::Cancelled && found.source != Source::Rules;
        if let Ok(text) = to_raw_value(&AnalysisAnswer::with_cost(found, None))
            && is_whole
        {
            let work = Work::of_analysis(found, self.nodes, self.depth);
            self.known.keep(vec![NewResult { key: self.key, work, text }]).await;
        }
    }
}

fn failed(problem: &Problem) -> Outcome {
    Outcome::Finished { result: StoredAnalysis::failed(problem).bytes(), tally: Tally::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_answer_is_the_state_of_an_analysis_that_begins() {
        let text = r#"{"position":"\"stopped_by\":\"x\"","depth":9,"stopped_by":"nodes","outcome":null}"#;
        let known = StoredAnalysis::known(&RawValue::from_string(text.to_owned()).unwrap(), 500).unwrap();
        assert_eq!(known.depth, 9);
        let analysis: serde_json::Value = serde_json::from_str(known.analysis.unwrap().get()).unwrap();
        let expected = serde_json::json!({
            "position": "\"stopped_by\":\"x\"", "depth": 9, "nodes": 0, "elapsed_ms": 0.0, "budget_ms": 500,
            "degraded": false, "source": "cache", "stopped_by": null, "outcome": null,
        });
        assert_eq!(analysis, expected);
    }

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
