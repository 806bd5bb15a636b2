//! Serving and its end.

use super::router;
use crate::engine::Engine;
use axum::serve::ListenerExt;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::time::sleep;
use tracing::{info, warn};

/// Serves until `shutdown` ends. Then no connection is taken any more, the engine drains, and
/// what runs may be answered, for as long as `patience` lasts.
///
/// # Errors
///
/// If the listener has no address: it is broken.
pub async fn serve(
    listener: TcpListener,
    engine: Arc<Engine>,
    shutdown: impl Future<Output = ()> + Send + 'static,
    patience: Duration,
) -> io::Result<()> {
    info!(address = %listener.local_addr()?, "listening");
    let router = router(engine.clone());
    // Small answers must not wait for the acknowledgement of earlier ones (Nagle).
    let listener = listener.tap_io(|connection| drop(connection.set_nodelay(true)));
    let draining = Arc::new(Notify::new());
    let drained = axum::serve(listener, router).with_graceful_shutdown({
        let draining = draining.clone();
        async move {
            shutdown.await;
            info!("draining");
            engine.drain();
            draining.notify_one();
        }
    });
    let deadline = async {
        draining.notified().await;
        sleep(patience).await;
    };
    tokio::select! {
        result = drained => result.inspect(|()| info!("drained")),
        () = deadline => {
            warn!("stopped at the drain deadline");
            Ok(())
        }
    }
}
