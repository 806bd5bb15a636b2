//! A service on this machine and a client that costs as little as can be.

use bestmove::engine::{Allowance, Engine, EngineConfig};
use bestmove::http;
use bestmove::server::ServerConfig;
use std::future::pending;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// An engine of that many workers, otherwise as by default.
pub(crate) fn config(workers: usize) -> EngineConfig {
    let allowance = Allowance { max_time: Duration::from_secs(60), ..Allowance::default() };
    EngineConfig {
        workers: NonZeroUsize::new(workers).expect("a worker"),
        allowance,
        ..EngineConfig::default()
    }
}

/// Serves the engine on a free port.
pub(crate) async fn serve(engine: Arc<Engine>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(http::serve(listener, engine, ServerConfig::default(), pending()));
    address
}

/// An HTTP/1.1 connection that is kept.
pub(crate) struct Client {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Client {
    pub(crate) async fn connect(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).await.expect("a listener");
        stream.set_nodelay(true).expect("a TCP stream");
        Self { stream, buffer: Vec::new() }
    }

    /// Sends a request and does not wait for the answer.
    pub(crate) async fn send(&mut self, path: &str, body: &str) {
        let head = format!("POST {path} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\n");
        let request = format!("{head}content-length: {}\r\n\r\n{body}", body.len());
        self.stream.write_all(request.as_bytes()).await.expect("an open connection");
    }

    /// Sends a request and reads the answer, which must be a success; returns its body.
    pub(crate) async fn post(&mut self, path: &str, body: &str) -> String {
        self.send(path, body).await;
        self.buffer.clear();
        loop {
            let read = self.stream.read_buf(&mut self.buffer).await.expect("an open connection");
            assert!(read > 0, "the connection was closed");
            if let Some(body) = whole_body(&self.buffer) {
                assert!(
                    self.buffer.starts_with(b"HTTP/1.1 200"),
                    "{}",
                    String::from_utf8_lossy(&self.buffer)
                );
                return String::from_utf8_lossy(body).into_owned();
            }
        }
    }
}

/// The body of an answer, if all of it has come.
fn whole_body(answer: &[u8]) -> Option<&[u8]> {
    let end = answer.windows(4).position(|window| window == b"\r\n\r\n")? + 4;
    let head = String::from_utf8_lossy(&answer[..end]).to_ascii_lowercase();
    let (_, length) = head.split_once("content-length: ")?;
    let length: usize = length.lines().next()?.trim().parse().ok()?;
    answer.get(end..end + length)
}

/// The value below which that share of the samples lies.
pub(crate) fn percentile(samples: &mut [f64], share: f64) -> f64 {
    samples.sort_by(f64::total_cmp);
    let rank = (samples.len() as f64 * share).ceil() as usize;
    samples[rank.clamp(1, samples.len()) - 1]
}
