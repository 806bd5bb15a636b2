//! `/v1/analyses` where analyses are tasks of a store: any replica that shares it starts, shows, follows and cancels them.

use super::super::context::prepare_any_game;
use super::super::document::{self, NO_STORE};
use super::super::error::Problem;
use super::super::extract::{Json, PathSegment};
use super::super::fair_use::{ClientAccess, Reservation};
use super::super::negotiation::MediaType;
use super::super::request_id::RequestId;
use super::super::routes::json;
use super::super::state::AppState;
use super::super::stream::{Message, StreamContext, StreamRequest, no_content, respond_with_messages};
use super::room::{Held, make_room};
use super::{Status, Summary, owner};
use crate::jobs::{ANALYSIS_TASK, AnalysisSpec, Jobs, StoredAnalysis, TASKS_NEED};
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, LOCATION};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get};
use axum::{Extension, Router};
use bestmove_jobs::{Class, JobId, JobState, JobStatus, NewChunk, NewJob, StoreError};
use bestmove_query::wire::json_text;
use bestmove_query::wire::request::AnalysisBody;
use bestmove_query::{PositionInfo, Priority};
use futures_util::stream::unfold;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::sleep;

const NAME: &str = "analysis";
const PLURAL: &str = "analyses";
/// How often the store is asked for news of an analysis.
const POLL: Duration = Duration::from_secs(1);

pub(in crate::http) fn routes() -> Router<AppState> {
    let answered =
        Router::new().route("/v1/analyses", get(list).post(start)).route("/v1/analyses/{id}", get(show));
    json(answered).route("/v1/analyses/{id}", delete(cancel)).route("/v1/analyses/{id}/events", get(events))
}

/// An analysis of the store.
struct Task {
    status: JobStatus,
    spec: AnalysisSpec,
    found: Option<StoredAnalysis>,
}

impl Task {
    /// The analysis with that id, unless it has expired.
    async fn read(jobs: &Jobs, id: &JobId, keep: Duration) -> Result<Option<Self>, StoreError> {
        // It may end in between, but does not begin again.
        let progress = jobs.store.progress(id, 0).await?;
        let Some(status) = jobs.store.job(id).await?.filter(|status| is_there(status, keep)) else {
            return Ok(None);
        };
        let found = match status.state {
            JobState::Finished => jobs.store.results(id, 0, 1).await?.pop().map(|chunk| chunk.result),
            _ => progress,
        };
        let found = found.as_deref().and_then(StoredAnalysis::read);
        Ok(spec(&status).map(|spec| Self { status, spec, found }))
    }

    const fn is_over(&self) -> bool {
        matches!(self.status.state, JobState::Finished)
    }

    fn problem(&self) -> Option<Problem> {
        self.found.as_ref()?.problem().map(Into::into)
    }

    fn analysis(&self) -> Option<&RawValue> {
        self.found.as_ref()?.analysis.as_deref()
    }

    fn state(&self) -> &'static str {
        match &self.found {
            _ if !self.is_over() && self.found.is_none() => "waiting",
            _ if !self.is_over() => "running",
            Some(found) if found.problem().is_some() => "failed",
            _ => "finished",
        }
    }

    fn summary(&self, jobs: &Jobs) -> Summary<'_> {
        let id = jobs.name_of(&self.status.id);
        Summary {
            location: format!("/v1/{PLURAL}/{id}"),
            id: id.into(),
            state: self.state(),
            game: &self.spec.game,
            position: &self.spec.position,
            time_ms: self.spec.time_ms,
            elapsed_ms: self.status.lasted.unwrap_or(self.status.age).as_micros() as f64 / 1000.0,
        }
    }

    fn answer(&self, jobs: &Jobs, request: &RequestId) -> Response {
        let problem = self.problem();
        document::json(&Status {
            summary: self.summary(jobs),
            results: BTreeMap::from([(NAME, self.analysis())]),
            problem: problem.as_ref().map(|problem| problem.body(Some(request))),
        })
    }
}

fn spec(status: &JobStatus) -> Option<AnalysisSpec> {
    serde_json::from_slice(&status.spec).ok()
}

