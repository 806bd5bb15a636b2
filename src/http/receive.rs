//! Receiving requests within one budget of bytes, so that clients cannot fill the memory with requests that they
//! do not finish.

use super::error::Problem;
use super::fair_use::caller;
use crate::clients::{ByteBudget, ByteLease, Client};
use axum::body::{Body, HttpBody};
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// How long a request's body may take to arrive.
pub(super) const BODY_PATIENCE: Duration = Duration::from_secs(5);
/// What a header takes besides its name and value, as HPACK counts (RFC 7541, 4.1).
const HEADER_OVERHEAD: usize = 32;

/// The budget, and how to tell clients apart.
#[derive(Clone)]
pub(super) struct Intake {
    pub(super) budget: Arc<ByteBudget>,
    pub(super) trusted_proxies: usize,
}

/// Where the body of one request counts.
#[derive(Clone)]
pub(super) struct Receiver {
    budget: Arc<ByteBudget>,
    client: Client,
}

/// Counts a request's head until the answer begins, and says where its body counts.
pub(super) async fn meter(State(intake): State<Intake>, mut request: Request, next: Next) -> Response {
    let Intake { budget, trusted_proxies } = intake;
    let client = caller(&request, trusted_proxies);
    let mut head = budget.lease(client);
    if !head.grow_to(request.uri().path().len() + head_bytes(request.headers())) {
        return no_room().into_response();
    }
    request.extensions_mut().insert(Receiver { budget, client });
    next.run(request).await
}

fn head_bytes(headers: &HeaderMap) -> usize {
    headers.iter().map(|(name, value)| name.as_str().len() + value.len() + HEADER_OVERHEAD).sum()
}

/// By then what is unfinished now is given up.
fn no_room() -> Problem {
    Problem::too_much_unfinished(BODY_PATIENCE)
}

impl Receiver {
    /// The body, with the lease on the memory it takes; it may have so many bytes.
    pub(super) async fn receive(&self, body: Body, limit: usize) -> Result<(Vec<u8>, ByteLease), Problem> {
        timeout(BODY_PATIENCE, self.collect(body, limit))
            .await
            .map_err(|_| Problem::request_timeout(BODY_PATIENCE))?
    }

    /// Copies what arrives: a slice of the connection's buffer would keep all of that, however small the slice is.
    async fn collect(&self, body: Body, limit: usize) -> Result<(Vec<u8>, ByteLease), Problem> {
        if body.size_hint().lower() > limit as u64 {
            return Err(Problem::body_too_large(limit));
        }
        let (mut received, mut lease) = (Vec::new(), self.budget.lease(self.client));
        let mut chunks = body.into_data_stream();
        while let Some(chunk) = chunks.next().await {
            let chunk = chunk.map_err(|error| Problem::malformed_json(error.to_string()))?;
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
