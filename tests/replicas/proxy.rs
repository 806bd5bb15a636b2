use crate::servers::Server;
use axum::Router;
use axum::http::StatusCode;
use axum::routing::{get, post};
use reqwest::Client;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::time::sleep;

/// In place of a replica.
struct Stub;

impl Stub {
    /// The proxy, before one replica that gives every batch this answer after that time.
    async fn behind_a_proxy(answer: StatusCode, after: Duration) -> (Server, Client) {
        let batch = async move || {
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

/// Longer than for any other answer.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_batch_is_waited_for() {
    let (proxy, client) = Stub::behind_a_proxy(StatusCode::OK, Duration::from_secs(31)).await;
    assert_eq!(batch(&client, proxy.address).await, StatusCode::OK);
}
