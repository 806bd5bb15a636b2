//! Connections of attackers and over bad networks. Most tests run on a paused clock, which advances while all
//! tasks are idle, so they can use the limits of production.

/// Unfinished bodies.
mod bodies;
/// HTTP/2 floods.
mod flood;
/// Graceful shutdown.
mod graceful_shutdown;
/// Repeated restarts under load.
mod restarts;
/// Clients that take long for a large answer.
mod slow_readers;
/// Requests that a proxy and the service could parse differently.
mod smuggling;
/// HTTP/2 clients that open their flow-control windows late or never.
mod stalled_streams;
/// HTTP/2 clients that request large answers and read none.
mod unread_answers;

use crate::http::socket::Running;
use crate::processes::{Server, free_address};
use bestmove::net::ServerConfig;
use std::num::NonZeroUsize;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::yield_now;
use tokio::time::{Instant, sleep, timeout};

/// The time within which a stalled connection is closed, with a second for the close.
const SOON: Duration = Duration::from_secs(11);
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const LIVE: &[u8] = b"GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n";
const POST: &str = "POST /v1/checkers/best-move HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";

/// A client's side of a connection.
struct Connection(TcpStream);

impl Connection {
    async fn open(service: &Running) -> Self {
        Self(TcpStream::connect(service.address).await.unwrap())
    }

    async fn open_and_send(service: &Running, bytes: &[u8]) -> Self {
        let mut connection = Self::open(service).await;
        connection.send(bytes).await;
        connection
    }

    async fn send(&mut self, bytes: &[u8]) {
        self.0.write_all(bytes).await.unwrap();
    }

    /// Reads until the service closes the connection. Returns the bytes and the time.
    async fn read_to_end(&mut self) -> (Vec<u8>, Duration) {
        let (started, mut received) = (Instant::now(), Vec::new());
        let closed = timeout(Duration::from_secs(60), self.0.read_to_end(&mut received)).await;
        assert!(closed.is_ok(), "still open, after {:?}", String::from_utf8_lossy(&received));
        (received, started.elapsed())
    }

    /// Reads the answer to a request for `/health/live`.
    async fn read_live_answer(&mut self) {
        let mut answer = Vec::new();
        while !answer.ends_with(b"{\"status\":\"live\"}") {
            assert!(
                self.0.read_buf(&mut answer).await.unwrap() > 0,
                "{:?}",
                String::from_utf8_lossy(&answer)
            );
        }
    }
}

/// Sends a byte a second until the service closes the connection. Returns the received text and the time.
async fn drip(service: &Running, start: &str, bytes: &str) -> (String, Duration) {
    let Connection(stream) = Connection::open_and_send(service, start.as_bytes()).await;
    let (mut reader, mut writer) = stream.into_split();
    let (started, mut received) = (Instant::now(), Vec::new());
    let dripping = async {
        for byte in bytes.as_bytes().chunks(1).cycle() {
            sleep(Duration::from_secs(1)).await;
            if writer.write_all(byte).await.is_err() {
                break;
            }
        }
        std::future::pending::<()>().await;
    };
    tokio::select! {
        _ = reader.read_to_end(&mut received) => (),
        () = dripping => (),
    }
    (String::from_utf8(received).unwrap(), started.elapsed())
}

#[tokio::test(start_paused = true)]
async fn idle_connections_are_closed() {
    let service = Running::start().await;
    for sent in [&b""[..], b"G", b"PRI * HTTP/2.0\r\n", b"GET / HTTP/1.1\r\nhost: x\r\n", PREFACE] {
        let (_, took) = Connection::open_and_send(&service, sent).await.read_to_end().await;
        assert!(took < SOON, "{took:?} for {:?}", String::from_utf8_lossy(sent));
    }
}

#[tokio::test(start_paused = true)]
async fn slow_heads_time_out() {
    let service = Running::start().await;
    let (answer, took) = drip(&service, "GET / HTTP/1.1\r\n", "x: y\r\n").await;
    assert_eq!(answer, "");
    assert!(took < SOON, "{took:?}");
}

#[tokio::test(start_paused = true)]
async fn heads_that_are_too_long_are_refused() {
    let service = Running::start().await;
    let long = "a".repeat(100_000);
    for (start, status) in [
        (format!("GET /{long} HTTP/1.1\r\nhost: x\r\n\r\n"), 431),
        (format!("GET / HTTP/1.1\r\nhost: x\r\nx: {long}\r\n\r\n"), 431),
        (format!("GET / HTTP/1.1\r\nhost: x\r\n{}\r\n", "x: y\r\n".repeat(200)), 431),
        ("nonsense\r\n\r\n".to_owned(), 400),
        ("\u{16}\u{3}\u{1}".to_owned(), 400),
    ] {
        let (answer, _) = Connection::open_and_send(&service, start.as_bytes()).await.read_to_end().await;
        let answer = String::from_utf8(answer).unwrap();
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status} ")),
            "{:?}: {answer:?}",
            &start[..20.min(start.len())]
        );
    }
}

#[tokio::test(start_paused = true)]
async fn slow_bodies_time_out() {
    let service = Running::start().await;
    let (answer, took) = drip(&service, &format!("{POST}content-length: 2000\r\n\r\n{{"), " ").await;
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    assert!(answer.contains("/problems/request-timeout"), "{answer}");
    assert!(took < SOON, "{took:?}");
}

#[tokio::test(start_paused = true)]
async fn unread_bodies_time_out() {
    let service = Running::start().await;
    let (answer, took) =
        drip(&service, "POST /nothing HTTP/1.1\r\nhost: x\r\ncontent-length: 2000\r\n\r\n", " ").await;
    assert!(answer.starts_with("HTTP/1.1 404 "), "{answer}");
    assert!(took < SOON, "{took:?}");
}

