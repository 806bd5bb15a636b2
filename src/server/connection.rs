//! One connection, from its first byte to its end.

use super::accept::Accepted;
use super::watch::Watch;
use super::watched::{WatchedBody, WatchedStream};
use super::{Ending, ServerConfig};
use axum::Router;
use axum::extract::{ConnectInfo, Request};
use axum::http::header::CONNECTION;
use axum::http::{HeaderValue, Version};
use axum::response::Response;
use hyper::body::Incoming;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
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

/// Bytes of the longest head of a request; hyper answers more with 431.
const HEAD_LIMIT: usize = 32 * 1024;
/// Requests of an HTTP/2 connection at the same time.
const STREAMS: u32 = 64;
/// Bytes of bodies that an HTTP/2 client may send before the service has read them, of one request and of a whole
/// connection: as few as HTTP/2 lets a connection have. Read bodies are the router's business.
const WINDOW: u32 = 65_535;
/// Between questions to an HTTP/2 client whether it is still there, and for its answer.
const PING_INTERVAL: Duration = Duration::from_secs(10);
const PING_PATIENCE: Duration = Duration::from_secs(5);
/// For a connection that is closed in good order to say so.
const GOODBYE: Duration = Duration::from_secs(1);

/// HTTP/1.1 and HTTP/2 as they are spoken here.
pub(super) struct Protocols(Builder<TokioExecutor>);

impl Protocols {
    pub(super) fn new() -> Self {
        let mut builder = Builder::new(TokioExecutor::new());
        builder.http1().max_buf_size(HEAD_LIMIT);
        builder
            .http2()
            .timer(TokioTimer::new())
            .max_concurrent_streams(STREAMS)
            .initial_stream_window_size(WINDOW)
            .initial_connection_window_size(WINDOW)
            .max_header_list_size(HEAD_LIMIT as u32)
            .keep_alive_interval(PING_INTERVAL)
            .keep_alive_timeout(PING_PATIENCE);
        Self(builder)
    }

    /// Serves a connection until it ends, has taken too long, or may end as the service shuts down.
    pub(super) async fn serve(
        &self,
        Accepted { stream, peer, place: _place }: Accepted,
        router: Router,
        config: ServerConfig,
        Ending { retiring, draining }: Ending,
    ) {
        let watch = Watch::new(config);
        let stream = TokioIo::new(WatchedStream::new(stream, Arc::clone(&watch)));
        let service = service(router, peer, Arc::clone(&watch), retiring.clone());
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
                // Of HTTP/1 the next answer tells it: a connection closed at rest could meet a request.
                () = retiring.cancelled(), if !is_retiring => {
                    is_retiring = true;
                    if watch.speaks_http_2() {
                        connection.as_mut().graceful_shutdown();
                    }
                }
                () = draining.cancelled(), if !is_last => {
                    is_last = true;
                    connection.as_mut().graceful_shutdown();
                }
                () = watch.expired() => {
                    debug!(%peer, "a connection has taken too long");
                    connection.as_mut().graceful_shutdown();
                    drop(timeout(GOODBYE, connection).await);
                    return;
                }
            }
        }
    }
}

/// What answers the requests of one connection.
fn service(
    router: Router,
    peer: SocketAddr,
    watch: Arc<Watch>,
    retiring: CancellationToken,
) -> impl Service<Request<Incoming>, Response = Response<WatchedBody>, Error = Infallible, Future: Send + 'static>
{
    service_fn(move |mut request: Request<Incoming>| {
        let (version, retiring) = (request.version(), retiring.clone());
        let answering = watch.request(version);
        request.extensions_mut().insert(ConnectInfo(peer));
        let answer = router.clone().call(request);
        async move {
            let mut answer = answer.await?;
            if version < Version::HTTP_2 && retiring.is_cancelled() {
                answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            }
            Ok(answer.map(|body| WatchedBody::new(body, answering)))
        }
    })
}
