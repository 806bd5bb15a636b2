//! `/v1/jobs`: work on archives of positions or games, of any size. `POST` receives one, `/v1/jobs/{id}` says how far
//! it is, `/v1/jobs/{id}/events` follows it, `/v1/jobs/{id}/results` has the answers so far.

mod archive_body;
mod completion;
mod gunzip;
mod parts;
mod receive;
mod reception;
mod results;

use super::document::{NO_STORE, json};
use super::error::Problem;
use super::extract::PathSegment;
use super::fair_use::ClientAccess;
use super::follow::{Followable, News, follow};
use super::negotiation::MediaType;
use super::routes;
use super::state::AppState;
use super::stream::StreamRequest;
use crate::jobs::{JobSpec, Jobs, is_task};
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};
use axum::{Extension, Router};
use bestmove_jobs::{JobId, JobState, JobStatus, Owner, StoreError};
use bestmove_scheduler::quota::Client;
use serde::Serialize;
use serde_json::value::to_raw_value;
use std::sync::Arc;
use std::time::Duration;

pub(super) use receive::IDEMPOTENCY_KEY;

pub(super) fn routes() -> Router<AppState> {
    let answered = Router::new()
        .route("/v1/jobs", get(list).post(receive::post))
        .route("/v1/jobs/{id}", get(show).delete(cancel))
        .route("/v1/jobs/{id}/parts", get(parts::list))
        .route("/v1/jobs/{id}/parts/{part}", put(parts::put))
        .route("/v1/jobs/{id}/complete", post(parts::complete));
    routes::json(answered)
        .route("/v1/jobs/{id}/events", get(events))
        .route("/v1/jobs/{id}/results", get(results::lines))
        .route("/v1/jobs/{id}/results.ndjson.gz", get(results::file))
}

impl AppState {
    pub(super) fn jobs(&self) -> Result<&Arc<Jobs>, Problem> {
        self.jobs.as_ref().ok_or_else(Problem::unknown_path)
    }

    /// The owner of a client's jobs.
    pub(super) fn owner(&self, client: Client) -> Owner {
        Owner(self.access_control.client_name(client))
    }

    /// The job with that id, if the client has access to it: without a key, whoever knows the id.
    async fn find_job(&self, id: &str, access: &ClientAccess) -> Result<(JobId, JobStatus), Problem> {
        let id = JobId::parse(id).ok_or_else(Problem::unknown_job)?;
        let job = self.jobs()?.store.job(&id).await?;
        let job = job.filter(is_archive).ok_or_else(Problem::unknown_job)?;
        let owner = self.owner(access.client());
        let is_accessible = job.owner == owner || job.owner.0.starts_with("address ");
        if is_accessible { Ok((id, job)) } else { Err(Problem::unknown_job()) }
    }
}

fn is_archive(job: &JobStatus) -> bool {
    !is_task(&job.kind)
}

/// `GET /v1/jobs`: the jobs of a key, newest first.
async fn list(
    State(state): State<AppState>,
    Extension(access): Extension<ClientAccess>,
) -> Result<Response, Problem> {
    let owner = state.owner(super::background::owner(&access, "jobs")?);
    let jobs = state.jobs()?;
    let own = jobs.store.jobs_of(&owner).await?;
    let own = own.iter().filter(|job| is_archive(job));
    let jobs = own.map(JobBody::new).collect::<Result<_, _>>()?;
    Ok(json(&JobsBody { jobs }))
}

/// `GET /v1/jobs/{id}`.
async fn show(
    State(state): State<AppState>,
    Extension(access): Extension<ClientAccess>,
    PathSegment(id): PathSegment,
) -> Result<Response, Problem> {
    let (_, job) = state.find_job(&id, &access).await?;
    Ok(json(&JobBody::new(&job)?))
}

