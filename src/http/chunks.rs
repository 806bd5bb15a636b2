//! Texts in chunks, each with a lease on its memory, which ends as soon as the client has read it.

use super::memory::{IsLeased, leased};
use axum::Error;
use axum::body::{Body, Bytes, HttpBody};
use axum::response::{IntoResponse, Response};
use bestmove_scheduler::quota::ByteLease;
use hyper::body::{Frame, SizeHint};
use std::collections::VecDeque;
use std::io::{self, ErrorKind, Write};
use std::pin::Pin;
use std::task::{Context, Poll};

/// The size of a chunk: that of the largest frame that HTTP/2 clients must accept.
pub(super) const CHUNK_BYTES: usize = 16 * 1024;

/// A text that is being written, or has been: each write makes a chunk.
pub(super) struct Chunks {
    written: VecDeque<Bytes>,
    lease: ByteLease,
    is_out_of_memory: bool,
}

impl Chunks {
    /// None yet; the lease is empty.
    pub(super) const fn new(lease: ByteLease) -> Self {
        Self { written: VecDeque::new(), lease, is_out_of_memory: false }
    }

    /// Whether the client may not hold the memory for all of the text, so that its end is missing.
    pub(super) const fn is_out_of_memory(&self) -> bool {
        self.is_out_of_memory
    }

    /// Takes the memory for so many bytes more. Returns false if the client may not hold it.
    #[must_use]
    pub(super) fn reserve(&mut self, bytes: usize) -> bool {
        self.lease.grow_by(bytes)
    }

    /// The chunks, once all is written.
    pub(super) fn finish(self) -> VecDeque<Bytes> {
        self.written
    }
}

impl Write for Chunks {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let bytes = &bytes[..bytes.len().min(CHUNK_BYTES)];
        if !self.lease.grow_to(bytes.len()) {
            self.is_out_of_memory = true;
            return Err(ErrorKind::OutOfMemory.into());
        }
        if !bytes.is_empty() {
            let lease = self.lease.split_off(bytes.len());
            self.written.push_back(leased(bytes.to_vec(), lease));
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A body of chunks.
pub(super) struct ChunkBody(VecDeque<Bytes>);

impl ChunkBody {
    /// The response with these chunks as its body.
    pub(super) fn response(chunks: VecDeque<Bytes>) -> Response {
        let mut response = Body::new(Self(chunks)).into_response();
        response.extensions_mut().insert(IsLeased);
        response
    }
}

impl HttpBody for ChunkBody {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        Poll::Ready(self.0.pop_front().map(|chunk| Ok(Frame::data(chunk))))
    }

    fn is_end_stream(&self) -> bool {
        self.0.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.0.iter().map(Bytes::len).sum::<usize>() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::to_bytes;
    use bestmove_scheduler::quota::{ByteBudget, Client};

    #[tokio::test]
    async fn chunks_take_the_memory_of_their_text_until_each_is_dropped() {
        let budget = ByteBudget::new(400_000);
        let client = Client::Key(1);
        let free = || {
            let mut rest = budget.lease(client);
            (0..=400_000 / 2).rev().step_by(1000).find(|&bytes| rest.grow_to(bytes)).unwrap()
        };
        let text: Vec<u8> = (0..100_000_u32).map(|number| number as u8).collect();
        let mut chunks = Chunks::new(budget.lease(client));
        text.chunks(77_777).for_each(|part| chunks.write_all(part).unwrap());
        let chunks = chunks.finish();
        assert_eq!(chunks.len(), 77_777_usize.div_ceil(CHUNK_BYTES) + 22_223_usize.div_ceil(CHUNK_BYTES));
        assert_eq!(free(), 100_000);
        let body = ChunkBody(chunks);
        assert_eq!(body.size_hint().exact(), Some(100_000));
        assert_eq!(to_bytes(Body::new(body), usize::MAX).await.unwrap(), text);
        assert_eq!(free(), 200_000);
    }

    #[test]
    fn a_text_ends_where_the_client_may_hold_no_more() {
        let budget = ByteBudget::new(100_000);
        let mut chunks = Chunks::new(budget.lease(Client::Key(1)));
        chunks.write_all(&[0; 50_000]).unwrap();
        assert_eq!(chunks.write_all(&[0]).unwrap_err().kind(), ErrorKind::OutOfMemory);
        assert!(chunks.is_out_of_memory());
    }
}
