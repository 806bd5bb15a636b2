//! Routes that charge clients for memory, and most of them for search time.

use super::compression::compress;
use super::error::Problem;
use super::fair_use::{ClientAccess, caller};
use super::memory::LeasedBody;
use super::negotiation::ContentCoding;
use super::state::AppState;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bestmove_scheduler::quota::Client;

/// Identifies the client, provides its [`ClientAccess`], and adds the `RateLimit` headers to the answer; beside
/// [`meter`].
pub(super) async fn admit(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    let access = match state.access_control.access(request.headers(), request.extensions()) {
        Ok(access) => access,
        Err(problem) => return problem.into_response(),
    };
    request.extensions_mut().insert(access.clone());
    let answered = answer(&state, access.client(), Some(&access), request, next).await;
    let mut response = answered.unwrap_or_else(IntoResponse::into_response);
    access.add_headers(response.headers_mut());
    response
}

/// Charges the head of a request and its answer until the answer has been read, provides the
/// [`MemoryAccount`](super::memory::MemoryAccount), and compresses the answer.
pub(super) async fn meter(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let client = caller(request.headers(), request.extensions(), state.access_control.trusted_proxies());
    answer(&state, client, None, request, next).await.unwrap_or_else(IntoResponse::into_response)
}

async fn answer(
    state: &AppState,
    client: Client,
    access: Option<&ClientAccess>,
    mut request: Request,
    next: Next,
) -> Result<Response, Problem> {
    let account = state.memory.account(client);
    let head = account.take_head(&request)?;
    request.extensions_mut().insert(account.clone());
    let coding = ContentCoding::negotiate(request.headers()).unwrap_or(ContentCoding::Identity);
    let response = compress(next.run(request).await, coding, access).await;
    LeasedBody::of(response, head, account.lease())
}
