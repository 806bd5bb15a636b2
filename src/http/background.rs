//! Background tasks, which go on after their request is answered: `/v1/{kind}` lists and starts
//! them, `/v1/{kind}/{id}` shows and cancels them, and `/v1/{kind}/{id}/events` streams their
//! results. They are in the store of jobs: any replica that shares it does that.

mod analysis;
mod review;
mod room;
mod submit;

pub(super) use analysis::Analyses;
pub(super) use review::Reviews;

use super::document::{self, NO_STORE};
use super::error::{Problem, ProblemBody};
use super::extract::{Json, PathSegment};
use super::fair_use::{ClientAccess, Reservation};
use super::follow::{Followable, News, follow};
use super::negotiation::MediaType;
use super::request_id::RequestId;
use super::routes::json;
use super::state::AppState;
use super::stream::StreamRequest;
use crate::jobs::{Jobs, TaskSpec};
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, LOCATION};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get};
use axum::{Extension, Router};
use bestmove_jobs::{JobId, JobState, JobStatus, NewChunk, StoreError};
use bestmove_query::Registry;
use bestmove_scheduler::quota::Client;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::time::Duration;

/// A kind of background task.
pub(super) trait TaskKind: Sized + Send + Sync + 'static {
    /// The body of a request that starts a task.
    type Body: DeserializeOwned + Send;
    /// What followers have been sent.
    type Sent: Default + Send;
    /// Its name in the store.
    const STORED: &'static str;
    /// The name of the results.
    const NAME: &'static str;
    /// The name of the kind in paths.
    const PLURAL: &'static str;

    /// Validates a request.
    fn accept(
        state: &AppState,
        access: &ClientAccess,
        body: &Self::Body,
    ) -> impl Future<Output = Result<Accepted, Problem>> + Send;

    /// The results so far.
    fn read(
        jobs: &Jobs,
        games: &Registry,
        status: &JobStatus,
        spec: &TaskSpec,
    ) -> impl Future<Output = Result<Self, StoreError>> + Send;

    /// Why there is no result, once it is over.
    fn problem(&self) -> Option<Problem>;

    /// The results, if there are any.
    fn results(&self) -> Option<impl Serialize>;

    /// The search time that is stored so far.
    fn spent(jobs: &Jobs, status: &JobStatus) -> impl Future<Output = Result<Duration, StoreError>> + Send;

    /// What a follower has been sent whose last event has that id.
    fn sent_up_to(_: &str) -> Self::Sent {
        Self::Sent::default()
    }

    /// The messages that a follower has not been sent.
    fn news(&self, sent: &mut Self::Sent, is_over: bool) -> Vec<News>;
}

/// A task that may be added to the store.
pub(super) struct Accepted {
    spec: TaskSpec,
    chunks: Vec<NewChunk>,
    reserved: Option<Reservation>,
}

/// The routes of a kind.
pub(super) fn routes<K: TaskKind>() -> Router<AppState> {
    let path = |rest: &str| format!("/v1/{}{rest}", K::PLURAL);
    let answered =
        Router::new().route(&path(""), get(list::<K>).post(start::<K>)).route(&path("/{id}"), get(show::<K>));
    json(answered).route(&path("/{id}"), delete(cancel::<K>)).route(&path("/{id}/events"), get(events::<K>))
}

/// A task of the store.
struct Task<K> {
    status: JobStatus,
    spec: TaskSpec,
    found: K,
}

impl<K: TaskKind> Task<K> {
    /// The task with that id, unless it has expired.
    async fn read(state: &AppState, jobs: &Jobs, id: &JobId) -> Result<Option<Self>, StoreError> {
        match status::<K>(jobs, id).await? {
            Some(status) => Self::of(state, jobs, status).await,
            None => Ok(None),
        }
    }

    /// The task of that status; `None` if a later release has written it.
    async fn of(state: &AppState, jobs: &Jobs, status: JobStatus) -> Result<Option<Self>, StoreError> {
        let Some(spec) = TaskSpec::read(&status.spec) else { return Ok(None) };
        let found = K::read(jobs, state.engine.games(), &status, &spec).await?;
        Ok(Some(Self { status, spec, found }))
    }

    fn state(&self) -> &'static str {
        match self.is_over() {
            true if self.problem().is_some() => "failed",
            true => "finished",
            false if self.found.results().is_some() => "running",
            false => "waiting",
        }
    }

    fn summary(&self) -> Summary<'_> {
        let id = self.status.id.as_str();
        Summary {
            location: format!("/v1/{}/{id}", K::PLURAL),
            id,
            state: self.state(),
            game: &self.spec.game,
            position: &self.spec.position,
            time_ms: self.spec.time_ms,
            elapsed_ms: self.status.lasted.unwrap_or(self.status.age).as_micros() as f64 / 1000.0,
        }
    }

    fn answer(&self, request: &RequestId) -> Response {
        let problem = self.problem();
        let results = self.found.results().filter(|_| problem.is_none());
        document::json(&Status {
            summary: self.summary(),
            results: BTreeMap::from([(K::NAME, results)]),
            problem: problem.as_ref().map(|problem| problem.body(Some(request))),
        })
    }
}

impl<K: TaskKind> Followable for Task<K> {
    type Sent = K::Sent;

    async fn find(state: &AppState, id: &JobId) -> Result<Option<Self>, StoreError> {
        let Some(jobs) = &state.jobs else { return Ok(None) };
        Self::read(state, jobs, id).await
    }

    fn unknown() -> Problem {
        Problem::unknown_task(K::NAME)
    }

    /// A task in memory ends with what it has.
    fn outlives_drain(jobs: &Jobs) -> bool {
        !jobs.config.is_lasting
    }

