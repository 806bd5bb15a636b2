//! `/v1/jobs/{id}/results`: the answers so far, in the order of the lines, up to the first that is not there yet.

use super::super::document::NO_STORE;
use super::super::error::Problem;
use super::super::extract::PathSegment;
use super::super::fair_use::ClientAccess;
use super::super::memory::{IsLeased, MemoryAccount, leased};
use super::super::query_string::QueryString;
use super::super::state::AppState;
use crate::jobs::{Jobs, unpack};
use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use bestmove_jobs::{ChunkResult, JobId};
use futures_util::stream::try_unfold;
use serde::Deserialize;
use std::sync::Arc;

/// How many chunks are read at a time.
const AT_A_TIME: usize = 4;

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
    let reader = Reader { jobs: Arc::clone(state.jobs()?), id, account, from };
    let body = reader.body(|chunk, from| {
        let text = unpack(&chunk.result).map_err(|_| Problem::internal())?;
        let skipped = from.saturating_sub(chunk.first) as usize;
        Ok(text.split_inclusive('\n').skip(skipped).collect::<String>().into_bytes())
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
    let reader = Reader { jobs: Arc::clone(state.jobs()?), id, account, from: 0 };
    let body = reader.body(|chunk, _| Ok(chunk.result));
    let headers =
        [(CONTENT_TYPE, "application/gzip"), (CACHE_CONTROL, NO_STORE), (CONTENT_DISPOSITION, &disposition)];
    Ok((headers, body).into_response())
}

/// Reads results, a few chunks at a time.
struct Reader {
    jobs: Arc<Jobs>,
    id: JobId,
    account: MemoryAccount,
    /// The index of the next line.
    from: u64,
}

impl Reader {
    /// The body of an answer with all results, each chunk written by `write`.
    fn body(
        self,
        write: impl Fn(ChunkResult, u64) -> Result<Vec<u8>, Problem> + Copy + Send + 'static,
    ) -> Response {
        let frames = try_unfold(self, move |reader| reader.next(write));
        let mut response = Body::from_stream(frames).into_response();
        response.extensions_mut().insert(IsLeased);
        response
    }

    async fn next(
        mut self,
        write: impl Fn(ChunkResult, u64) -> Result<Vec<u8>, Problem>,
    ) -> Result<Option<(Bytes, Self)>, String> {
        let failed = |problem: Problem| problem.to_string();
        let chunks = self.jobs.store.results(&self.id, self.from, AT_A_TIME).await;
        let chunks = chunks.map_err(|error| error.to_string())?;
        let (mut bytes, from) = (Vec::new(), self.from);
        for chunk in chunks {
            self.from = chunk.first + u64::from(chunk.items);
            bytes.extend(write(chunk, from).map_err(failed)?);
        }
        if bytes.is_empty() {
            return Ok(None);
        }
        let lease = self.account.wait_for(bytes.len()).await.map_err(failed)?;
        Ok(Some((leased(bytes, lease), self)))
    }
}
