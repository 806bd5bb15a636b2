//! One connection, from its first byte to its end.

use super::accept::Accepted;
use super::config::ServerConfig;
use super::connections::Shutdown;
use super::instrumented::{InstrumentedBody, InstrumentedStream};
use super::streams::StreamExecutor;
use super::timeouts::ConnectionTimeouts;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{ConnectInfo, Request};
use axum::http::header::CONNECTION;
use axum::http::{HeaderValue, Version};
use axum::response::Response;
use http_body_util::BodyExt;
use hyper::body::{Frame, Incoming};
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tower::Service as _;
use tracing::debug;

/// The largest head of a request, in bytes; hyper answers more with 431.
const MAX_HEAD_BYTES: usize = 32 * 1024;
/// Concurrent requests of an HTTP/2 connection.
const MAX_STREAMS: u32 = 64;
/// Bytes that an HTTP/2 client may send before the service has read them, for each request and for
/// the connection: the least that HTTP/2 allows. The router bounds what has been read.
const FLOW_CONTROL_WINDOW: u32 = 65_535;
/// The interval of HTTP/2 pings, and the time for their answer.
const PING_INTERVAL: Duration = Duration::from_secs(10);
const PING_TIMEOUT: Duration = Duration::from_secs(5);
/// The time for a connection to close in good order.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// HTTP/1.1 and HTTP/2 with the limits of the service.
pub(super) struct Protocols(Builder<StreamExecutor>);

impl Protocols {
    pub(super) fn new() -> Self {
        let mut builder = Builder::new(StreamExecutor);
        builder.http1().max_buf_size(MAX_HEAD_BYTES);
        builder
            .http2()
            .timer(TokioTimer::new())
            .max_concurrent_streams(MAX_STREAMS)
            .initial_stream_window_size(FLOW_CONTROL_WINDOW)
            .initial_connection_window_size(FLOW_CONTROL_WINDOW)
            .max_header_list_size(MAX_HEAD_BYTES as u32)
            .keep_alive_interval(PING_INTERVAL)
            .keep_alive_timeout(PING_TIMEOUT);
        Self(builder)
    }

    /// Serves a connection until it ends, times out, or may end because the service shuts down.
    pub(super) async fn serve(
        &self,
        Accepted { stream, peer, permit: _permit }: Accepted,
        router: Router,
        config: ServerConfig,
        Shutdown { retiring, draining }: Shutdown,
    ) {
        let timeouts = ConnectionTimeouts::new(config);
        let stream = TokioIo::new(InstrumentedStream::new(stream, Arc::clone(&timeouts)));
        let service = service(router, peer, Arc::clone(&timeouts), retiring.clone());
        let mut connection = pin!(self.0.serve_connection(stream, service));
        let (mut is_retiring, mut is_last) = (false, false);
        loop {
            tokio::select! {
                ended = connection.as_mut() => {
                    if let Err(error) = ended {
                        debug!(%peer, error, "a connection failed");
                    }
                    return;
                }
                // In HTTP/1 the next answer closes the connection: closing an idle one could cross
                // with a request.
                () = retiring.cancelled(), if !is_retiring => {
                    is_retiring = true;
                    if timeouts.speaks_http_2() {
                        connection.as_mut().graceful_shutdown();
                    }
                }
                () = draining.cancelled(), if !is_last => {
                    is_last = true;
                    timeouts.drain();
                    connection.as_mut().graceful_shutdown();
                }
                () = timeouts.expired() => {
                    debug!(%peer, "a connection timed out");
                    connection.as_mut().graceful_shutdown();
                    drop(timeout(CLOSE_TIMEOUT, connection).await);
                    return;
                }
            }
        }
    }
}

/// The service for the requests of one connection.
fn service(
    router: Router,
    peer: SocketAddr,
    timeouts: Arc<ConnectionTimeouts>,
    retiring: CancellationToken,
) -> impl Service<
    Request<Incoming>,
    Response = Response<InstrumentedBody>,
    Error = Infallible,
    Future: Send + 'static,
> {
    service_fn(move |mut request: Request<Incoming>| {
        let (version, retiring) = (request.version(), retiring.clone());
        let response_guard = timeouts.request(version);
        request.extensions_mut().insert(ConnectInfo(peer));
        let body_timeouts = Arc::clone(&timeouts);
        let report =
            move |frame: &Frame<Bytes>| body_timeouts.read_body(frame.data_ref().map_or(0, Bytes::len));
        let answer = router.clone().call(request.map(|body| body.inspect_frame(report)));
        async move {
            let mut answer = answer.await?;
            if version < Version::HTTP_2 && retiring.is_cancelled() {
                answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            }
            Ok(answer.map(|body| InstrumentedBody::new(body, response_guard.of_stream())))
        }
    })
}