/// Whether it is an analysis, and has not expired.
fn is_there(status: &JobStatus, keep: Duration) -> bool {
    let is_old = status.lasted.is_some_and(|lasted| status.age.saturating_sub(lasted) >= keep);
    status.kind == ANALYSIS_TASK && !is_old && status.state != JobState::Receiving
}

impl AppState {
    fn keep(&self) -> Duration {
        self.engine.config().task_limits.retention
    }

    /// The analysis, if the client has access to it: without a key, whoever knows the id.
    async fn find_analysis(&self, id: &str, access: &ClientAccess) -> Result<Task, Problem> {
        let unknown = || Problem::unknown_task(NAME);
        let id = self.jobs()?.id_of(id).ok_or_else(unknown)?;
        let task = Task::read(self.jobs()?, &id, self.keep()).await?.ok_or_else(unknown)?;
        let own = self.owner(access.client());
        let is_accessible = task.status.owner == own || !task.status.owner.0.starts_with("key ");
        if is_accessible { Ok(task) } else { Err(unknown()) }
    }
}

/// `GET /v1/analyses`: the analyses of a key, newest first.
async fn list(
    State(state): State<AppState>,
    Extension(access): Extension<ClientAccess>,
) -> Result<Response, Problem> {
    let owner = state.owner(owner(&access, PLURAL)?);
    let jobs = state.jobs()?;
    let mut own = Vec::new();
    for status in jobs.store.tasks().await?.into_iter().rev().filter(|status| status.owner == owner) {
        own.extend(Task::read(jobs, &status.id, state.keep()).await?);
    }
    let summaries: Vec<_> = own.iter().map(|task| task.summary(jobs)).collect();
    Ok(document::json(&BTreeMap::from([(PLURAL, summaries)])))
}

/// `POST /v1/analyses`.
async fn start(
    State(state): State<AppState>,
    Extension(request): Extension<RequestId>,
    Extension(access): Extension<ClientAccess>,
    Json(body, _lease): Json<AnalysisBody>,
) -> Result<Response, Problem> {
    body.refuse_level()?;
    let prepared = prepare_any_game(&state.engine, &body, Priority::Background)?;
    if !state.engine.accepts_work() {
        return Err(Problem::shutting_down());
    }
    let time = prepared.budget().time;
    let reserved = access.reserve(time)?;
    let PositionInfo { game, position, .. } = prepared.position_info();
    let spec = AnalysisSpec { game: game.to_owned(), position, time_ms: time.as_millis() as u64 };
    let id = submit(&state, &access, &spec, time, json_text(&body)).await?;
    let jobs = state.jobs()?;
    jobs.wake_workers();
    let task = Task::read(jobs, &id, state.keep()).await?.ok_or_else(|| Problem::unknown_task(NAME))?;
    if let Some(reserved) = reserved {
        tokio::spawn(settle(Arc::clone(jobs), id, state.keep(), reserved));
    }
    let location = task.summary(jobs).location;
    Ok((StatusCode::ACCEPTED, [(LOCATION, location)], task.answer(jobs, &request)).into_response())
}

/// Adds an analysis to the store, where it may take the place of a finished one.
async fn submit(
    state: &AppState,
    access: &ClientAccess,
    spec: &AnalysisSpec,
    time: Duration,
    body: String,
) -> Result<JobId, Problem> {
    let (jobs, limits, owner) =
        (state.jobs()?, &state.engine.config().task_limits, state.owner(access.client()));
    let _one_at_a_time = state.starting.lock().await;
    let tasks = jobs.store.tasks().await?;
    let held: Vec<_> = tasks.iter().filter(|status| is_there(status, state.keep())).map(held).collect();
    if let Some(oldest) = make_room(limits, &held, &owner)? {
        jobs.store.remove(oldest).await?;
    }
    let id = JobId::random().map_err(|_| Problem::internal())?;
    let new = NewJob {
        id: id.clone(),
        owner,
        class: Class::Task,
        kind: ANALYSIS_TASK.to_owned(),
        spec: json_text(spec).into_bytes(),
        needs: TASKS_NEED,
        retention: limits.retention,
        most_unfinished: usize::MAX,
    };
    jobs.store.create(new).await?;
    let chunk = NewChunk { first: 0, items: 1, cost: time, input: body.into_bytes() };
    jobs.store.add(&id, 0, vec![chunk]).await?;
    Ok(jobs.store.submit(&id, None).await?)
}

