//! Background tasks, which go on after their request is answered: `/v1/{kind}` lists and starts them,
//! `/v1/{kind}/{id}` shows and cancels them, and `/v1/{kind}/{id}/events` streams their results.

mod analysis;
mod review;
mod room;
pub(super) mod stored;

pub(super) use review::ReviewWork;

use super::document::{self, NO_STORE};
use super::error::{Problem, ProblemBody};
use super::extract::{Json, PathSegment};
use super::fair_use::ClientAccess;
use super::negotiation::MediaType;
use super::request_id::RequestId;
use super::routes::json;
use super::state::AppState;
use super::stream::{StreamContext, StreamRequest, no_content};
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, LOCATION};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get};
use axum::{Extension, Router};
use bestmove_scheduler::quota::{ByteLease, Client};
use bestmove_scheduler::{BackgroundTask, BackgroundTasks};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The background tasks of a kind.
pub(super) type Tasks<T> = Arc<BackgroundTasks<T>>;

/// A kind of background task: its input and its results so far.
pub(super) trait TaskKind: Sized + Send + Sync + 'static {
    /// The body of a request that starts a task.
    type Body: DeserializeOwned + Send;
    /// The results so far.
    type Progress;
    /// The name of the results.
    const NAME: &'static str;
    /// The name of the kind in paths.
    const PLURAL: &'static str;

    /// The tasks of this kind.
    fn tasks(state: &AppState) -> &Tasks<Self>;

    /// Starts a task.
    fn start(
        state: &AppState,
        access: ClientAccess,
        body: (Self::Body, ByteLease),
    ) -> Result<Arc<BackgroundTask<Self>>, Problem>;

    /// The game and the position that the task is about.
    fn subject(&self) -> (&'static str, &str);

    fn progress(&self) -> Self::Progress;

    fn state(progress: &Self::Progress) -> TaskState;

    /// The results, if there are any.
    fn results<'a>(
        &'a self,
        progress: &'a Self::Progress,
        request: &'a RequestId,
    ) -> Option<impl Serialize + 'a>;

    /// Streams the results so far and those to come. The stream does not keep a deleted task.
    fn follow(
        task: Arc<BackgroundTask<Self>>,
        context: StreamContext,
    ) -> impl Future<Output = Result<Response, Problem>> + Send;
}

/// How far a task is.
pub(super) enum TaskState {
    Waiting,
    Running,
    Finished,
    Failed(Problem),
}

impl TaskState {
    const fn name(&self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Finished => "finished",
            Self::Failed(_) => "failed",
        }
    }
}

/// The routes of a kind.
pub(super) fn routes<T: TaskKind>() -> Router<AppState> {
    let path = |rest: &str| format!("/v1/{}{rest}", T::PLURAL);
    let answered =
        Router::new().route(&path(""), get(list::<T>).post(start::<T>)).route(&path("/{id}"), get(show::<T>));
    json(answered).route(&path("/{id}"), delete(cancel::<T>)).route(&path("/{id}/events"), get(events::<T>))
}

/// `GET /v1/{kind}`: the tasks of a key, newest first.
async fn list<T: TaskKind>(
    State(state): State<AppState>,
    Extension(access): Extension<ClientAccess>,
) -> Result<Response, Problem> {
    let own = T::tasks(&state).of(owner(&access, T::PLURAL)?);
    let summaries: Vec<_> =
        own.iter().map(|task| Summary::new(task, &T::state(&task.work().progress()))).collect();
    Ok(document::json(&BTreeMap::from([(T::PLURAL, summaries)])))
}

/// `POST /v1/{kind}`.
async fn start<T: TaskKind>(
    State(state): State<AppState>,
    Extension(request): Extension<RequestId>,
    Extension(access): Extension<ClientAccess>,
    Json(body, lease): Json<T::Body>,
) -> Result<Response, Problem> {
    let task = T::start(&state, access, (body, lease))?;
    Ok((StatusCode::ACCEPTED, [(LOCATION, location(&task))], status(&task, &request)).into_response())
}

/// `GET /v1/{kind}/{id}`. The time that it takes to write the results down is charged as search time.
async fn show<T: TaskKind>(
    State(state): State<AppState>,
    Extension(request): Extension<RequestId>,
    Extension(access): Extension<ClientAccess>,
    PathSegment(id): PathSegment,
) -> Result<Response, Problem> {
    let task = find::<T>(&state, &id, &access)?;
    Ok(access.paid(|| status(&task, &request)))
}

/// `DELETE /v1/{kind}/{id}`.
async fn cancel<T: TaskKind>(
    State(state): State<AppState>,
    Extension(access): Extension<ClientAccess>,
    PathSegment(id): PathSegment,
) -> Result<Response, Problem> {
    if !T::tasks(&state).cancel(&id, access.client()) {
        return Err(Problem::unknown_task(T::NAME));
    }
    Ok((StatusCode::NO_CONTENT, [(CACHE_CONTROL, NO_STORE)]).into_response())
}

/// `GET /v1/{kind}/{id}/events`.
async fn events<T: TaskKind>(
    State(state): State<AppState>,
    request: StreamRequest,
    PathSegment(id): PathSegment,
) -> Result<Response, Problem> {
    let context = request.negotiate(MediaType::STREAMS)?;
    let task = find::<T>(&state, &id, &context.access)?;
    if context.is_resumed_after_end {
        return Ok(no_content());
    }
    T::follow(task, context).await
}

/// The task, if the client has access to it. Another client's task is a 404, so IDs cannot be probed.
fn find<T: TaskKind>(
    state: &AppState,
    id: &str,
    access: &ClientAccess,
) -> Result<Arc<BackgroundTask<T>>, Problem> {
    T::tasks(state).find(id, access.client()).ok_or_else(|| Problem::unknown_task(T::NAME))
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

fn location<T: TaskKind>(task: &BackgroundTask<T>) -> String {
    format!("/v1/{}/{}", T::PLURAL, task.life().id())
}

/// A task with its results so far.
fn status<T: TaskKind>(task: &BackgroundTask<T>, request: &RequestId) -> Response {
    let progress = task.work().progress();
    let state = T::state(&progress);
    document::json(&Status {
        summary: Summary::new(task, &state),
        results: BTreeMap::from([(T::NAME, task.work().results(&progress, request))]),
        problem: if let TaskState::Failed(problem) = &state {
            Some(problem.body(Some(request)))
        } else {
            None
        },
    })
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
    id: Cow<'a, str>,
    location: String,
    state: &'static str,
    game: &'a str,
    position: &'a str,
    time_ms: u64,
    elapsed_ms: f64,
}

impl<'a> Summary<'a> {
    fn new<T: TaskKind>(task: &'a BackgroundTask<T>, state: &TaskState) -> Self {
        let (life, (game, position)) = (task.life(), task.work().subject());
        Self {
            id: life.id().into(),
            location: location(task),
            state: state.name(),
            game,
            position,
            time_ms: life.time().as_millis() as u64,
            elapsed_ms: life.elapsed().as_micros() as f64 / 1000.0,
        }
    }
}
