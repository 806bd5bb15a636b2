//! `/v1/jobs/{id}/results`: the answers so far, in the order of the lines, up to the first that is not there yet.

use super::super::document::NO_STORE;
use super::super::error::Problem;
use super::super::extract::PathSegment;
use super::super::fair_use::ClientAccess;
use super::super::memory::{IsLeased, MemoryAccount, leased};
use super::super::query_string::QueryString;
use super::super::state::AppState;
use crate::jobs::Jobs;
use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use bestmove_jobs::{ChunkResult, JobId};
use flate2::read::MultiGzDecoder;
use futures_util::stream::try_unfold;
use serde::Deserialize;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::sync::Arc;

/// How many bytes are sent at a time: the results of a chunk may be larger than all memory for answers.
const SLICE: usize = 256 << 10;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ResultsQuery {
    /// The index of the first line that is wanted.
    #[serde(default)]
    from: u64,
}

/// `GET /v1/jobs/{id}/results`: lines of JSON.
pub(super) async fn lines(
    State(state): State<AppState>,
    Extension(access): Extension<ClientAccess>,
    Extension(account): Extension<MemoryAccount>,
    PathSegment(id): PathSegment,
    QueryString(ResultsQuery { from }): QueryString<ResultsQuery>,
) -> Result<Response, Problem> {
    let (id, _) = state.find_job(&id, &access).await?;
    let body = Reader::new(Arc::clone(state.jobs()?), id, (access, account), from).body(|chunk, from| {
        let mut text = BufReader::new(MultiGzDecoder::new(Cursor::new(chunk.result)));
        for _ in chunk.first..from {
            text.skip_until(b'\n')?;
        }
        Ok(Box::new(text))
    });
    Ok(([(CONTENT_TYPE, "application/x-ndjson"), (CACHE_CONTROL, NO_STORE)], body).into_response())
}

/// `GET /v1/jobs/{id}/results.ndjson.gz`: the same as a file. The answers are stored compressed, and sent as they are.
pub(super) async fn file(
    State(state): State<AppState>,
    Extension(access): Extension<ClientAccess>,
    Extension(account): Extension<MemoryAccount>,
    PathSegment(id): PathSegment,
) -> Result<Response, Problem> {
    let (id, _) = state.find_job(&id, &access).await?;
    let disposition = format!("attachment; filename=\"{id}.ndjson.gz\"");
    let reader = Reader::new(Arc::clone(state.jobs()?), id, (access, account), 0);
    let body = reader.body(|chunk, _| Ok(Box::new(Cursor::new(chunk.result))));
    let headers =
        [(CONTENT_TYPE, "application/gzip"), (CACHE_CONTROL, NO_STORE), (CONTENT_DISPOSITION, &disposition)];
    Ok((headers, body).into_response())
}

/// The results of a chunk, as they are sent.
type Text = Box<dyn Read + Send>;

/// Reads results, a slice of a chunk at a time.
struct Reader {
    jobs: Arc<Jobs>,
    id: JobId,
    access: ClientAccess,
    account: MemoryAccount,
    /// The index of the first line after the open chunk.
    from: u64,
    /// The rest of a chunk.
    open: Option<Text>,
}

impl Reader {
    fn new(jobs: Arc<Jobs>, id: JobId, (access, account): (ClientAccess, MemoryAccount), from: u64) -> Self {
        Self { jobs, id, access, account, from, open: None }
    }

    /// The body of an answer with all results. `open` begins a chunk at a line.
    fn body(self, open: impl Fn(ChunkResult, u64) -> io::Result<Text> + Copy + Send + 'static) -> Response {
        let frames = try_unfold(self, move |reader| reader.next(open));
        let mut response = Body::from_stream(frames).into_response();
        response.extensions_mut().insert(IsLeased);
        response
    }

    async fn next(
        mut self,
        open: impl Fn(ChunkResult, u64) -> io::Result<Text>,
    ) -> Result<Option<(Bytes, Self)>, String> {
        loop {
            if let Some(text) = &mut self.open {
                let lease = self.account.wait_for(SLICE).await.map_err(|problem| problem.to_string())?;
                let mut slice = Vec::with_capacity(SLICE);
                let read = self.access.paid(|| text.take(SLICE as u64).read_to_end(&mut slice));
                if read.map_err(|error| error.to_string())? > 0 {
                    return Ok(Some((leased(slice, lease), self)));
                }
            }
            let chunks = self.jobs.store.results(&self.id, self.from, 1).await;
            let Some(chunk) = chunks.map_err(|error| error.to_string())?.pop() else { return Ok(None) };
            let end = chunk.first + u64::from(chunk.items);
            let text = self.access.paid(|| open(chunk, self.from)).map_err(|error| error.to_string())?;
            (self.from, self.open) = (end, Some(text));
        }
    }
}
