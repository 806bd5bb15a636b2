//! One budget for the memory that clients make the service hold: requests in progress, work on trees, and answers
//! until they are read.

use super::error::Problem;
use axum::Error;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use bestmove_scheduler::quota::{ByteBudget, ByteLease, Client};
use hyper::body::{Frame, SizeHint};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// The most memory that a byte of a query string takes when it is parsed: a move of one letter and its comma become a
/// string in a value of JSON, and then one in a list of strings.
const QUERY_FACTOR: usize = 48;
/// The overhead of a header besides its name and value, as HPACK counts it (RFC 7541, section 4.1).
const HEADER_OVERHEAD: usize = 32;

/// How long a stream waits for memory: as long as a client may read nothing.
pub(super) const ROOM_TIMEOUT: Duration = Duration::from_secs(5);
/// How often it looks for some.
pub(super) const ROOM_INTERVAL: Duration = Duration::from_millis(50);

/// The budget of all clients.
pub(super) struct MemoryBudget(Arc<ByteBudget>);

impl MemoryBudget {
    /// An eighth is kept for clients that hold little: however many read large answers slowly, others are served.
    pub(super) fn new(bytes: usize) -> Self {
        Self(ByteBudget::with_reserve(bytes, bytes / 8))
    }

    pub(super) fn account(&self, client: Client) -> MemoryAccount {
        MemoryAccount { budget: Arc::clone(&self.0), client }
    }
}

/// Charges memory to the client of a request.
#[derive(Clone)]
pub(super) struct MemoryAccount {
    budget: Arc<ByteBudget>,
    client: Client,
}

impl MemoryAccount {
    #[cfg(test)]
    pub(super) fn new(budget: &Arc<ByteBudget>, client: Client) -> Self {
        Self { budget: Arc::clone(budget), client }
    }

    /// An empty lease.
    pub(super) fn lease(&self) -> ByteLease {
        self.budget.lease(self.client)
    }

    /// A lease on so many bytes.
    pub(super) fn take(&self, bytes: usize) -> Result<ByteLease, Problem> {
        let mut lease = self.lease();
        if lease.grow_to(bytes) { Ok(lease) } else { Err(Problem::out_of_memory()) }
    }

    /// A lease on the memory of a request without its body.
    pub(super) fn take_head(&self, request: &Request) -> Result<ByteLease, Problem> {
        self.take(uri_bytes(request.uri()) + head_bytes(request.headers()))
    }

    /// A lease on so many bytes, with time for the client to read what it holds.
    pub(super) async fn wait_for(&self, bytes: usize) -> Result<ByteLease, Problem> {
        let mut lease = self.lease();
        resize(&mut lease, bytes).await?;
        Ok(lease)
    }
}

/// Makes a lease one on so many bytes. If they are more than before, waits for others to return theirs.
pub(super) async fn resize(lease: &mut ByteLease, bytes: usize) -> Result<(), Problem> {
    let began = Instant::now();
    lease.shrink_by(lease.bytes().saturating_sub(bytes));
    while !lease.grow_to(bytes) {
        if began.elapsed() >= ROOM_TIMEOUT {
            return Err(Problem::out_of_memory());
        }
        sleep(ROOM_INTERVAL).await;
    }
    Ok(())
}

fn uri_bytes(uri: &Uri) -> usize {
    uri.path().len() + uri.query().map_or(0, |query| QUERY_FACTOR * query.len())
}

fn head_bytes(headers: &HeaderMap) -> usize {
    headers.iter().map(|(name, value)| name.as_str().len() + value.len() + HEADER_OVERHEAD).sum()
}

/// Bytes of an answer, which own the lease on their memory: it ends when the last slice of them is dropped, wherever
/// they wait to be sent.
struct LeasedBytes<B> {
    bytes: B,
    _lease: ByteLease,
}

impl<B: AsRef<[u8]>> AsRef<[u8]> for LeasedBytes<B> {
    fn as_ref(&self) -> &[u8] {
        self.bytes.as_ref()
    }
}

/// These bytes with the lease on their memory.
pub(super) fn leased(bytes: impl AsRef<[u8]> + Send + 'static, lease: ByteLease) -> Bytes {
    Bytes::from_owner(LeasedBytes { bytes, _lease: lease })
}

/// Marks a response whose bytes own their leases already.
#[derive(Clone, Copy)]
pub(super) struct IsLeased;

/// A body whose bytes own their leases.
pub(super) struct LeasedBody {
    body: Body,
    /// The lease on the bytes to come, as far as they are known.
    lease: ByteLease,
    _head: ByteLease,
}

impl LeasedBody {
    /// The response with such a body, if the client may hold the bytes that it is known to have.
    pub(super) fn of(response: Response, head: ByteLease, mut lease: ByteLease) -> Result<Response, Problem> {
        let bytes = response.body().size_hint().exact().unwrap_or_default();
        if response.body().is_end_stream() || response.extensions().get::<IsLeased>().is_some() {
            return Ok(response);
        }
        if !lease.grow_to(bytes as usize) {
            return Err(Problem::out_of_memory());
        }
        Ok(response.map(|body| Body::new(Self { body, lease, _head: head })))
    }

    /// The frame with a lease. Bodies of unknown length own their leases, as this one could only be cut.
    fn leased(&mut self, frame: Frame<Bytes>) -> Result<Frame<Bytes>, Error> {
        let bytes = match frame.into_data() {
            Ok(bytes) => bytes,
            Err(other) => return Ok(other),
        };
        if !self.lease.grow_to(bytes.len()) {
            return Err(Error::new("the client may hold no more memory"));
        }
        let lease = self.lease.split_off(bytes.len());
        Ok(Frame::data(leased(bytes, lease)))
    }
}

impl HttpBody for LeasedBody {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        Poll::Ready(frame.map(|frame| frame.and_then(|frame| self.leased(frame))))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