/// `DELETE /v1/jobs/{id}`: cancels a job. The answers so far can be read.
async fn cancel(
    State(state): State<AppState>,
    Extension(access): Extension<ClientAccess>,
    PathSegment(id): PathSegment,
) -> Result<Response, Problem> {
    let (id, _) = state.find_job(&id, &access).await?;
    state.jobs()?.cancel(&id).await?;
    Ok((StatusCode::NO_CONTENT, [(CACHE_CONTROL, NO_STORE)]).into_response())
}

/// `GET /v1/jobs/{id}/events`.
async fn events(
    State(state): State<AppState>,
    request: StreamRequest,
    PathSegment(id): PathSegment,
) -> Result<Response, Problem> {
    let context = request.negotiate(MediaType::STREAMS)?;
    let (id, _) = state.find_job(&id, &context.access).await?;
    follow::<FollowedJob>(state, id, context).await
}

/// A job that is followed: all of it is sent whenever anything but the time has changed.
struct FollowedJob(JobStatus);

impl Followable for FollowedJob {
    /// The job without its age.
    type Sent = Option<JobStatus>;

    async fn find(state: &AppState, id: &JobId) -> Result<Option<Self>, StoreError> {
        let Some(jobs) = &state.jobs else { return Ok(None) };
        Ok(jobs.store.job(id).await?.map(Self))
    }

    fn unknown() -> Problem {
        Problem::unknown_job()
    }

    fn outlives_drain(_: &Jobs) -> bool {
        false
    }

    fn is_over(&self) -> bool {
        !is_open(self.0.state)
    }

    fn waits_for_client(&self) -> bool {
        self.0.state == JobState::Receiving
    }

    fn news(&self, sent: &mut Option<JobStatus>) -> Result<Vec<News>, Problem> {
        let new = Some(JobStatus { age: Duration::ZERO, ..self.0.clone() });
        if *sent == new {
            return Ok(Vec::new());
        }
        *sent = new;
        let content = to_raw_value(&JobBody::new(&self.0)?).map_err(|_| Problem::internal())?;
        let event = if self.is_over() { "final" } else { "update" };
        Ok(vec![News { event, name: "job", id: None, content }])
    }
}

const fn is_open(state: JobState) -> bool {
    matches!(state, JobState::Receiving | JobState::Running)
}

#[derive(Serialize)]
struct JobsBody {
    jobs: Vec<JobBody>,
}

/// A job.
#[derive(Serialize)]
struct JobBody {
    id: String,
    location: String,
    state: &'static str,
    #[serde(flatten)]
    spec: JobSpec,
    items: u64,
    finished_items: u64,
    /// The finished items whose answer is a problem.
    problems: u64,
    /// The CPU time that it is expected to take in all.
    cpu_ms: u64,
    spent_cpu_ms: u64,
    /// The CPU time that the rest is expected to take, by what the finished part took.
    remaining_cpu_ms: u64,
    elapsed_ms: u64,
}

impl JobBody {
    fn new(job: &JobStatus) -> Result<Self, Problem> {
        let id = job.id.as_str();
        let rest = job.cost.saturating_sub(job.finished_cost);
        let ratio = job.spent.as_secs_f64() / job.finished_cost.as_secs_f64();
        let remaining = if ratio.is_finite() { rest.mul_f64(ratio) } else { rest };
        Ok(Self {
            location: location(id),
            id: id.to_owned(),
            state: match job.state {
                JobState::Receiving => "receiving",
                JobState::Running if job.finished_items == 0 => "waiting",
                JobState::Running => "running",
                JobState::Finished => "finished",
                JobState::Cancelled => "cancelled",
            },
            spec: serde_json::from_slice(&job.spec).map_err(|_| Problem::internal())?,
            items: job.items,
            finished_items: job.finished_items,
            problems: job.problems,
            cpu_ms: millis(job.cost),
            spent_cpu_ms: millis(job.spent),
            remaining_cpu_ms: if is_open(job.state) { millis(remaining) } else { 0 },
            elapsed_ms: millis(job.lasted.unwrap_or(job.age)),
        })
    }
}

const fn millis(time: Duration) -> u64 {
    time.as_millis() as u64
}

fn location(id: &str) -> String {
    format!("/v1/jobs/{id}")
}
