//! `POST /v1/jobs`.

use super::super::convert::MAX_TIME;
use super::super::document::json;
use super::super::error::{Mismatch, Problem};
use super::super::extract::{GZIP, IDENTITY, find_game, is_coding, refuse_codings_but};
use super::super::fair_use::ClientAccess;
use super::super::memory::MemoryAccount;
use super::super::query_string::QueryString;
use super::super::state::AppState;
use super::archive_body::ArchiveBody;
use super::reception::{Reception, encoded};
use super::{JobBody, location, parts};
use crate::jobs::{JobKind, JobSpec, Jobs, Price};
use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bestmove_jobs::{Digest, Idempotency, JobId, Owner, StoreError};
use serde::{Deserialize, Serialize};

/// The header with the client's name for a submission.
pub(in crate::http) const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
/// The longest idempotency key, in characters.
const MAX_KEY: usize = 255;

/// What the query string of a job says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JobQuery {
    kind: JobKind,
    game: String,
    nodes: Option<u64>,
    depth: Option<u64>,
    #[serde(default)]
    dry_run: bool,
    /// Whether the archive comes later, in parts.
    #[serde(default)]
    parts: bool,
}

/// What a job would cost.
#[derive(Serialize)]
struct DryRun {
    dry_run: bool,
    #[serde(flatten)]
    spec: JobSpec,
    #[serde(flatten)]
    price: Price,
}

/// `POST /v1/jobs`: receives an archive, and starts to work on it once all of it is there.
pub(super) async fn post(
    State(state): State<AppState>,
    Extension(access): Extension<ClientAccess>,
    Extension(account): Extension<MemoryAccount>,
    QueryString(query): QueryString<JobQuery>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let codings = headers.get_all(header::CONTENT_ENCODING);
    let is_compressed = codings.iter().any(|coding| is_coding(coding, GZIP));
    let mut body = ArchiveBody::new(body, is_compressed);
    let answer = answer(&state, (&access, &account), query, &headers, &mut body).await;
    if answer.is_err() {
        tokio::spawn(body.discard());
    }
    answer
}

async fn answer(
    state: &AppState,
    client: (&ClientAccess, &MemoryAccount),
    query: JobQuery,
    headers: &HeaderMap,
    body: &mut ArchiveBody,
) -> Result<Response, Problem> {
    let jobs = state.jobs()?;
    refuse_codings_but(&[IDENTITY, GZIP], headers)?;
    let game = find_game(state.engine.games(), &query.game)?;
    let JobQuery { kind, nodes, depth, dry_run, parts, .. } = query;
    let spec = JobSpec { kind, game: query.game, nodes, depth };
    spec.check(game.as_ref())?;
    let key = idempotency_key(headers)?;
    let (access, _) = client;
    // One archive may take more time than is left of a quota, but a client in debt sends no other.
    drop(access.reserve_now(MAX_TIME)?);
    let owner = state.owner(access.client());
    if parts {
        refuse_with_parts(dry_run, !body.next_slice(access).await?.is_empty())?;
    }
    if dry_run {
        let price = Reception::begin(jobs, owner, &spec, game, client).await?.price(body).await?;
        return Ok(json(&DryRun { dry_run, spec, price }));
    }
    body.add_to_digest(&encoded(&spec)?);
    let id = match earlier(jobs, &owner, key.as_deref()).await? {
        Some(earlier) => repeat(earlier, body, access).await?,
        None if parts => {
            let idempotency = key.map(|key| Idempotency { key, digest: body.digest() });
            parts::open(jobs, owner, &spec, idempotency).await?
        }
        None => Reception::begin(jobs, owner, &spec, game, client).await?.submit(body, key).await?,
    };
    jobs.wake_workers();
    accepted(jobs, &id).await
}

/// The answer to a submission.
pub(super) async fn accepted(jobs: &Jobs, id: &JobId) -> Result<Response, Problem> {
    let job = jobs.store.job(id).await?.ok_or_else(Problem::unknown_job)?;
    let location = location(id.as_str());
    Ok((StatusCode::ACCEPTED, [(header::LOCATION, location)], json(&JobBody::new(&job)?)).into_response())
}

/// Refuses what a submission in parts has no use for.
fn refuse_with_parts(dry_run: bool, has_body: bool) -> Result<(), Problem> {
    let (field, expected, got) = match (dry_run, has_body) {
        (true, _) => (Some("dry_run"), "false beside parts", "true"),
        (_, true) => (None, "an empty body beside parts", "an archive"),
        _ => return Ok(()),
    };
    let (field, expected, got) = (field.map(str::to_owned), expected.to_owned(), got.to_owned());
    Err(Problem::invalid_field(Mismatch { field, expected, got }))
}

/// The job that the client has submitted under this key, with its digest.
async fn earlier(jobs: &Jobs, owner: &Owner, key: Option<&str>) -> Result<Option<(JobId, Digest)>, Problem> {
    let Some(key) = key else { return Ok(None) };
    Ok(jobs.store.submitted(owner, key).await?)
}

/// Reads a job that has been submitted before, also if the client has as many as it may: nothing of
/// it is kept. Another one under its key is refused.
async fn repeat(
    (id, digest): (JobId, Digest),
    body: &mut ArchiveBody,
    access: &ClientAccess,
) -> Result<JobId, Problem> {
    while !body.next_slice(access).await?.is_empty() {}
    if body.digest() == digest { Ok(id) } else { Err(StoreError::IdempotencyKeyReused.into()) }
}

/// The client's name for the submission.
fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>, Problem> {
    let Some(key) = headers.get(IDEMPOTENCY_KEY) else { return Ok(None) };
    let text = key.to_str().ok().filter(|text| (1..=MAX_KEY).contains(&text.len()));
    let expected = || format!("a header Idempotency-Key of 1 to {MAX_KEY} visible ASCII characters");
    text.map(|text| Some(text.to_owned())).ok_or_else(|| {
        let got = format!("{} bytes", key.len());
        Problem::invalid_field(Mismatch {
            field: Some(IDEMPOTENCY_KEY.to_string()),
            expected: expected(),
            got,
        })
    })
}
