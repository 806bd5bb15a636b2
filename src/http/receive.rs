//! Bodies of requests.

pub(super) use bestmove_query::wire::request::BODY_LIMIT;

use super::error::Problem;
use super::memory::MemoryAccount;
use axum::body::{Body, HttpBody};
use bestmove_scheduler::quota::ByteLease;
use futures_util::StreamExt;
use std::time::Duration;
use tokio::time::timeout;

/// The time in which a request's body must arrive.
pub(super) const BODY_TIMEOUT: Duration = Duration::from_secs(5);

impl MemoryAccount {
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
        let (mut received, mut lease) = (Vec::new(), self.lease());
        let mut chunks = body.into_data_stream();
        while let Some(chunk) = chunks.next().await {
            let chunk = chunk.map_err(|error| Problem::malformed_body(&error))?;
            if received.len() + chunk.len() > limit {
                return Err(Problem::body_too_large(limit));
            }
            received.extend_from_slice(&chunk);
            if !lease.grow_to(received.capacity()) {
                return Err(Problem::out_of_memory());
            }
        }
        Ok((received, lease))
    }
}
