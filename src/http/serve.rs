//! Serving and its end.

use super::{FairUse, fair_router};
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
    fair_use: FairUse,
    config: ServerConfig,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    let draining = async {
        shutdown.await;
        info!("draining");
        engine.drain();
    };
    let router = fair_router(Arc::clone(&engine), fair_use);
    server::serve(listener, router, config, draining).await
}
