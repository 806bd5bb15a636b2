//! Background tasks of all kinds, which go on after their request is answered: `/v1/{kind}` lists and starts
//! them, `/v1/{kind}/{id}` shows and cancels them.

use super::document::{NO_STORE, json};
use super::error::Problem;
use super::extract::PathSegment;
use super::fair_use::ClientAccess;
use super::request_id::RequestId;
use crate::clients::Client;
use crate::engine::{BackgroundTask, BackgroundTasks, TaskLife};
use axum::Extension;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, LOCATION};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The work of a kind of task.
pub(super) trait TaskWork: Sized + Send + Sync + 'static {
    /// The name of the kind in paths: the plural.
    const KIND: &'static str;

    /// The problem of an ID that names no task of this kind.
    fn unknown() -> Problem;

    /// A task without its results.
    fn summary(task: &BackgroundTask<Self>) -> impl Serialize;

    /// A task with its results so far.
    fn status(task: &BackgroundTask<Self>, request: &RequestId) -> Response;
}

/// `GET /v1/{kind}`: the tasks of a key, newest first.
pub(super) async fn list<T: TaskWork>(
    Extension(tasks): Extension<Arc<BackgroundTasks<T>>>,
    Extension(access): Extension<ClientAccess>,
) -> Result<Response, Problem> {
    let own = tasks.of(owner(&access, T::KIND)?);
    let summaries: Vec<_> = own.iter().map(|task| T::summary(task)).collect();
    Ok(json(&BTreeMap::from([(T::KIND, summaries)])))
}

/// `GET /v1/{kind}/{id}`.
pub(super) async fn show<T: TaskWork>(
    Extension(tasks): Extension<Arc<BackgroundTasks<T>>>,
    Extension(request): Extension<RequestId>,
    Extension(access): Extension<ClientAccess>,
    PathSegment(id): PathSegment,
) -> Result<Response, Problem> {
    Ok(T::status(&*find(&tasks, &id, &access)?, &request))
}

/// `DELETE /v1/{kind}/{id}`.
pub(super) async fn cancel<T: TaskWork>(
    Extension(tasks): Extension<Arc<BackgroundTasks<T>>>,
    Extension(access): Extension<ClientAccess>,
    PathSegment(id): PathSegment,
) -> Result<Response, Problem> {
    if !tasks.cancel(&id, access.client()) {
        return Err(T::unknown());
    }
    Ok((StatusCode::NO_CONTENT, [(CACHE_CONTROL, NO_STORE)]).into_response())
}

/// The task, if the client has access to it. Another client's task is a 404, so IDs cannot be probed.
pub(super) fn find<T: TaskWork>(
    tasks: &Arc<BackgroundTasks<T>>,
    id: &str,
    access: &ClientAccess,
) -> Result<Arc<BackgroundTask<T>>, Problem> {
    tasks.find(id, access.client()).ok_or_else(T::unknown)
}

/// The answer to a request that has started a task.
pub(super) fn accepted<T: TaskWork>(task: &BackgroundTask<T>, request: &RequestId) -> Response {
    let location = location::<T>(task.life());
    (StatusCode::ACCEPTED, [(LOCATION, location)], T::status(task, request)).into_response()
}

fn location<T: TaskWork>(life: &TaskLife) -> String {
    format!("/v1/{}/{}", T::KIND, life.id())
}

/// The client whose tasks are listed. Many clients may share an address, so a list requires a key.
fn owner(access: &ClientAccess, tasks: &str) -> Result<Client, Problem> {
    match access.client() {
        Client::Address(_) => {
            Err(Problem::unauthorized(format!("{tasks} are listed by key: Authorization: Bearer KEY")))
        }
        key @ Client::Key(_) => Ok(key),
    }
}

/// A task without its results.
#[derive(Serialize)]
pub(super) struct Summary<'a, S> {
    id: &'a str,
    location: String,
    state: &'static str,
    #[serde(flatten)]
    subject: S,
    time_ms: u64,
    elapsed_ms: f64,
}

impl<'a, S> Summary<'a, S> {
    pub(super) fn new<T: TaskWork>(task: &'a BackgroundTask<T>, state: &'static str, subject: S) -> Self {
        let life = task.life();
        Self {
            id: life.id(),
            location: location::<T>(life),
            state,
            subject,
            time_ms: life.time().as_millis() as u64,
            elapsed_ms: life.elapsed().as_micros() as f64 / 1000.0,
        }
    }
}

/// The position that a task is about.
#[derive(Serialize)]
pub(super) struct PositionSubject<'a> {
    pub(super) game: &'static str,
    pub(super) position: &'a str,
}
