//! HTTP/2 clients that open their flow-control windows late or never.

use super::flood::{END_HEADERS, END_STREAM, HEADERS, PING, SETTINGS, frame, get};
use super::{PREFACE, SOON};
use crate::http::socket::Running;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::routing::get as on_get;
use bestmove::net::{Connections, ServerConfig, serve};
use futures_util::stream::{StreamExt, iter, repeat};
use std::convert::Infallible;
use std::future::pending;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, sleep, timeout};

const DATA: u8 = 0;
const RST_STREAM: u8 = 3;
const WINDOW_UPDATE: u8 = 8;
const ACK: u8 = 1;
/// The bytes of each chunk of an answer.
const CHUNK: usize = 100;
/// The bytes of a large answer.
const LARGE: usize = 100_000;

/// A client that acknowledges pings.
struct Client {
    reader: BufReader<OwnedReadHalf>,
    writer: OwnedWriteHalf,
    /// The types of the received frames.
    frame_types: Vec<u8>,
    /// The received bytes of bodies.
    body_bytes: usize,
    /// The streams that the service has answered.
    answered: Vec<u32>,
    /// The streams that the service has reset.
    resets: Vec<u32>,
}

impl Client {
    /// Sends requests for these paths, with flow-control windows of that many bytes.
    async fn request(address: SocketAddr, window: u32, paths: &[&str]) -> Self {
        let stream = TcpStream::connect(address).await.unwrap();
        // On the paused clock, delayed acknowledgements of TCP would come too late.
        stream.set_nodelay(true).unwrap();
        let (reader, writer) = stream.into_split();
        let mut client = Self {
            reader: BufReader::new(reader),
            writer,
            frame_types: Vec::new(),
            body_bytes: 0,
            answered: Vec::new(),
            resets: Vec::new(),
        };
        let initial_window = frame(SETTINGS, 0, 0, &[&[0, 4], &window.to_be_bytes()[..]].concat());
        client.send(&[PREFACE, &initial_window].concat()).await;
        for (number, path) in (0..).zip(paths) {
            let flags = END_STREAM | END_HEADERS;
            client.send(&frame(HEADERS, flags, 2 * number + 1, &get(path))).await;
        }
        client
    }

    /// Ignores errors, as the service may close the connection at any time.
    async fn send(&mut self, bytes: &[u8]) {
        drop(self.writer.write_all(bytes).await);
    }

    /// Reads the next frame; `None` when the service has closed the connection.
    async fn receive(&mut self) -> Option<()> {
        let mut head = [0; 9];
        self.reader.read_exact(&mut head).await.ok()?;
        let length = u32::from_be_bytes([0, head[0], head[1], head[2]]) as usize;
        let mut payload = vec![0; length];
        self.reader.read_exact(&mut payload).await.ok()?;
        let (kind, flags) = (head[3], head[4]);
        let stream = u32::from_be_bytes([head[5], head[6], head[7], head[8]]);
        self.frame_types.push(kind);
        match kind {
            DATA => self.body_bytes += length,
            HEADERS => self.answered.push(stream),
            RST_STREAM => self.resets.push(stream),
            PING | SETTINGS if flags & ACK == 0 => {
                let echo = if kind == PING { payload } else { Vec::new() };
                self.send(&frame(kind, ACK, 0, &echo)).await;
            }
            _ => (),
        }
        Some(())
    }

    /// Lets the service send more on that stream, or with 0 on the connection.
    async fn open_window(&mut self, stream: u32, bytes: u32) {
        self.send(&frame(WINDOW_UPDATE, 0, stream, &bytes.to_be_bytes())).await;
    }

    async fn receive_for(&mut self, duration: Duration) {
        drop(timeout(duration, async { while self.receive().await.is_some() {} }).await);
    }

    /// Reads until the service closes the connection, and returns the time.
    async fn wait_for_close(&mut self) -> Duration {
        let started = Instant::now();
        let closed =
            timeout(Duration::from_secs(600), async { while self.receive().await.is_some() {} }).await;
        assert!(closed.is_ok(), "still open");
        started.elapsed()
    }
}

