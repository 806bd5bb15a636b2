use crate::servers::Server;
use axum::Router;
use axum::http::StatusCode;
use axum::routing::{get, post};
use reqwest::Client;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::time::sleep;

/// In place of a replica: how many wait for it.
#[derive(Clone, Default)]
struct Stub {
    waiting: Arc<AtomicUsize>,
}

/// Somebody who waits.
struct Waiting(Arc<AtomicUsize>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Stub {
    /// The proxy, before one replica that gives every batch this answer after that time.
    async fn behind_a_proxy(self, answer: StatusCode, after: Duration) -> (Server, Client) {
        let batch = async move || {
            self.waiting.fetch_add(1, Ordering::SeqCst);
            let _waiting = Waiting(self.waiting);
            sleep(after).await;
            answer
        };
        let routes =
            Router::new().route("/health/ready", get(StatusCode::OK)).route("/v1/batch", post(batch));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, routes).await });
        (Server::haproxy(&[address]), Client::new())
    }
}

async fn batch(client: &Client, proxy: SocketAddr) -> StatusCode {
    client.post(format!("http://{proxy}/v1/batch")).body("{}").send().await.unwrap().status()
}

/// Asks again and again, for a minute at most.
async fn until(mut is_so: impl AsyncFnMut() -> bool) {
    let give_up = Instant::now() + Duration::from_secs(60);
    while !is_so().await {
        assert!(Instant::now() < give_up);
        sleep(Duration::from_millis(10)).await;
    }
}

/// Longer than for any other answer.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_batch_is_waited_for() {
    let (proxy, client) = Stub::default().behind_a_proxy(StatusCode::OK, Duration::from_secs(31)).await;
    assert_eq!(batch(&client, proxy.address).await, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_leaves_is_not_searched_for() {
    let stub = Stub::default();
    let (proxy, client) = stub.clone().behind_a_proxy(StatusCode::OK, Duration::from_secs(3600)).await;
    let address = proxy.address;
    let asking = tokio::spawn(async move { batch(&client, address).await });
    until(async || stub.waiting.load(Ordering::SeqCst) == 1).await;
    asking.abort();
    until(async || stub.waiting.load(Ordering::SeqCst) == 0).await;
}
