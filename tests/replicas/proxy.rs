//! HAProxy in front of stub replicas.

use crate::processes::{ProxyPorts, Server, free_address};
use axum::Router;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::get;
use reqwest::Client;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::time::{sleep, timeout};

/// A stub of a replica: always ready, with one answer to every request.
#[derive(Clone, Default)]
struct Stub {
    /// The number of requests received.
    requests: Arc<AtomicUsize>,
    /// The number of requests that wait for the answer.
    waiting: Arc<AtomicUsize>,
}

/// Counts a request as waiting until it is answered or cancelled.
struct WaitingGuard(Arc<AtomicUsize>);

impl Drop for WaitingGuard {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Stub {
    /// Starts the stub, which gives this answer after that time.
    async fn start<A>(&self, answer: A, after: Duration) -> SocketAddr
    where
        A: IntoResponse + Clone + Send + Sync + 'static,
    {
        let Self { requests, waiting } = self.clone();
        let answer = async move || {
            requests.fetch_add(1, Ordering::SeqCst);
            waiting.fetch_add(1, Ordering::SeqCst);
            let _waiting = WaitingGuard(waiting);
            sleep(after).await;
            answer
        };
        let routes = Router::new().route("/health/ready", get(StatusCode::OK)).fallback(answer);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, routes).await });
        address
    }
}

async fn batch(client: &Client, proxy: SocketAddr, body: String) -> StatusCode {
    client.post(format!("http://{proxy}/v1/batch")).body(body).send().await.unwrap().status()
}

/// Polls a condition for at most a minute.
async fn wait_until(mut condition: impl AsyncFnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !condition().await {
        assert!(Instant::now() < deadline);
        sleep(Duration::from_millis(10)).await;
    }
}

/// 31 s is more than any timeout of the proxy except that of batches.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_batch_is_answered() {
    let replica = Stub::default().start(StatusCode::OK, Duration::from_secs(31)).await;
    let proxy = Server::haproxy(&[replica]);
    assert_eq!(batch(&Client::new(), proxy.address, "{}".to_owned()).await, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disconnect_cancels_the_search() {
    let stub = Stub::default();
    let proxy = Server::haproxy(&[stub.start(StatusCode::OK, Duration::from_secs(3600)).await]);
    let address = proxy.address;
    let request = tokio::spawn(async move { batch(&Client::new(), address, "{}".to_owned()).await });
    wait_until(async || stub.waiting.load(Ordering::SeqCst) == 1).await;
    request.abort();
    wait_until(async || stub.waiting.load(Ordering::SeqCst) == 0).await;
}

/// An unreachable machine: connections are neither refused nor established, as the backlog is full.
async fn unreachable_machine() -> (TcpListener, Vec<TcpStream>) {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let listener = socket.listen(1).unwrap();
    let address = listener.local_addr().unwrap();
    let mut backlog = Vec::new();
    while let Ok(connected) = timeout(Duration::from_secs(1), TcpStream::connect(address)).await {
        backlog.push(connected.unwrap());
    }
    (listener, backlog)
}

/// Requests arrive while the proxy detects that one of two replicas is down.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_request_is_lost_to_an_unreachable_machine() {
    let (listener, _backlog) = unreachable_machine().await;
    let replica = Stub::default().start(StatusCode::OK, Duration::ZERO).await;
    let proxy = Server::haproxy(&[listener.local_addr().unwrap(), replica]);
    let (client, mut requests) = (Client::new(), Vec::new());
    for number in 0..100 {
        let (client, address) = (client.clone(), proxy.address);
        requests.push(tokio::spawn(async move { batch(&client, address, number.to_string()).await }));
        sleep(Duration::from_millis(20)).await;
    }
    for request in requests {
        assert_eq!(request.await.unwrap(), StatusCode::OK);
    }
    assert!(proxy.log().iter().any(|line| line.contains("bestmove-0 is DOWN")), "{:#?}", proxy.log());
}

/// Replicas that refuse all requests.
async fn refusing(count: usize) -> (Stub, Vec<SocketAddr>) {
    let (stub, mut addresses) = (Stub::default(), Vec::new());
    for _ in 0..count {
        let refusal = (StatusCode::SERVICE_UNAVAILABLE, [("retry-after", "7")], "no room");
        addresses.push(stub.start(refusal, Duration::ZERO).await);
    }
    (stub, addresses)
}

/// More retries would keep overloaded replicas busy.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refused_request_is_retried_twice_at_most() {
    let (stub, replicas) = refusing(6).await;
    let proxy = Server::haproxy(&replicas);
    for (path, requests) in [("batch", 3), ("checkers/best-move", 3), ("analyses", 1)] {
        let request = Client::new().post(format!("http://{}/v1/{path}", proxy.address)).body("{}");
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE, "{path}");
        assert_eq!(answer.headers()["retry-after"], "7", "{path}");
        assert_eq!(answer.text().await.unwrap(), "no room");
        assert_eq!(stub.requests.swap(0, Ordering::SeqCst), requests, "{path}");
    }
}

/// The retry budget: when many requests are refused, retries stop.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_overloaded_fleet_gets_no_retries() {
    const REQUESTS: usize = 300;
    let (stub, replicas) = refusing(3).await;
    let (proxy, client) = (Server::haproxy(&replicas), Client::new());
    for number in 0..REQUESTS {
        let status = batch(&client, proxy.address, number.to_string()).await;
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    }
    let requests = stub.requests.load(Ordering::SeqCst);
    assert!((REQUESTS..REQUESTS * 6 / 5).contains(&requests), "{requests}");
}

