//! The stream and the answer bodies that report to [`ConnectionTimeouts`].

use super::streams::StallClock;
use super::timeouts::{ConnectionTimeouts, ResponseGuard};
use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Buf, Frame, SizeHint};
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// How much of an answer goes out at a time: as much as a frame of HTTP/2 may have everywhere.
const SLICE_BYTES: usize = 16 * 1024;

/// A stream that reports reads and writes.
pub(super) struct InstrumentedStream {
    stream: TcpStream,
    timeouts: Arc<ConnectionTimeouts>,
    is_stalled: bool,
}

impl InstrumentedStream {
    pub(super) const fn new(stream: TcpStream, timeouts: Arc<ConnectionTimeouts>) -> Self {
        Self { stream, timeouts, is_stalled: false }
    }

    fn written(&mut self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if written.is_pending() != self.is_stalled {
            self.is_stalled = written.is_pending();
            self.timeouts.stalled(self.is_stalled);
        }
        written
    }
}

impl AsyncRead for InstrumentedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, into);
        let bytes = into.filled().len() - before;
        if bytes > 0 {
            self.timeouts.received(bytes);
        }
        read
    }
}

impl AsyncWrite for InstrumentedStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.written(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bytes);
        self.written(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// The body of an answer, at whose end the request is answered. It goes out slice by slice, so that the answer is not
/// at its end while the client has yet to read most of it.
pub(super) struct InstrumentedBody {
    body: Body,
    /// What is left of the last frame.
    rest: Bytes,
    response_guard: ResponseGuard,
}

impl InstrumentedBody {
    pub(super) const fn new(body: Body, response_guard: ResponseGuard) -> Self {
        Self { body, rest: Bytes::new(), response_guard }
    }

    /// The next slice of the rest. In HTTP/2 the last byte of an answer goes alone: hyper sends it only once the
    /// client has room for all before, so the stream lives until then.
    fn next_slice(&mut self) -> InstrumentedBytes {
        let is_last = self.rest.len() <= SLICE_BYTES && self.body.is_end_stream();
        let keeps_last_byte = is_last && self.rest.len() > 1 && self.response_guard.is_of_http_2();
        let length = self.rest.len().min(SLICE_BYTES) - usize::from(keeps_last_byte);
        InstrumentedBytes::new(self.rest.split_to(length), &self.response_guard)
    }
}

impl HttpBody for InstrumentedBody {
    type Data = InstrumentedBytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<InstrumentedBytes>, axum::Error>>> {
        if self.rest.is_empty() {
            match ready!(Pin::new(&mut self.body).poll_frame(cx)).map(|frame| frame.map(Frame::into_data)) {
                Some(Ok(Ok(bytes))) => self.rest = bytes,
                Some(Ok(Err(other))) => {
                    let data = |bytes| InstrumentedBytes::new(bytes, &self.response_guard);
                    return Poll::Ready(Some(Ok(other.map_data(data))));
                }
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => return Poll::Ready(None),
            }
        }
        Poll::Ready(Some(Ok(Frame::data(self.next_slice()))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (hint, rest) = (self.body.size_hint(), self.rest.len() as u64);
        let mut all = SizeHint::new();
        all.set_lower(hint.lower() + rest);
        if let Some(upper) = hint.upper() {
            all.set_upper(upper + rest);
        }
        all
    }
}

/// Bytes of an answer, which report when they have gone out.
pub(super) struct InstrumentedBytes {
    bytes: Bytes,
    /// In HTTP/1 the connection's stream knows better what is read.
    stall_clock: Option<Arc<StallClock>>,
}

impl InstrumentedBytes {
    fn new(bytes: Bytes, response_guard: &ResponseGuard) -> Self {
        let stall_clock = response_guard.stall_clock().cloned();
        stall_clock.iter().for_each(|clock| clock.ready(bytes.len()));
        Self { bytes, stall_clock }
    }
}

impl Buf for InstrumentedBytes {
    fn remaining(&self) -> usize {
        self.bytes.len()
    }

    fn chunk(&self) -> &[u8] {
        &self.bytes
    }

    fn advance(&mut self, count: usize) {
        self.bytes.advance(count);
        self.stall_clock.iter().for_each(|clock| clock.read(count, self.bytes.is_empty()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::ServerConfig;
    use axum::http::Version;
    use http_body_util::BodyExt;

    /// The sizes of the frames of a body of that size.
    async fn frames(version: Version, bytes: usize) -> Vec<usize> {
        let guard = ConnectionTimeouts::new(ServerConfig::default()).request(version);
        let mut body = InstrumentedBody::new(Body::from(vec![b'x'; bytes]), guard);
        let mut frames = Vec::new();
        while let Some(frame) = body.frame().await {
            frames.push(frame.unwrap().into_data().unwrap_or_else(|_| panic!("no data")).remaining());
            assert_eq!(body.size_hint().exact(), Some((bytes - frames.iter().sum::<usize>()) as u64));
            assert_eq!(body.is_end_stream(), frames.iter().sum::<usize>() == bytes);
        }
        frames
    }

    #[tokio::test]
    async fn answers_go_out_in_slices_and_in_http_2_the_last_byte_alone() {
        for (bytes, http_1, http_2) in [
            (0, &[][..], &[][..]),
            (1, &[1], &[1]),
            (2, &[2], &[1, 1]),
            (SLICE_BYTES, &[SLICE_BYTES], &[SLICE_BYTES - 1, 1]),
            (SLICE_BYTES + 1, &[SLICE_BYTES, 1], &[SLICE_BYTES, 1]),
            (2 * SLICE_BYTES, &[SLICE_BYTES; 2], &[SLICE_BYTES, SLICE_BYTES - 1, 1]),
        ] {
            assert_eq!(frames(Version::HTTP_11, bytes).await, http_1);
            assert_eq!(frames(Version::HTTP_2, bytes).await, http_2);
        }
    }
}
