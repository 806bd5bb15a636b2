//! Connections: limits, timeouts, graceful shutdown.
//!
//! A connection is closed when it sends no request for too long or does not read its answer; how
//! long an answer takes is up to the router. See `timeouts`.

mod accept;
mod connection;
mod instrumented;
mod timeouts;

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

/// Limits and timeouts of connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServerConfig {
    /// Connections at the same time; more wait until one is closed.
    pub connections: NonZeroUsize,
    /// Connections of one address at the same time; further ones are closed at once. If `None`, a
    /// quarter of all, and all for loopback addresses, which may be a proxy's.
    pub connections_per_address: Option<NonZeroUsize>,
    /// From the start of a connection, or from the first byte of a later request, to the end of the
    /// request's head.
    pub head: Duration,
    /// From an answer to the first byte of the next request.
    pub keep_alive: Duration,
    /// For the client to read more of an answer.
    pub stall: Duration,
    /// From the shutdown to the end of all connections.
    pub drain: Duration,
}

impl Default for ServerConfig {
    /// The configuration of a service without flags.
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

/// The stages of a shutdown.
#[derive(Clone)]
struct Shutdown {
    /// Clients should disconnect, but are answered.
    retiring: CancellationToken,
    /// Requests being answered are the last.
    draining: CancellationToken,
}

impl Connections {
    /// The number of open connections.
    #[must_use]
    pub fn open(&self) -> usize {
        self.open.len()
    }

    /// Makes clients disconnect in good order: from now on each answer of HTTP/1 has `Connection:
    /// close`, and used HTTP/2 connections get GOAWAY. New connections are still accepted.
    pub fn retire(&self) {
        self.retiring.cancel();
    }

    /// The number of connections closed at once by the limit of their address.
    #[must_use]
    pub fn turned_away(&self) -> u64 {
        self.turned_away.load(Ordering::Relaxed)
    }
}

/// Serves until `shutdown` completes. Then no connection is accepted, and requests being answered
/// have [`ServerConfig::drain`] to finish.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    config: ServerConfig,
    Connections { open: connections, turned_away, retiring }: Connections,
    shutdown: impl Future<Output = ()>,
) {
    let protocols = Arc::new(Protocols::new());
    let acceptor = Acceptor::new(listener, config, turned_away);
    let ending = Shutdown { retiring, draining: CancellationToken::new() };
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