    fn is_over(&self) -> bool {
        matches!(self.status.state, JobState::Finished)
    }

    fn problem(&self) -> Option<Problem> {
        self.found.problem().filter(|_| self.is_over())
    }

    fn sent_up_to(last_event_id: &str) -> K::Sent {
        K::sent_up_to(last_event_id)
    }

    fn news(&self, sent: &mut K::Sent) -> Result<Vec<News>, Problem> {
        Ok(self.found.news(sent, self.is_over()))
    }
}

#[derive(Serialize)]
struct Status<'a, R> {
    #[serde(flatten)]
    summary: Summary<'a>,
    #[serde(flatten)]
    results: BTreeMap<&'static str, Option<R>>,
    problem: Option<ProblemBody<'a>>,
}

/// A task without its results.
#[derive(Serialize)]
struct Summary<'a> {
    id: &'a str,
    location: String,
    state: &'static str,
    game: &'a str,
    position: &'a str,
    time_ms: u64,
    elapsed_ms: f64,
}

/// The task of that kind with that id as it is in the store, unless it has expired.
async fn status<K: TaskKind>(jobs: &Jobs, id: &JobId) -> Result<Option<JobStatus>, StoreError> {
    let is_kept = |status: &JobStatus| status.kind == K::STORED && jobs.keeps(status);
    Ok(jobs.store.job(id).await?.filter(is_kept))
}

impl AppState {
    /// The task, if the client has access to it: without a key, whoever knows the id. Another
    /// client's task is a 404, so that ids cannot be probed.
    async fn find_task<K: TaskKind>(&self, id: &str, access: &ClientAccess) -> Result<JobStatus, Problem> {
        let unknown = || Problem::unknown_task(K::NAME);
        let id = JobId::parse(id).ok_or_else(unknown)?;
        let status = status::<K>(self.jobs()?, &id).await?.ok_or_else(unknown)?;
        let is_accessible =
            status.owner == self.owner(access.client()) || !status.owner.0.starts_with("key ");
        if is_accessible { Ok(status) } else { Err(unknown()) }
    }
}

/// `GET /v1/{kind}`: the tasks of a key, newest first.
async fn list<K: TaskKind>(
    State(state): State<AppState>,
    Extension(access): Extension<ClientAccess>,
) -> Result<Response, Problem> {
    let owner = state.owner(owner(&access, K::PLURAL)?);
    let jobs = state.jobs()?;
    let mut own = Vec::new();
    let is_own = |status: &JobStatus| status.owner == owner && status.kind == K::STORED;
    for status in jobs.kept_tasks().await?.into_iter().rev().filter(is_own) {
        own.extend(Task::<K>::of(&state, jobs, status).await?);
    }
    let summaries: Vec<_> = own.iter().map(|task| task.summary()).collect();
    Ok(document::json(&BTreeMap::from([(K::PLURAL, summaries)])))
}

/// `POST /v1/{kind}`.
async fn start<K: TaskKind>(
    State(state): State<AppState>,
    Extension(request): Extension<RequestId>,
    Extension(access): Extension<ClientAccess>,
    Json(body, _lease): Json<K::Body>,
) -> Result<Response, Problem> {
    let accepted = K::accept(&state, &access, &body).await?;
    if !state.engine.accepts_work() {
        return Err(Problem::shutting_down());
    }
    // What has begun is finished and charged, also for a client that has gone.
    let submitting = tokio::spawn(submit::submit::<K>(state, access, accepted));
    let task = submitting.await.map_err(|_| Problem::internal())??;
    let location = task.summary().location;
    Ok((StatusCode::ACCEPTED, [(LOCATION, location)], task.answer(&request)).into_response())
}

/// `GET /v1/{kind}/{id}`. The time that it takes to write the results down is charged as search time.
async fn show<K: TaskKind>(
    State(state): State<AppState>,
    Extension(request): Extension<RequestId>,
    Extension(access): Extension<ClientAccess>,
    PathSegment(id): PathSegment,
) -> Result<Response, Problem> {
    let status = state.find_task::<K>(&id, &access).await?;
    let task = Task::<K>::of(&state, state.jobs()?, status).await?;
    let task = task.ok_or_else(|| Problem::unknown_task(K::NAME))?;
    Ok(access.paid(|| task.answer(&request)))
}

/// `DELETE /v1/{kind}/{id}`.
async fn cancel<K: TaskKind>(
    State(state): State<AppState>,
    Extension(access): Extension<ClientAccess>,
    PathSegment(id): PathSegment,
) -> Result<Response, Problem> {
    let status = state.find_task::<K>(&id, &access).await?;
    if !state.jobs()?.remove_task(&status.id).await? {
        return Err(Problem::unknown_task(K::NAME));
    }
    Ok((StatusCode::NO_CONTENT, [(CACHE_CONTROL, NO_STORE)]).into_response())
}

/// `GET /v1/{kind}/{id}/events`.
async fn events<K: TaskKind>(
    State(state): State<AppState>,
    request: StreamRequest,
    PathSegment(id): PathSegment,
) -> Result<Response, Problem> {
    let context = request.negotiate(MediaType::STREAMS)?;
    let status = state.find_task::<K>(&id, &context.access).await?;
    follow::<Task<K>>(state, status.id, context).await
}

/// The client whose tasks are listed. Many clients may share an address, so a list requires a key.
pub(super) fn owner(access: &ClientAccess, tasks: &str) -> Result<Client, Problem> {
    match access.client() {
        Client::Address(_) => {
            Err(Problem::unauthorized(format!("{tasks} are listed by key: Authorization: Bearer KEY")))
        }
        key @ Client::Key(_) => Ok(key),
    }
}