fn held(status: &JobStatus) -> Held<'_> {
    let since_end = status.lasted.map(|lasted| status.age.saturating_sub(lasted));
    let time = spec(status).map_or(Duration::ZERO, |spec| Duration::from_millis(spec.time_ms));
    Held { id: &status.id, owner: &status.owner, since_end, time }
}

/// Charges what an analysis has used, once it is over or removed, wherever it ran.
async fn settle(jobs: Arc<Jobs>, id: JobId, keep: Duration, reserved: Reservation) {
    let mut spent = Duration::ZERO;
    loop {
        sleep(POLL).await;
        match Task::read(&jobs, &id, keep).await {
            Ok(Some(task)) => {
                if let Some(found) = &task.found {
                    spent = Duration::from_millis(found.spent_ms);
                }
                if task.is_over() {
                    break;
                }
            }
            Ok(None) => break,
            Err(_) => {}
        }
    }
    reserved.charge(spent);
}

/// `GET /v1/analyses/{id}`. The time that it takes to write the results down is charged as search time.
async fn show(
    State(state): State<AppState>,
    Extension(request): Extension<RequestId>,
    Extension(access): Extension<ClientAccess>,
    PathSegment(id): PathSegment,
) -> Result<Response, Problem> {
    let task = state.find_analysis(&id, &access).await?;
    let jobs = state.jobs()?;
    Ok(access.paid(|| task.answer(jobs, &request)))
}

/// `DELETE /v1/analyses/{id}`.
async fn cancel(
    State(state): State<AppState>,
    Extension(access): Extension<ClientAccess>,
    PathSegment(id): PathSegment,
) -> Result<Response, Problem> {
    let task = state.find_analysis(&id, &access).await?;
    if !state.jobs()?.store.remove(&task.status.id).await? {
        return Err(Problem::unknown_task(NAME));
    }
    Ok((StatusCode::NO_CONTENT, [(CACHE_CONTROL, NO_STORE)]).into_response())
}

/// `GET /v1/analyses/{id}/events`.
async fn events(
    State(state): State<AppState>,
    request: StreamRequest,
    PathSegment(id): PathSegment,
) -> Result<Response, Problem> {
    let context = request.negotiate(MediaType::STREAMS)?;
    let task = state.find_analysis(&id, &context.access).await?;
    if context.is_resumed_after_end {
        return Ok(no_content());
    }
    let followed = Followed {
        jobs: Arc::clone(state.jobs()?),
        id: task.status.id,
        keep: state.keep(),
        context: context.clone(),
        sent: None,
        is_first: true,
    };
    respond_with_messages(unfold(Some(followed), Followed::next), context).await
}

/// The messages of an analysis that are still to come.
struct Followed {
    jobs: Arc<Jobs>,
    id: JobId,
    keep: Duration,
    context: StreamContext,
    /// The analysis that was sent last.
    sent: Option<String>,
    is_first: bool,
}

impl Followed {
    /// The next message, once there is news; after the last one, nothing.
    async fn next(followed: Option<Self>) -> Option<(Result<String, Problem>, Option<Self>)> {
        let mut this = followed?;
        loop {
            if !std::mem::take(&mut this.is_first) {
                sleep(POLL).await;
            }
            let task = match Task::read(&this.jobs, &this.id, this.keep).await {
                Ok(Some(task)) => task,
                Ok(None) => return Some((Err(Problem::unknown_task(NAME)), None)),
                // The store may come back.
                Err(StoreError::Unavailable(_)) => continue,
                Err(error) => return Some((Err(error.into()), None)),
            };
            if let Some(problem) = task.problem() {
                return Some((Err(problem), None));
            }
            let is_last = task.is_over();
            let Some(analysis) = task.analysis() else {
                if is_last {
                    return Some((Err(Problem::internal()), None));
                }
                continue;
            };
            if is_last || this.sent.as_deref() != Some(analysis.get()) {
                let event = if is_last { "final" } else { "update" };
                let message = Message { event, name: NAME, is_last };
                let text = message.text(this.context.media_type, &analysis);
                this.sent = Some(analysis.get().to_owned());
                return Some((Ok(text), (!is_last).then_some(this)));
            }
        }
    }
}
