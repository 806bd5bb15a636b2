//! `POST /v1/jobs`.

use super::super::document::json;
use super::super::error::{Mismatch, Problem};
use super::super::extract::find_game;
use super::super::fair_use::ClientAccess;
use super::super::query_string::QueryString;
use super::super::receive::BODY_TIMEOUT;
use super::super::state::AppState;
use super::{JobBody, location};
use crate::jobs::{JobConfig, JobKind, JobSpec, Jobs, Planner, Price, RELEASE, Upload};
use axum::Extension;
use axum::body::{Body, BodyDataStream};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bestmove_jobs::{Idempotency, JobId, JobState, NewChunk, NewJob, Owner};
use bestmove_query::AnyGame;
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::sync::Arc;
use tokio::time::timeout;

/// How many chunks go to the store at a time.
const PART: usize = 16;
/// The header with the client's name for a submission.
pub(in crate::http) const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
/// The longest idempotency key, in characters.
const MAX_KEY: usize = 255;

/// The most bytes that are read after a refusal.
const MAX_DISCARDED: usize = 256 << 20;

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
    QueryString(query): QueryString<JobQuery>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let mut body = body.into_data_stream();
    let answer = answer(&state, &access, query, &headers, &mut body).await;
    if answer.is_err() {
        tokio::spawn(discard(body));
    }
    answer
}

async fn answer(
    state: &AppState,
    access: &ClientAccess,
    query: JobQuery,
    headers: &HeaderMap,
    body: &mut BodyDataStream,
) -> Result<Response, Problem> {
    let jobs = Arc::clone(state.jobs()?);
    let game = find_game(state.engine.games(), &query.game)?;
    let JobQuery { kind, nodes, depth, dry_run, .. } = query;
    let spec = JobSpec { kind, game: query.game, nodes, depth };
    spec.check(game.as_ref())?;
    let key = idempotency_key(headers)?;
    let mut reception = Reception::new(&jobs, spec.clone(), game);
    if dry_run {
        reception.receive(body, access).await?;
        let price = reception.upload.price();
        return Ok(json(&DryRun { dry_run, spec, price }));
    }
    let owner = state.owner(access.client());
    refuse_one_more(&jobs, &owner, key.as_deref()).await?;
    let id = reception.store(owner, &spec, key.as_deref(), (body, access)).await?;
    jobs.wake_workers();
    let job = jobs.store.job(&id).await?.ok_or_else(Problem::unknown_job)?;
    let location = location(&jobs.name_of(&id));
    Ok((StatusCode::ACCEPTED, [(header::LOCATION, location)], json(&JobBody::new(&jobs, &job)?))
        .into_response())
}

/// Reads the rest of a body. Many clients read an answer only once they have sent all, and lose it if the connection ends
/// before.
async fn discard(mut body: BodyDataStream) {
    let mut rest = MAX_DISCARDED;
    while let Ok(Some(Ok(piece))) = timeout(BODY_TIMEOUT, body.next()).await {
        let Some(less) = rest.checked_sub(piece.len()) else { return };
        rest = less;
    }
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

/// Refuses a client that has as many unfinished jobs as it may, unless the job is one of them, submitted again.
async fn refuse_one_more(jobs: &Jobs, owner: &Owner, key: Option<&str>) -> Result<(), Problem> {
    if let Some(key) = key
        && jobs.store.submitted(owner, key).await?.is_some()
    {
        return Ok(());
    }
    let own = jobs.store.jobs_of(owner).await?;
    let open = own.iter().filter(|job| matches!(job.state, JobState::Receiving | JobState::Running)).count();
    if open >= jobs.config.per_client { Err(Problem::too_many_jobs(jobs.config.per_client)) } else { Ok(()) }
}

/// A job that is being received.
struct Reception<'a> {
    jobs: &'a Jobs,
    upload: Upload,
    id: Option<JobId>,
    part: u32,
    waiting: Vec<NewChunk>,
    digest: Sha256,
}

impl<'a> Reception<'a> {
    fn new(jobs: &'a Jobs, spec: JobSpec, game: Arc<dyn AnyGame>) -> Self {
        let kind = spec.kind;
        let planner = Planner::new(spec, Arc::clone(&game), jobs.config.chunk);
        let upload = Upload::new(planner, game, kind);
        Self { jobs, upload, id: None, part: 0, waiting: Vec::new(), digest: Sha256::new() }
    }

    /// Receives a job into the store. Returns its id, or that of an earlier one with the same key and content. What has been
    /// received of a job that fails is removed.
    async fn store(
        mut self,
        owner: Owner,
        spec: &JobSpec,
        key: Option<&str>,
        (body, access): (&mut BodyDataStream, &ClientAccess),
    ) -> Result<JobId, Problem> {
        let JobConfig { retention, .. } = self.jobs.config;
        let kind = spec.kind.name().to_owned();
        let spec = serde_json::to_vec(spec).map_err(|_| Problem::internal())?;
        self.digest.update(&spec);
        let id = JobId::random().map_err(|_| Problem::internal())?;
        let job = NewJob { id: id.clone(), owner, kind, spec, needs: RELEASE, retention };
        self.jobs.store.create(job).await?;
        self.id = Some(id.clone());
        let received = match self.receive(body, access).await {
            Ok(()) => self.submit(&id, key).await,
            Err(problem) => Err(problem),
        };
        if !received.as_ref().is_ok_and(|received| *received == id) {
            drop(self.jobs.store.cancel(&id).await);
        }
        received
    }

    async fn submit(&self, id: &JobId, key: Option<&str>) -> Result<JobId, Problem> {
        let digest = self.digest.clone().finalize().into();
        let idempotency = key.map(|key| Idempotency { key: key.to_owned(), digest });
        Ok(self.jobs.store.submit(id, idempotency).await?)
    }

    /// Receives the body, piece by piece.
    async fn receive(&mut self, body: &mut BodyDataStream, access: &ClientAccess) -> Result<(), Problem> {
        loop {
            let piece = timeout(BODY_TIMEOUT, body.next());
            let Some(piece) = piece.await.map_err(|_| Problem::request_timeout(BODY_TIMEOUT))? else { break };
            let piece = piece.map_err(|error| Problem::malformed_body(&error))?;
            self.digest.update(&piece);
            let chunks = access.paid(|| self.upload.receive(&piece))?;
            self.add(chunks).await?;
        }
        let chunks = access.paid(|| self.upload.finish())?;
        self.add(chunks).await?;
        self.flush().await
    }

    async fn add(&mut self, chunks: Vec<NewChunk>) -> Result<(), Problem> {
        let most = self.jobs.config.items;
        if self.upload.price().items > most {
            return Err(Problem::too_many_lines(most));
        }
        self.waiting.extend(chunks);
        if self.waiting.len() >= PART { self.flush().await } else { Ok(()) }
    }

    async fn flush(&mut self) -> Result<(), Problem> {
        let chunks = std::mem::take(&mut self.waiting);
        if let Some(id) = self.id.as_ref().filter(|_| !chunks.is_empty()) {
            self.jobs.store.add(id, self.part, chunks).await?;
            self.part += 1;
        }
        Ok(())
    }
}