#[tokio::test(start_paused = true)]
async fn keep_alive_is_limited() {
    let service = Running::start().await;
    let ServerConfig { head, keep_alive, .. } = ServerConfig::default();
    let mut connection = Connection::open_and_send(&service, LIVE).await;
    connection.read_live_answer().await;
    sleep(keep_alive * 9 / 10).await;
    connection.send(LIVE).await;
    connection.read_live_answer().await;
    sleep(keep_alive * 9 / 10).await;
    connection.send(b"G").await;
    let (_, took) = connection.read_to_end().await;
    assert!((head..head * 2).contains(&took), "{took:?} after the first byte of a head");
    let mut connection = Connection::open_and_send(&service, LIVE).await;
    connection.read_live_answer().await;
    let (_, took) = connection.read_to_end().await;
    assert!((keep_alive..SOON).contains(&took), "{took:?}");
}

#[tokio::test]
async fn a_long_search_does_not_time_out() {
    let short = Duration::from_secs(1);
    let config = ServerConfig { head: short, keep_alive: short, stall: short, ..ServerConfig::default() };
    let service = Running::with(config).await;
    let body = r#"{"time_ms": 3000, "fresh": true}"#;
    let request = format!("{POST}content-length: {}\r\n\r\n{body}", body.len());
    let (answer, took) = Connection::open_and_send(&service, request.as_bytes()).await.read_to_end().await;
    assert!(String::from_utf8(answer).unwrap().contains("\"best_move\""));
    assert!(took >= Duration::from_secs(3), "{took:?}");
}

/// A thousand answers of forty kibibytes are more than all buffers hold.
#[tokio::test(start_paused = true)]
async fn unread_answers_time_out() {
    let service = Running::start().await;
    let mut connection = Connection::open(&service).await;
    let answers = "GET /openapi.yaml HTTP/1.1\r\nhost: x\r\n\r\n".repeat(1000);
    connection.send(answers.as_bytes()).await;
    sleep(SOON).await;
    let mut read = Vec::new();
    drop(timeout(Duration::from_secs(60), connection.0.read_to_end(&mut read)).await.unwrap());
    assert!(read.len() < 1000 * include_str!("../openapi.yaml").len(), "all answers were sent");
}

#[tokio::test(start_paused = true)]
async fn connections_beyond_the_cap_wait() {
    let config = ServerConfig { connections: NonZeroUsize::new(2).unwrap(), ..ServerConfig::default() };
    let service = Running::with(config).await;
    let _idle = [Connection::open(&service).await, Connection::open(&service).await];
    let started = Instant::now();
    Connection::open_and_send(&service, LIVE).await.read_live_answer().await;
    assert!((config.head..SOON).contains(&started.elapsed()), "{:?}", started.elapsed());
}

#[tokio::test(start_paused = true)]
async fn connections_of_an_address_are_limited() {
    let config = ServerConfig { connections_per_address: NonZeroUsize::new(2), ..ServerConfig::default() };
    let service = Running::with(config).await;
    let [first, _second] = [(); 2].map(|()| async {
        let mut connection = Connection::open_and_send(&service, LIVE).await;
        connection.read_live_answer().await;
        connection
    });
    let (first, _second) = tokio::join!(first, _second);
    let (answer, took) = Connection::open(&service).await.read_to_end().await;
    assert!(answer.is_empty() && took < config.head, "{took:?}");
    drop(first);
    let started = std::time::Instant::now();
    while service.connections.open() > 1 {
        assert!(started.elapsed() < Duration::from_secs(60), "a closed connection keeps its permit");
        yield_now().await;
    }
    assert_eq!(service.connections.refused(), 1);
    Connection::open_and_send(&service, LIVE).await.read_live_answer().await;
}

#[tokio::test(start_paused = true)]
async fn idle_connections_do_not_delay_the_shutdown() {
    let service = Running::start().await;
    let _idle = Connection::open(&service).await;
    Connection::open_and_send(&service, LIVE).await.read_live_answer().await;
    let mut kept_alive = Connection::open_and_send(&service, LIVE).await;
    kept_alive.read_live_answer().await;
    let started = Instant::now();
    service.stop().await;
    assert!(started.elapsed() < Duration::from_secs(1), "{:?}", started.elapsed());
}

#[tokio::test(start_paused = true)]
async fn http_2_has_bounded_streams() {
    const SETTINGS: [u8; 9] = [0, 0, 0, 4, 0, 0, 0, 0, 0];
    const MAX_CONCURRENT_STREAMS: [u8; 6] = [0, 3, 0, 0, 0, 64];
    let service = Running::start().await;
    let (answer, _) =
        Connection::open_and_send(&service, &[PREFACE, &SETTINGS].concat()).await.read_to_end().await;
    assert!(answer.windows(6).any(|setting| setting == MAX_CONCURRENT_STREAMS), "{answer:?}");
}

/// A process of the service with a limit on open files and a short timeout of heads.
fn start_process(open_files: u32) -> Server {
    let flags = ["--head-ms", "500", "--table-mib", "1", "--workers", "1"];
    Server::with_open_files(open_files, free_address(), &flags)
}

#[tokio::test]
async fn running_out_of_file_descriptors_is_survived() {
    let service = start_process(40);
    let mut held = Vec::new();
    for _ in 0..80 {
        held.push(TcpStream::connect(service.address).await.unwrap());
    }
    let url = format!("http://{}/health/live", service.address);
    let answer = timeout(Duration::from_secs(20), reqwest::get(url)).await.unwrap().unwrap();
    assert_eq!(answer.status(), 200);
}
