//! Unfinished bodies.

use super::flood::resident_mib;
use super::start_process;
use axum::body::{Body, Bytes};
use axum::http::{Request, StatusCode};
use futures_util::future::join_all;
use futures_util::stream::{StreamExt, iter, pending};
use hyper::client::conn::http2;
use hyper_util::rt::{TokioExecutor, TokioIo};
use serde_json::{Value, json};
use std::convert::Infallible;
use std::future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

const CONNECTIONS: usize = 12;
const STREAMS: usize = 64;
/// The size of each unfinished batch; 256 KiB are allowed.
const PART_KIB: usize = 240;
/// The part of a client in the budget, 12 MiB, the flow-control windows of the connections, and as much
/// again for other state.
const MAX_GROWTH_MIB: u64 = 40;

/// Connects from that loopback address.
async fn connect(from: [u8; 4], to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((from, 0).into()).unwrap();
    socket.connect(to).await.unwrap()
}

/// Sends unfinished batches over one connection, and counts the refusals.
async fn hoard(service: SocketAddr, refused: Arc<AtomicUsize>) -> Vec<JoinHandle<()>> {
    let stream = TokioIo::new(connect([127, 0, 0, 2], service).await);
    let (mut sender, connection) = http2::handshake(TokioExecutor::new(), stream).await.unwrap();
    let mut tasks = vec![tokio::spawn(async { drop(connection.await) })];
    for _ in 0..STREAMS {
        let spaces = iter([Ok::<_, Infallible>(Bytes::from_static(&[b' '; PART_KIB * 1024]))]);
        let request = Request::post(format!("http://{service}/v1/batch"))
            .header("content-type", "application/json")
            .body(Body::from_stream(spaces.chain(pending())))
            .unwrap();
        sender.ready().await.unwrap();
        let answer = sender.send_request(request);
        let refused = Arc::clone(&refused);
        tasks.push(tokio::spawn(async move {
            let Ok(answer) = answer.await else { return };
            assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
            assert_eq!(answer.headers()["retry-after"], "5");
            refused.fetch_add(1, Ordering::Relaxed);
        }));
    }
    tasks.push(tokio::spawn(async move {
        let _kept_open = sender;
        future::pending::<()>().await;
    }));
    tasks
}

/// Sends a small request from that address and returns the status line of the answer.
async fn status_line(from: [u8; 4], service: SocketAddr) -> String {
    let mut stream = connect(from, service).await;
    let request = "POST /v1/tic-tac-toe/best-move HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\
                   content-type: application/json\r\ncontent-length: 2\r\n\r\n{}";
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    let read = timeout(Duration::from_secs(10), stream.read_to_string(&mut answer)).await;
    read.expect("an answer in time").unwrap();
    answer.lines().next().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn unfinished_bodies_take_a_bounded_share_of_memory() {
    const OK: &str = "HTTP/1.1 200 OK";
    let service = start_process(1024);
    let (hoarder, other) = ([127, 0, 0, 2], [127, 0, 0, 3]);
    assert_eq!(status_line(hoarder, service.address).await, OK);
    let before = resident_mib(&service);
    let refused = Arc::new(AtomicUsize::new(0));
    let hoards = (0..CONNECTIONS).map(|_| hoard(service.address, Arc::clone(&refused)));
    let tasks: Vec<_> = join_all(hoards).await.into_iter().flatten().collect();
    let are_refused = || refused.load(Ordering::Relaxed) > CONNECTIONS * STREAMS / 2;
    let (mut peak, mut samples) = (0, 0..200);
    while samples.next().is_some_and(|sample| sample < 20 || !are_refused()) {
        sleep(Duration::from_millis(100)).await;
        peak = peak.max(resident_mib(&service));
        assert_eq!(status_line(other, service.address).await, OK, "while the service has {peak} MiB");
    }
    let grown = peak.saturating_sub(before);
    assert!(grown <= MAX_GROWTH_MIB, "{grown} MiB");
    assert!(are_refused(), "{refused:?}");
    tasks.iter().for_each(JoinHandle::abort);
    let answered_again = async { while status_line(hoarder, service.address).await != OK {} };
    timeout(Duration::from_secs(20), answered_again).await.expect("the budget is not released");
}

/// An upload of more bytes than a flood may have, in lines with long blanks.
#[tokio::test]
async fn an_archive_of_any_size_is_no_flood() {
    const LINES: usize = 2_800;
    let service = start_process(1024);
    let line = format!("{{\"position\": \"\"{}}}\n", " ".repeat(15_000));
    let url = format!("http://{}/v1/jobs?kind=analysis&game=connect-four&dry_run=true", service.address);
    for builder in [reqwest::Client::builder(), reqwest::Client::builder().http2_prior_knowledge()] {
        let client = builder.build().unwrap();
        let answer = client.post(&url).body(line.repeat(LINES)).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        let job: Value = answer.json().await.unwrap();
        assert_eq!((&job["items"], &job["problems"]), (&json!(LINES), &json!(0)));
    }
}
