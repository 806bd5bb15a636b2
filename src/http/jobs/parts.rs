//! `/v1/jobs/{id}/parts`: an archive in numbered parts, which may come in any order and again,
//! through any replica; `/v1/jobs/{id}/complete` submits it. As in the multipart uploads of object
//! stores, whose parts may be replaced: here the first stays.

use super::super::convert::MAX_TIME;
use super::super::document::{NO_STORE, json};
use super::super::error::{Mismatch, Problem};
use super::super::extract::{PathSegment, find_game, refuse_codings};
use super::super::fair_use::ClientAccess;
use super::super::memory::MemoryAccount;
use super::super::query_string::QueryString;
use super::super::state::AppState;
use super::archive_body::ArchiveBody;
use super::completion::Completion;
use super::receive::accepted;
use super::reception::new_job;
use crate::jobs::{JobSpec, Jobs};
use axum::Extension;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use bestmove_jobs::{Idempotency, JobId, JobState, JobStatus, Owner};
use serde::{Deserialize, Serialize};
use std::panic::resume_unwind;
use std::sync::Arc;

/// The most parts of an archive; the first has the number 1.
const MOST_PARTS: u32 = 10_000;
/// The most bytes of a part.
pub(super) const MOST_BYTES: usize = 1 << 20;
/// An empty part that the store keeps from the start: the job is not received as one body.
const OPENED: u32 = 0;

/// Opens a job whose archive comes in parts. Returns its id, or that of one that was opened
/// meanwhile with the same key and content.
pub(super) async fn open(
    jobs: &Jobs,
    owner: Owner,
    spec: &JobSpec,
    idempotency: Option<Idempotency>,
) -> Result<JobId, Problem> {
    let new = new_job(jobs, owner, spec)?;
    let id = new.id.clone();
    jobs.store.create(new).await?;
    let opened = async {
        jobs.store.put_upload(&id, OPENED, Vec::new(), jobs.config.uploads).await?;
        match idempotency {
            Some(idempotency) => jobs.store.name(&id, idempotency).await,
            None => Ok(id.clone()),
        }
    };
    let opened = opened.await;
    if !opened.as_ref().is_ok_and(|opened| *opened == id) {
        // Nobody knows its ID.
        drop(jobs.store.remove(&id).await);
    }
    Ok(opened?)
}

/// The sizes of the parts that have come, by their numbers; `None` if the job is not received in parts.
async fn received(jobs: &Jobs, id: &JobId) -> Result<Option<Vec<(u32, u64)>>, Problem> {
    let mut parts = jobs.store.uploads(id).await?;
    let is_open = parts.first().is_some_and(|&(part, _)| part == OPENED);
    Ok(is_open.then(|| parts.split_off(1)))
}

#[derive(Serialize)]
struct PartsBody {
    parts: Vec<PartBody>,
}

#[derive(Serialize)]
struct PartBody {
    part: u32,
    bytes: u64,
}

/// `GET /v1/jobs/{id}/parts`: the parts that have come; none of a job that is not received in parts.
pub(super) async fn list(
    State(state): State<AppState>,
    Extension(access): Extension<ClientAccess>,
    PathSegment(id): PathSegment,
) -> Result<Response, Problem> {
    let (id, _) = state.find_job(&id, &access).await?;
    let parts = received(state.jobs()?, &id).await?.unwrap_or_default();
    let parts = parts.into_iter().map(|(part, bytes)| PartBody { part, bytes }).collect();
    Ok(json(&PartsBody { parts }))
}

/// `PUT /v1/jobs/{id}/parts/{part}`.
pub(super) async fn put(
    State(state): State<AppState>,
    Extension(access): Extension<ClientAccess>,
    Extension(account): Extension<MemoryAccount>,
    path: Result<Path<(String, String)>, axum::extract::rejection::PathRejection>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let mut body = ArchiveBody::new(body, false);
    let answer = put_body(&state, (&access, &account), path, &headers, &mut body).await;
    if answer.is_err() {
        tokio::spawn(body.discard());
    }
    answer
}