/// The proxy waits as long as the time limit of the request allows, or 3 s without one; then another replica
/// answers.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_short_request_is_answered_soon_beside_a_hanging_replica() {
    for limit in [r#","time_ms":150"#, ""] {
        let hanging = Stub::default();
        let replicas = [
            hanging.start(StatusCode::OK, Duration::from_secs(3600)).await,
            Stub::default().start(StatusCode::OK, Duration::ZERO).await,
        ];
        let (proxy, client) = (Server::haproxy(&replicas), Client::new());
        let url = format!("http://{}/v1/checkers/best-move", proxy.address);
        let mut number = 0;
        while hanging.requests.load(Ordering::SeqCst) == 0 {
            number += 1;
            let body = format!(r#"{{"position":"{number}"{limit}}}"#);
            let sent = Instant::now();
            let answer = client.post(&url).body(body).send().await.unwrap();
            assert_eq!(answer.status(), StatusCode::OK);
            assert!(sent.elapsed() < Duration::from_secs(8), "{:?}", sent.elapsed());
        }
    }
}

/// A tree is searched once, however slow it is, and its answer may be written after its time limit.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_tree_is_not_searched_again() {
    let slow = Stub::default();
    let mut replicas = Vec::new();
    for _ in 0..3 {
        replicas.push(slow.start(StatusCode::OK, Duration::from_secs(3)).await);
    }
    let (proxy, client) = (Server::haproxy(&replicas), Client::new());
    for path in ["trees/search", "trees/measure", "checkers/search-tree"] {
        let request = client.post(format!("http://{}/v1/{path}", proxy.address)).body(r#"{"time_ms":100}"#);
        assert_eq!(request.send().await.unwrap().status(), StatusCode::OK, "{path}");
        assert_eq!(slow.requests.swap(0, Ordering::SeqCst), 1, "{path}");
    }
    let (refusing, replicas) = refusing(3).await;
    let proxy = Server::haproxy(&replicas);
    let request = client.post(format!("http://{}/v1/trees/search", proxy.address)).body("{}");
    assert_eq!(request.send().await.unwrap().status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(refusing.requests.load(Ordering::SeqCst), 1);
}

/// A tree as long as a request may be, percent-encoded, would not fit the headers of an answer.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_tree_is_answered() {
    let replica = Server::bestmove(free_address(), &["--table-mib", "1", "--solver-mib", "1"]);
    let proxy = Server::haproxy(&[replica.address]);
    let tree = format!("[{}]", vec!["1"; 6_411].join(","));
    assert_eq!(tree.len(), 12_823);
    for server in [&replica, &proxy] {
        let answer =
            reqwest::get(format!("http://{}/v1/trees/search?tree={tree}", server.address)).await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
    }
}

/// One source opens more connections than the proxy accepts in all.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_of_a_source_are_limited() {
    let replica = Stub::default().start(StatusCode::OK, Duration::ZERO).await;
    let proxy = Server::haproxy(&[replica]);
    let mut idle = Vec::new();
    for _ in 0..1_100 {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind("127.0.0.2:0".parse().unwrap()).unwrap();
        idle.extend(timeout(Duration::from_secs(1), socket.connect(proxy.address)).await.ok());
    }
    let client = Client::new();
    let answer = timeout(Duration::from_secs(2), batch(&client, proxy.address, "{}".to_owned()));
    assert_eq!(answer.await.ok(), Some(StatusCode::OK), "beside {} idle connections", idle.len());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refused_request_is_served_by_another_replica() {
    let (stub, mut replicas) = refusing(1).await;
    replicas.push(Stub::default().start(StatusCode::OK, Duration::ZERO).await);
    let (proxy, client) = (Server::haproxy(&replicas), Client::new());
    for number in 0..20 {
        assert_eq!(batch(&client, proxy.address, number.to_string()).await, StatusCode::OK);
    }
    assert!(stub.requests.load(Ordering::SeqCst) > 0);
}

/// Those that alerts and the dashboard query.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn metrics_tell_which_replicas_are_down() {
    let replica = Stub::default().start(StatusCode::OK, Duration::ZERO).await;
    let ports = ProxyPorts::free();
    let _proxy = Server::haproxy_at(ports, &[replica, free_address()], None);
    let served = async |path: &str| reqwest::get(format!("http://{}{path}", ports.metrics)).await.unwrap();
    let has = async |line: &str| served("/metrics").await.text().await.unwrap().contains(line);
    let down = r#"haproxy_server_status{proxy="replicas",server="bestmove-1",state="DOWN"} 1"#;
    wait_until(async || has(down).await).await;
    assert!(has("haproxy_backend_active_servers{proxy=\"replicas\"} 1\n").await);
    assert!(!has(&down.replace("bestmove-1", "bestmove-0")).await);
    let metrics = served("/metrics").await.text().await.unwrap();
    let queries = ["alerts.yaml", "../grafana/bestmove.json"].map(|file| {
        std::fs::read_to_string(format!("deploy/prometheus/{file}")).unwrap().replace("\\\"", "\"")
    });
    let queries = queries.concat();
    let queried: Vec<_> = queries.match_indices("haproxy_").map(|(start, _)| &queries[start..]).collect();
    assert!(queried.len() >= 8, "{queried:?}");
    for query in queried {
        let name = query.split('{').next().unwrap();
        assert!(metrics.contains(&format!("\n{name}{{")), "HAProxy has no {name}");
    }
    assert_eq!(served("/").await.status(), StatusCode::NOT_FOUND);
}
