use super::engine;
use crate::router;
use bestmove::cli;
use bestmove::config::ListenOptions;
use bestmove::net::{Connections, ServerConfig, serve};
use bestmove_scheduler::Engine;
use reqwest::Client;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::sleep;

/// A service on a free port.
pub(crate) struct Running {
    engine: Arc<Engine>,
    pub(crate) address: SocketAddr,
    pub(crate) connections: Connections,
    stop: oneshot::Sender<()>,
    served: JoinHandle<()>,
}

impl Running {
    pub(crate) async fn start() -> Self {
        Self::with(ServerConfig::default()).await
    }

    pub(crate) async fn with(config: ServerConfig) -> Self {
        let engine = engine();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let shutdown = engine.clone().drain_after(async { drop(stopped.await) });
        let connections = Connections::default();
        let router = router(engine.clone());
        let served = tokio::spawn(serve(listener, router, config, connections.clone(), shutdown));
        Self { engine, address, connections, stop, served }
    }

    /// Stops the service and waits for its end.
    pub(crate) async fn stop(self) {
        self.stop.send(()).unwrap();
        self.served.await.unwrap();
    }

    /// A request that takes ten seconds unless it is cancelled.
    fn send_long_request(&self) -> JoinHandle<reqwest::Result<Value>> {
        let url = format!("http://{}/v1/checkers/best-move", self.address);
        let request = Client::new().post(url).json(&json!({ "time_ms": 10_000, "fresh": true }));
        tokio::spawn(async { request.send().await?.error_for_status()?.json().await })
    }

    async fn wait_for_busy(&self, workers: usize) {
        let since = Instant::now();
        while self.engine.busy_workers() != workers {
            assert!(
                since.elapsed() < Duration::from_secs(5),
                "{} workers are busy",
                self.engine.busy_workers()
            );
            sleep(Duration::from_millis(1)).await;
        }
    }
}

#[tokio::test]
async fn shutdown_answers_running_requests() {
    let service = Running::start().await;
    let request = service.send_long_request();
    service.wait_for_busy(1).await;
    service.stop.send(()).unwrap();
    let answer = request.await.unwrap().unwrap();
    assert_eq!(answer["stopped_by"], "cancelled");
    assert!(answer["best_move"].is_string());
    service.served.await.unwrap();
}

#[tokio::test]
async fn a_disconnecting_client_frees_its_thread() {
    let service = Running::start().await;
    let request = service.send_long_request();
    service.wait_for_busy(1).await;
    request.abort();
    service.wait_for_busy(0).await;
}

#[tokio::test]
async fn disconnecting_from_a_stream_frees_its_thread() {
    let service = Running::start().await;
    let url = format!("http://{}/v1/checkers/analysis", service.address);
    let request = Client::new().post(url).header("accept", "text/event-stream");
    let mut stream = request.json(&json!({ "time_ms": 10_000, "lines": "all" })).send().await.unwrap();
    let message = stream.chunk().await.unwrap().unwrap();
    assert!(message.starts_with(b"event: update\ndata: {"), "{message:?}");
    service.wait_for_busy(1).await;
    drop(stream);
    service.wait_for_busy(0).await;
}

#[tokio::test]
async fn the_health_check_distinguishes_ready_from_unavailable() {
    let service = Running::start().await;
    let check = |listen| spawn_blocking(move || cli::health(&ListenOptions { listen }));
    check(service.address).await.unwrap().unwrap();
    service.engine.drain();
    let message = check(service.address).await.unwrap().unwrap_err().to_string();
    assert!(message.contains("503"), "{message}");
    service.stop.send(()).unwrap();
    service.served.await.unwrap();
    check(service.address).await.unwrap().unwrap_err();
}
