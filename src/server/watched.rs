//! What tells a [`Watch`] of the goings-on: the stream and the body of each answer.

use super::watch::{Answering, Watch};
use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// A stream that is watched.
pub(super) struct WatchedStream {
    stream: TcpStream,
    watch: Arc<Watch>,
    is_stalled: bool,
}

impl WatchedStream {
    pub(super) const fn new(stream: TcpStream, watch: Arc<Watch>) -> Self {
        Self { stream, watch, is_stalled: false }
    }

    fn written(&mut self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if written.is_pending() != self.is_stalled {
            self.is_stalled = written.is_pending();
            self.watch.stalled(self.is_stalled);
        }
        written
    }
}

impl AsyncRead for WatchedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, into);
        let bytes = into.filled().len() - before;
        if bytes > 0 {
            self.watch.received(bytes);
        }
        read
    }
}

impl AsyncWrite for WatchedStream {
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

/// The body of an answer, at whose end the request is answered.
pub(super) struct WatchedBody {
    body: Body,
    answering: Answering,
}

impl WatchedBody {
    pub(super) const fn new(body: Body, answering: Answering) -> Self {
        Self { body, answering }
    }
}

impl HttpBody for WatchedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(cx);
        self.answering.is_ready(frame.is_ready());
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
