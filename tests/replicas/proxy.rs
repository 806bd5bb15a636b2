use crate::servers::Server;
use axum::Router;
use axum::http::StatusCode;
use axum::routing::get;
use reqwest::Client;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::time::sleep;

/// In place of a replica: ready, and gives this answer to whatever it is asked, after that time.
async fn stub(answer: StatusCode, after: Duration) -> SocketAddr {
    let answer = async move || {
        sleep(after).await;
        answer
    };
    let routes = Router::new().route("/health/ready", get(StatusCode::OK)).fallback(answer);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, routes).await });
    address
}

async fn batch(client: &Client, proxy: SocketAddr) -> StatusCode {
    client.post(format!("http://{proxy}/v1/batch")).body("{}").send().await.unwrap().status()
}

/// Longer than for any other answer.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_batch_is_waited_for() {
    let replica = stub(StatusCode::OK, Duration::from_secs(31)).await;
    let proxy = Server::haproxy(&[replica]);
    assert_eq!(batch(&Client::new(), proxy.address).await, StatusCode::OK);
}
