//! Sockets: taking connections, how long each may dawdle, and the end of serving.
//!
//! A connection is closed when it brings no request for too long or does not take its answer; how
//! long an answer takes is the router's business. See `watch.rs`.

mod accept;
mod connection;
mod watch;
mod watched;

pub use accept::raise_descriptor_limit;

use accept::Acceptor;
use axum::Router;
use connection::Protocols;
use std::num::NonZeroUsize;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{info, warn};

/// How long connections are waited for, and how many there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServerConfig {
    /// Connections at the same time; more wait until one is closed.
    pub connections: NonZeroUsize,
    /// Of these, such as one address may have; of more, each is closed at once. If `None`, a quarter of all, and
    /// all for this machine's own, among which may be a proxy.
    pub connections_per_address: Option<NonZeroUsize>,
    /// From the start of a connection, or from the first byte of a later request, to the end of
    /// the request's head.
    pub head: Duration,
    /// From an answer to the first byte of the next request.
    pub keep_alive: Duration,
    /// For the client to take more of an answer.
    pub stall: Duration,
    /// From the shutdown to the end of all connections.
    pub drain: Duration,
}

impl Default for ServerConfig {
    /// As the service runs without configuration.
    fn default() -> Self {
        Self {
            connections: NonZeroUsize::new(4096).expect("4096 is not zero"),
            connections_per_address: None,
            head: Duration::from_secs(5),
            keep_alive: Duration::from_secs(10),
            stall: Duration::from_secs(5),
            drain: Duration::from_secs(5),
        }
    }
}

/// The connections of a service, each a task.
#[derive(Clone, Debug, Default)]
pub struct Connections {
    open: TaskTracker,
    turned_away: Arc<AtomicU64>,
    retiring: CancellationToken,
}

/// What a connection is told of the end of the service.
#[derive(Clone)]
struct Ending {
    /// The client should go elsewhere, but is answered.
    retiring: CancellationToken,
    /// What is being answered is the last.
    draining: CancellationToken,
}

impl Connections {
    /// How many are open.
    #[must_use]
    pub fn open(&self) -> usize {
        self.open.len()
    }

    /// Has clients leave in good order: from now on each answer of HTTP/1 says `Connection: close`, and HTTP/2 connections
    /// that were used get GOAWAY. New connections are taken all the same.
    pub fn retire(&self) {
        self.retiring.cancel();
    }

    /// How many were closed at once, as their address had as many as it may.
    #[must_use]
    pub fn turned_away(&self) -> u64 {
        self.turned_away.load(Ordering::Relaxed)
    }
}

/// Serves until `shutdown` ends. Then no connection is taken any more, and what is being answered
/// may be, for as long as [`ServerConfig::drain`] lasts.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    config: ServerConfig,
    Connections { open: connections, turned_away, retiring }: Connections,
    shutdown: impl Future<Output = ()>,
) {
    let protocols = Arc::new(Protocols::new());
    let acceptor = Acceptor::new(listener, config, turned_away);
    let ending = Ending { retiring, draining: CancellationToken::new() };
    let mut shutdown = pin!(shutdown);
    loop {
        let accepted = tokio::select! {
            biased;
            () = &mut shutdown => break,
            accepted = acceptor.accept() => accepted,
        };
        let (protocols, router, ending) = (Arc::clone(&protocols), router.clone(), ending.clone());
        connections.spawn(async move { protocols.serve(accepted, router, config, ending).await });
    }
    drop(acceptor);
    ending.draining.cancel();
    connections.close();
    match timeout(config.drain, connections.wait()).await {
        Ok(()) => info!("drained"),
        Err(_) => warn!(connections = connections.len(), "stopped at the drain deadline"),
    }
}