async fn put_body(
    state: &AppState,
    (access, account): (&ClientAccess, &MemoryAccount),
    path: Result<Path<(String, String)>, axum::extract::rejection::PathRejection>,
    headers: &HeaderMap,
    body: &mut ArchiveBody,
) -> Result<Response, Problem> {
    let Path((id, part)) = path.map_err(|rejection| Problem::malformed_path(rejection.body_text()))?;
    refuse_codings(headers)?;
    let jobs = state.jobs()?;
    let (id, job) = state.find_job(&id, access).await?;
    let number = part.parse().ok().filter(|number| (1..=MOST_PARTS).contains(number));
    let number: u32 = number
        .ok_or_else(|| mismatch("part", &format!("the number of a part from 1 to {MOST_PARTS}"), &part))?;
    if job.state != JobState::Receiving || jobs.store.upload(&id, OPENED).await?.is_none() {
        return Err(mismatch("id", "a job that is received in parts", job_in_words(&job)));
    }
    let mut lease = account.lease();
    let bytes = body.whole(MOST_BYTES, &mut lease).await?;
    let length = bytes.len();
    if !jobs.store.put_upload(&id, number, bytes, jobs.config.uploads).await? {
        let got = format!("{length} other bytes");
        return Err(mismatch("part", &format!("part {number} as it came first"), &got));
    }
    Ok((StatusCode::NO_CONTENT, [(CACHE_CONTROL, NO_STORE)]).into_response())
}

const fn job_in_words(job: &JobStatus) -> &'static str {
    match job.state {
        JobState::Receiving => "one that is received as a whole",
        JobState::Running => "one that has been submitted",
        JobState::Finished => "one that has ended",
        JobState::Cancelled => "one that was cancelled",
    }
}

fn mismatch(field: &str, expected: &str, got: &str) -> Problem {
    let [expected, got] = [expected, got].map(str::to_owned);
    Problem::invalid_field(Mismatch { field: Some(field.to_owned()), expected, got })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CompleteQuery {
    /// How many parts the archive has.
    parts: u32,
}

/// `POST /v1/jobs/{id}/complete`: submits a job whose parts have all come. Again, also after one
/// that broke off, it is the same job.
pub(super) async fn complete(
    State(state): State<AppState>,
    Extension(access): Extension<ClientAccess>,
    Extension(account): Extension<MemoryAccount>,
    PathSegment(id): PathSegment,
    QueryString(CompleteQuery { parts }): QueryString<CompleteQuery>,
) -> Result<Response, Problem> {
    let jobs = state.jobs()?;
    let (id, _) = state.find_job(&id, &access).await?;
    // Another request may submit the job at any moment, which removes the parts: they are read before the state.
    let received = received(jobs, &id).await?;
    let job = jobs.store.job(&id).await?.ok_or_else(Problem::unknown_job)?;
    if job.state == JobState::Receiving {
        let received =
            received.ok_or_else(|| mismatch("id", "a job that is received in parts", job_in_words(&job)))?;
        check_complete(&received, parts)?;
        // A client in debt sends no archive.
        drop(access.reserve_now(MAX_TIME)?);
        let spec: JobSpec = serde_json::from_slice(&job.spec).map_err(|_| Problem::internal())?;
        let game = find_game(state.engine.games(), &spec.game)?;
        let completion =
            Completion { jobs: Arc::clone(jobs), id: id.clone(), parts, spec, game, access, account };
        // A client that goes away does not end it.
        let completed = tokio::spawn(completion.run()).await;
        completed.unwrap_or_else(|error| resume_unwind(error.into_panic()))?;
    }
    accepted(jobs, &id).await
}

/// Refuses parts among which one is missing or too many.
fn check_complete(received: &[(u32, u64)], parts: u32) -> Result<(), Problem> {
    const MOST_NAMED: usize = 10;
    if !(1..=MOST_PARTS).contains(&parts) {
        let expected = format!("the number of parts, from 1 to {MOST_PARTS}");
        return Err(mismatch("parts", &expected, &parts.to_string()));
    }
    let has = |part: &u32| received.binary_search_by_key(part, |&(part, _)| part).is_ok();
    let missing: Vec<_> = (1..=parts).filter(|part| !has(part)).collect();
    let named = |parts: &[u32]| {
        let names: Vec<_> = parts.iter().take(MOST_NAMED).map(u32::to_string).collect();
        let more = parts.len().saturating_sub(MOST_NAMED);
        names.join(", ") + &if more > 0 { format!(" and {more} more") } else { String::new() }
    };
    let expected = format!("all parts from 1 to {parts}");
    if !missing.is_empty() {
        return Err(mismatch("parts", &expected, &format!("no part {}", named(&missing))));
    }
    let beyond: Vec<_> = received.iter().map(|&(part, _)| part).filter(|&part| part > parts).collect();
    if beyond.is_empty() {
        Ok(())
    } else {
        Err(mismatch("parts", &expected, &format!("part {}", named(&beyond))))
    }
}
