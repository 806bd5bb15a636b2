//! Runs the chunks of jobs on the workers of the engine, behind all other requests.

use super::RELEASE_NAME;
use super::item::{Content, GzipLines, Item, read_items};
use super::known::{KnownResults, NewResult};
use super::line_query::LineQuery;
use super::spec::{JobKind, JobSpec};
use crate::cpu_time::CpuStopwatch;
use async_trait::async_trait;
use bestmove_core::game::Checkpoint;
use bestmove_jobs::{Claim, JobId, Lease, NewChunk, Outcome, ProgressSender, Runner, Tally};
use bestmove_query::wire::problem::{Problem, ProblemBody};
use bestmove_query::wire::problems::ProblemKind;
use bestmove_query::{AnyGame, Registry, SearchControl, Session, SessionConfig};
use bestmove_scheduler::{Engine, Progress};
use serde::Serialize;
use serde_json::value::RawValue;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;
use tracing::warn;

/// The tables of a chunk. They are its own, so that its answers depend on nothing else.
const TABLE_BYTES: usize = 16 << 20;
/// The solver's memory of a chunk.
const SOLVER_BYTES: usize = 16 << 20;

/// Runs chunks on the workers of an engine.
pub struct ChunkRunner {
    /// Whose workers run them.
    pub(super) engine: Arc<Engine>,
    /// Takes the id of each job of which there is news in the store.
    pub(super) news: broadcast::Sender<JobId>,
    /// Where deep results are kept, if they are.
    pub(super) known: Option<Arc<KnownResults>>,
    /// Counts the lines that are searched.
    pub(super) searches: Arc<AtomicU64>,
}

#[async_trait]
impl Runner for ChunkRunner {
    async fn run(&self, claim: &Claim, _: &ProgressSender, stop: &CancellationToken) -> Outcome {
        let chunk = match Chunk::read(self.engine.games(), claim) {
            Ok(chunk) => chunk,
            Err(error) => {
                warn!(job = %claim.lease.job, first = claim.lease.first, %error, "a chunk can't be read");
                return Outcome::Unreadable;
            }
        };
        if claim.lease.is_poisoned() {
            return chunk.poisoned();
        }
        let chunk = Arc::new(chunk);
        let (running, known) = (Arc::clone(&chunk), self.known.clone());
        let work = move |progress: &Progress<'_>| running.run_blocking(progress, known.as_deref());
        let computed = tokio::select! {
            computed = self.engine.compute_in_background(None, work) => computed,
            () = stop.cancelled() => return Outcome::Stopped,
        };
        match computed {
            Ok((Some(Finished { result, tally, searches, found }), _)) => {
                self.searches.fetch_add(searches, Ordering::Relaxed);
                if let Some(known) = &self.known {
                    known.keep(found).await;
                }
                Outcome::Finished { result, tally }
            }
            Ok((None, _)) | Err(bestmove_scheduler::EngineError::Draining) => Outcome::Stopped,
            Err(error) => {
                warn!(job = %claim.lease.job, first = claim.lease.first, %error, "a chunk failed");
                chunk.poisoned()
            }
        }
    }

    fn stored(&self, lease: &Lease) {
        // Nobody may follow the job.
        let _ = self.news.send(lease.job.clone());
    }

    fn accepts_work(&self) -> bool {
        self.engine.accepts_work()
    }
}

/// What has become of a chunk.
struct Finished {
    /// The answers to all lines.
    result: Vec<u8>,
    /// What they add to the job.
    tally: Tally,
    /// The lines that were searched.
    searches: u64,
    /// What may be kept.
    found: Vec<NewResult>,
}

/// The lines of a claim.
struct Chunk {
    spec: JobSpec,
    game: Arc<dyn AnyGame>,
    first: u64,
    cost: Duration,
    items: Vec<Item>,
}

impl Chunk {
    fn read(games: &Registry, claim: &Claim) -> Result<Self, String> {
        let spec: JobSpec = serde_json::from_slice(&claim.spec).map_err(|error| error.to_string())?;
        let game = games.find(&spec.game).cloned().ok_or_else(|| format!("no game {:?}", spec.game))?;
        let items = read_items(&claim.input).map_err(|error| error.to_string())?;
        Ok(Self { spec, game, first: claim.lease.first, cost: claim.cost, items })
    }

