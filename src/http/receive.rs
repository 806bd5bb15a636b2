//! A memory budget for requests in progress, so that clients can't fill the memory with unfinished bodies.

pub(super) use crate::wire::request::BODY_LIMIT;

use super::error::Problem;
use super::fair_use::{ClientAccess, FairUse, caller};
use crate::clients::{ByteBudget, ByteLease, Client};
use axum::body::{Body, HttpBody};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// The time in which a request's body must arrive.
pub(super) const BODY_TIMEOUT: Duration = Duration::from_secs(5);
/// The most memory that a byte of a query string takes when it is parsed: a move of one letter and its comma become a
/// string in a value of JSON, and then one in a list of strings.
const QUERY_FACTOR: usize = 48;
/// The overhead of a header besides its name and value, as HPACK counts it (RFC 7541, section 4.1).
const HEADER_OVERHEAD: usize = 32;

/// The budget, and what identifies clients.
#[derive(Clone)]
pub(super) struct BodyBudget {
    budget: Arc<ByteBudget>,
    trusted_proxies: usize,
}

impl BodyBudget {
    pub(super) fn new(fair_use: &FairUse) -> Self {
        let FairUse { request_bytes, trusted_proxies, .. } = *fair_use;
        Self { budget: ByteBudget::new(request_bytes), trusted_proxies }
    }
}

/// Charges the body of a request to its client.
#[derive(Clone)]
pub(super) struct Receiver {
    budget: Arc<ByteBudget>,
    client: Client,
}

/// Charges the head of a request until the answer begins, and provides its [`Receiver`].
pub(super) async fn meter(
    State(body_budget): State<BodyBudget>,
    mut request: Request,
    next: Next,
) -> Response {
    let BodyBudget { budget, trusted_proxies } = body_budget;
    let admitted = request.extensions().get().map(ClientAccess::client);
    let client = admitted.unwrap_or_else(|| caller(&request, trusted_proxies));
    let mut head = budget.lease(client);
    if !head.grow_to(uri_bytes(request.uri()) + head_bytes(request.headers())) {
        return no_room().into_response();
    }
    request.extensions_mut().insert(Receiver { budget, client });
    next.run(request).await
}

fn uri_bytes(uri: &Uri) -> usize {
    uri.path().len() + uri.query().map_or(0, |query| QUERY_FACTOR * query.len())
}

fn head_bytes(headers: &HeaderMap) -> usize {
    headers.iter().map(|(name, value)| name.as_str().len() + value.len() + HEADER_OVERHEAD).sum()
}

/// The refusal; by the time to retry, requests that are unfinished now have timed out.
fn no_room() -> Problem {
    Problem::too_much_unfinished(BODY_TIMEOUT)
}

impl Receiver {
    /// Receives a body of at most `limit` bytes, with the lease on its memory.
    pub(super) async fn receive(&self, body: Body, limit: usize) -> Result<(Vec<u8>, ByteLease), Problem> {
        timeout(BODY_TIMEOUT, self.collect(body, limit))
            .await
            .map_err(|_| Problem::request_timeout(BODY_TIMEOUT))?
    }

    /// Copies the chunks: a slice of the connection's buffer, however small, would keep all of it alive.
    async fn collect(&self, body: Body, limit: usize) -> Result<(Vec<u8>, ByteLease), Problem> {
        if body.size_hint().lower() > limit as u64 {
            return Err(Problem::body_too_large(limit));
        }
        let (mut received, mut lease) = (Vec::new(), self.budget.lease(self.client));
        let mut chunks = body.into_data_stream();
        while let Some(chunk) = chunks.next().await {
            let chunk = chunk.map_err(|error| Problem::malformed_body(&error))?;
            if received.len() + chunk.len() > limit {
                return Err(Problem::body_too_large(limit));
            }
            received.extend_from_slice(&chunk);
            if !lease.grow_to(received.capacity()) {
                return Err(no_room());
            }
        }
        Ok((received, lease))
    }
}
