//! Accepts connections and serves them until the shutdown.

use super::accept::Acceptor;
use super::config::ServerConfig;
use super::connection::Protocols;
use super::connections::{Connections, Shutdown};
use axum::Router;
use std::pin::pin;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

/// Serves until `shutdown` completes. Then no connection is accepted, and requests being answered
/// have [`ServerConfig::drain`] to finish.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    config: ServerConfig,
    Connections { open: connections, refused, retiring }: Connections,
    shutdown: impl Future<Output = ()>,
) {
    let protocols = Arc::new(Protocols::new());
    let acceptor = Acceptor::new(listener, config, refused);
    let stages = Shutdown { retiring, draining: CancellationToken::new() };
    let mut shutdown = pin!(shutdown);
    loop {
        let accepted = tokio::select! {
            biased;
            () = &mut shutdown => break,
            accepted = acceptor.accept() => accepted,
        };
        let (protocols, router, stages) = (Arc::clone(&protocols), router.clone(), stages.clone());
        connections.spawn(async move { protocols.serve(accepted, router, config, stages).await });
    }
    drop(acceptor);
    stages.draining.cancel();
    connections.close();
    match timeout(config.drain, connections.wait()).await {
        Ok(()) => info!("drained"),
        Err(_) => warn!(connections = connections.len(), "stopped at the drain deadline"),
    }
}
