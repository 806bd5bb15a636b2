use super::engine;
use bestmove::cli;
use bestmove::config::ListenOptions;
use bestmove::engine::Engine;
use bestmove::http::serve;
use reqwest::Client;
use serde_json::{Value, json};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::sleep;

/// A service on a port of its own.
pub(crate) struct Running {
    engine: Arc<Engine>,
    pub(crate) address: SocketAddr,
    stop: oneshot::Sender<()>,
    served: JoinHandle<io::Result<()>>,
}

impl Running {
    pub(crate) async fn start() -> Self {
        let engine = engine();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let shutdown = async { drop(stopped.await) };
        let served = tokio::spawn(serve(listener, engine.clone(), shutdown, Duration::from_secs(5)));
        Self { engine, address, stop, served }
    }

    /// A request that takes ten seconds unless something ends it.
    fn ask_at_length(&self) -> JoinHandle<reqwest::Result<Value>> {
        let url = format!("http://{}/v1/checkers/best-move", self.address);
        let request = Client::new().post(url).json(&json!({ "time_ms": 10_000, "fresh": true }));
        tokio::spawn(async { request.send().await?.error_for_status()?.json().await })
    }

    async fn until_busy(&self, workers: usize) {
        let since = Instant::now();
        while self.engine.busy_workers() != workers {
            assert!(
                since.elapsed() < Duration::from_secs(5),
                "{} workers search",
                self.engine.busy_workers()
            );
            sleep(Duration::from_millis(1)).await;
        }
    }
}

#[tokio::test]
async fn told_to_stop_it_answers_what_runs_and_ends() {
    let service = Running::start().await;
    let asked = service.ask_at_length();
    service.until_busy(1).await;
    service.stop.send(()).unwrap();
    let answer = asked.await.unwrap().unwrap();
    assert_eq!(answer["stopped_by"], "cancelled");
    assert!(answer["best_move"].is_string());
    service.served.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_client_that_leaves_frees_its_thread() {
    let service = Running::start().await;
    let asked = service.ask_at_length();
    service.until_busy(1).await;
    asked.abort();
    service.until_busy(0).await;
}

/// Paused time runs ahead while nothing happens on the connection.
#[tokio::test(start_paused = true)]
async fn a_body_that_never_comes_is_not_waited_for() {
    let service = Running::start().await;
    let mut connection = TcpStream::connect(service.address).await.unwrap();
    let head = "POST /v1/checkers/best-move HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";
    connection.write_all(format!("{head}content-length: 20\r\n\r\n{{\"").as_bytes()).await.unwrap();
    let mut answer = String::new();
    connection.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    assert!(answer.contains("/problems/request-timeout"), "{answer}");
}

#[tokio::test]
async fn the_health_check_tells_ready_from_gone() {
    let service = Running::start().await;
    let check = |listen| spawn_blocking(move || cli::health(&ListenOptions { listen }));
    check(service.address).await.unwrap().unwrap();
    service.engine.drain();
    let message = check(service.address).await.unwrap().unwrap_err().to_string();
    assert!(message.contains("503"), "{message}");
    service.stop.send(()).unwrap();
    service.served.await.unwrap().unwrap();
    check(service.address).await.unwrap().unwrap_err();
}