    /// The answers to all lines; `None` if it was stopped.
    fn run_blocking(&self, progress: &Progress<'_>, known: Option<&KnownResults>) -> Option<Finished> {
        let stopwatch = CpuStopwatch::start();
        let session = Session::new(SessionConfig {
            table_bytes: TABLE_BYTES,
            solver_bytes: SOLVER_BYTES,
            limit_policy: JobSpec::POLICY,
            generation: None,
            ..SessionConfig::default()
        });
        let stop = AtomicBool::new(false);
        let poll = || {
            // Shorter requests may run on this thread meanwhile.
            if stopwatch.pause_during(|| progress.must_stop()) {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let deadline = Instant::now() + JobSpec::POLICY.max_time;
        let checkpoint = Some(Checkpoint(&poll));
        let control =
            SearchControl { deadline, stop: &stop, checkpoint, threads: NonZeroUsize::MIN, helpers: None };
        let (mut lines, mut searches, mut problems, mut found) = (GzipLines::default(), 0, 0, Vec::new());
        for (index, item) in (self.first..).zip(&self.items) {
            let answer = match &item.content {
                Content::SameAs(index) => Answer::SameAs(*index),
                Content::Known(text) => Answer::Found(text.clone()),
                Content::Unreadable(reason) => {
                    Answer::Problem(Problem::new(ProblemKind::InvalidField, reason))
                }
                Content::Body(body) => match self.search(body, &session, &control, known) {
                    Ok(Searched { text, is_search, new }) => {
                        searches += u64::from(is_search);
                        found.extend(new);
                        Answer::Found(text)
                    }
                    Err(problem) => Answer::Problem(problem),
                },
            };
            poll();
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            problems += u32::from(matches!(answer, Answer::Problem(_)));
            answer.write(self.spec.kind, &mut lines, (index, item.custom_id.as_deref()));
        }
        let result = lines.finish();
        Some(Finished { result, tally: Tally { spent: stopwatch.time(), problems }, searches, found })
    }

    /// Searches what a line asks.
    fn search(
        &self,
        line: &str,
        session: &Session,
        control: &SearchControl<'_>,
        known: Option<&KnownResults>,
    ) -> Result<Searched, Problem> {
        let query = LineQuery::of_line(&self.spec, &self.game, line)?;
        let question = query.question(&self.spec);
        let is_search = question.is_some();
        let key = known.zip(question).map(|(known, question)| known.key(&question));
        let found = query.run(session, control)?;
        let text = found.text()?;
        let new = key.filter(|_| found.is_whole());
        let new = new.map(|key| NewResult { key, work: found.work(&self.spec), text: text.clone() });
        Ok(Searched { text, is_search, new })
    }

    /// What becomes of a chunk that workers died of: its halves are run on their own, and a single
    /// line gets a problem.
    fn poisoned(&self) -> Outcome {
        if let [item] = self.items.as_slice() {
            let mut lines = GzipLines::default();
            let problem = Problem::new(ProblemKind::Internal, "no worker survived the search");
            Answer::Problem(problem).write(
                self.spec.kind,
                &mut lines,
                (self.first, item.custom_id.as_deref()),
            );
            let tally = Tally { spent: Duration::ZERO, problems: 1 };
            return Outcome::Finished { result: lines.finish(), tally };
        }
        let half = self.items.len() / 2;
        let parts = [(self.first, &self.items[..half]), (self.first + half as u64, &self.items[half..])];
        Outcome::Split(parts.map(|(first, items)| self.part(first, items)).into())
    }

    fn part(&self, first: u64, items: &[Item]) -> NewChunk {
        let mut lines = GzipLines::default();
        for item in items {
            lines.add(item);
        }
        let cost = self.cost * items.len() as u32 / self.items.len() as u32;
        NewChunk { first, items: items.len() as u32, cost, input: lines.finish() }
    }
}

/// What was found for a line.
struct Searched {
    /// As it is answered.
    text: Box<RawValue>,
    /// Whether that took a search.
    is_search: bool,
    /// What may be kept of it.
    new: Option<NewResult>,
}

/// What a line is answered.
enum Answer {
    Found(Box<RawValue>),
    SameAs(u64),
    Problem(Problem),
}

impl Answer {
    fn write(&self, kind: JobKind, lines: &mut GzipLines, (index, custom_id): (u64, Option<&RawValue>)) {
        let line = AnswerLine { index, custom_id, release: RELEASE_NAME, ..AnswerLine::default() };
        lines.add(&match self {
            Self::SameAs(index) => AnswerLine { same_as: Some(*index), ..line },
            Self::Problem(problem) => line.with_problem(problem),
            Self::Found(text) => match kind {
                JobKind::Analysis => AnswerLine { analysis: Some(text), ..line },
                JobKind::Review => AnswerLine { review: Some(text), ..line },
            },
        });
    }
}

/// A line of the results.
#[derive(Default, Serialize)]
struct AnswerLine<'a> {
    index: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    custom_id: Option<&'a RawValue>,
    release: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    same_as: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    analysis: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    review: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<ProblemBody<'a>>,
}

impl<'a> AnswerLine<'a> {
    /// The lines of a job are no requests, so their problems name none.
    fn with_problem(self, problem: &'a Problem) -> Self {
        Self { problem: Some(problem.body(None)), ..self }
    }
}
