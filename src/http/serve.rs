//! Serving and its end.

use super::router;
use crate::engine::Engine;
use crate::server::{self, ServerConfig};
use std::io;
use std::sync::Arc;
use tokio::net::TcpListener;
use tracing::info;

/// Serves until `shutdown` ends. Then the engine drains as well, so that what runs is answered soon.
///
/// # Errors
///
/// See [`server::serve`].
pub async fn serve(
    listener: TcpListener,
    engine: Arc<Engine>,
    config: ServerConfig,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    let draining = async {
        shutdown.await;
        info!("draining");
        engine.drain();
    };
    server::serve(listener, router(Arc::clone(&engine)), config, draining).await
}