/// Serves a chunk, ten at once, one a minute, none, or a large answer.
async fn serve_chunks() -> SocketAddr {
    let chunk = || Ok::<_, Infallible>(Bytes::from_static(&[b'x'; CHUNK]));
    let many = move || async move { Body::from_stream(iter(0..10).map(move |_| chunk())) };
    let rare = move || async move {
        Body::from_stream(repeat(()).then(move |()| async move {
            sleep(Duration::from_secs(60)).await;
            chunk()
        }))
    };
    let router = Router::new()
        .route("/one", on_get(|| async { [b'x'; CHUNK] }))
        .route("/large", on_get(|| async { vec![b'x'; LARGE] }))
        .route("/many", on_get(many))
        .route("/rare", on_get(rare))
        .route("/never", on_get(pending::<()>));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let config = ServerConfig::default();
    tokio::spawn(serve(listener, router, config, Connections::default(), pending()));
    address
}

#[tokio::test(start_paused = true)]
async fn answers_without_a_window_time_out() {
    let service = Running::start().await;
    for paths in [&["/v1/games"][..], &["/v1/games"; 60], &["/v1/checkers/best-move?nodes=1"; 2]] {
        let mut client = Client::request(service.address, 0, paths).await;
        let took = client.wait_for_close().await;
        assert!(client.frame_types.contains(&HEADERS), "{:?}", client.frame_types);
        assert_eq!(client.body_bytes, 0);
        assert!(took < SOON, "{took:?} for {paths:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn stalled_streams_time_out() {
    let service = serve_chunks().await;
    for (path, chunks) in [("/many", 2), ("/rare", 2)] {
        let mut client = Client::request(service, 2 * CHUNK as u32, &[path]).await;
        client.wait_for_close().await;
        assert_eq!(client.body_bytes, chunks * CHUNK, "{path}");
    }
}

/// Whatever its other streams do, here one whose answer never comes.
#[tokio::test(start_paused = true)]
async fn a_stalled_stream_is_reset_alone() {
    let service = serve_chunks().await;
    for (window, path) in [(0, "/one"), (CHUNK as u32 / 2, "/one"), (2 * CHUNK as u32, "/many")] {
        let mut client = Client::request(service, window, &[path, "/never"]).await;
        let stall = ServerConfig::default().stall;
        client.receive_for(stall * 9 / 10).await;
        assert_eq!((client.body_bytes, client.resets.len()), (window as usize, 0), "{path}");
        client.receive_for(stall / 5).await;
        assert_eq!((client.body_bytes, &client.resets[..]), (window as usize, &[1][..]), "{path}");
        client.send(&frame(HEADERS, END_STREAM | END_HEADERS, 5, &get("/none"))).await;
        client.receive_for(stall / 5).await;
        assert_eq!(client.answered.last(), Some(&5), "the connection stays");
    }
}

#[tokio::test(start_paused = true)]
async fn slow_readers_are_served() {
    let service = serve_chunks().await;
    let mut client = Client::request(service, CHUNK as u32, &["/many"]).await;
    for chunks in 1..=10 {
        client.receive_for(ServerConfig::default().stall * 4 / 5).await;
        assert_eq!(client.body_bytes, chunks * CHUNK);
        client.open_window(1, CHUNK as u32).await;
    }
}

#[tokio::test(start_paused = true)]
async fn slow_answers_do_not_time_out() {
    let service = serve_chunks().await;
    let mut client = Client::request(service, 2 * CHUNK as u32, &["/rare", "/never"]).await;
    client.receive_for(Duration::from_secs(150)).await;
    assert_eq!(client.body_bytes, 2 * CHUNK);
}

/// The client opens the window of the stream by a part of a slice.
#[tokio::test(start_paused = true)]
async fn a_thousand_bytes_a_second_are_enough() {
    let service = serve_chunks().await;
    let mut client = Client::request(service, 1_000, &["/large"]).await;
    client.open_window(0, LARGE as u32).await;
    for second in 1..=LARGE / 1_000 {
        client.receive_for(Duration::from_secs(1)).await;
        assert_eq!((client.body_bytes, client.resets.len()), (second * 1_000, 0));
        client.open_window(1, 1_000).await;
    }
}

/// The client opens the window of the connection as fast as it reads.
#[tokio::test(start_paused = true)]
async fn streams_share_the_window_of_their_connection() {
    const STREAMS: usize = 40;
    let service = serve_chunks().await;
    let mut client = Client::request(service, LARGE as u32, &["/large"; STREAMS]).await;
    let mut seconds = 0;
    while client.body_bytes < STREAMS * LARGE {
        client.receive_for(Duration::from_secs(1)).await;
        seconds += 1;
        assert!(client.resets.is_empty(), "{} bytes after {seconds} s", client.body_bytes);
        assert!(seconds < 1_000, "{} bytes", client.body_bytes);
        client.open_window(0, 20_000).await;
    }
    assert!(seconds > 180, "{seconds} s");
}
