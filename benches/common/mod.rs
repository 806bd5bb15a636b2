//! A service within this process, a minimal HTTP client, and the CPU clock.

pub(crate) mod peer;

use bestmove::http::{HttpConfig, router};
use bestmove::net::{self, Connections, ServerConfig};
use bestmove_query::{LimitPolicy, SessionConfig};
use bestmove_scheduler::{Engine, EngineConfig};
use rustix::time::{ClockId, clock_gettime};
use std::borrow::Cow;
use std::future::pending;
use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// The default configuration with a number of workers.
pub(crate) fn config(workers: usize) -> EngineConfig {
    let limit_policy = LimitPolicy { max_time: Duration::from_secs(60), ..LimitPolicy::default() };
    EngineConfig {
        workers: NonZeroUsize::new(workers).expect("a worker"),
        session: SessionConfig { limit_policy, ..SessionConfig::default() },
        ..EngineConfig::default()
    }
}

/// Serves the engine on a free port.
pub(crate) async fn serve(engine: Arc<Engine>) -> SocketAddr {
    serve_with(engine, HttpConfig::default()).await
}

/// The same with this configuration.
pub(crate) async fn serve_with(engine: Arc<Engine>, http: HttpConfig) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let (config, connections) = (ServerConfig::default(), Connections::default());
    tokio::spawn(net::serve(listener, router(engine, http), config, connections, pending()));
    address
}

/// A persistent HTTP/1.1 connection.
pub(crate) struct Client {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Client {
    pub(crate) async fn connect(address: SocketAddr) -> Self {
        Self::try_connect(address).await.expect("a listener")
    }

    pub(crate) async fn try_connect(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::new() })
    }

    /// Sends a request without reading the response.
    pub(crate) async fn send(&mut self, path: &str, body: &str) {
        self.write(&post_request(path, body)).await.expect("an open connection");
    }

    /// Sends a request, and returns the body of its response, which must have status 200.
    pub(crate) async fn post(&mut self, path: &str, body: &str) -> String {
        let (status, answer) = self.exchange(&post_request(path, body)).await.expect("an open connection");
        assert_eq!(status, 200, "{answer}");
        answer
    }

    /// Sends a complete request, and returns the status and body of the response.
    pub(crate) async fn exchange(&mut self, request: &str) -> io::Result<(u16, String)> {
        self.write(request).await?;
        self.buffer.clear();
        loop {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            if let Some(body) = complete_body(&self.buffer) {
                return Ok((status(&self.buffer), String::from_utf8_lossy(&body).into_owned()));
            }
        }
    }

    /// Sends a complete request, reads the response up to the start of its body, and returns the status.
    pub(crate) async fn read_start(&mut self, request: &str) -> io::Result<u16> {
        self.write(request).await?;
        self.buffer.clear();
        while parts(&self.buffer).is_none_or(|(_, body)| body.is_empty()) {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err(ErrorKind::UnexpectedEof.into());
            }
        }
        Ok(status(&self.buffer))
    }

    pub(crate) async fn write(&mut self, request: &str) -> io::Result<()> {
        self.stream.write_all(request.as_bytes()).await
    }
}

/// The text of a POST request.
pub(crate) fn post_request(path: &str, body: &str) -> String {
    post_request_accepting("*/*", path, body)
}

/// The text of a POST request with an `Accept` header.
pub(crate) fn post_request_accepting(accept: &str, path: &str, body: &str) -> String {
    let head = format!("POST {path} HTTP/1.1\r\nhost: bench\r\naccept: {accept}\r\n");
    format!("{head}content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}", body.len())
}

/// The text of a request without a body.
pub(crate) fn bodyless_request(method: &str, accept: &str, path: &str) -> String {
    format!("{method} {path} HTTP/1.1\r\nhost: bench\r\naccept: {accept}\r\n\r\n")
}

/// The status of a response whose head is complete.
fn status(answer: &[u8]) -> u16 {
    String::from_utf8_lossy(&answer[9..12]).parse().expect("a status")
}

/// The head of a response and the bytes after it, once the head is complete.
fn parts(answer: &[u8]) -> Option<(String, &[u8])> {
    let end = answer.windows(4).position(|window| window == b"\r\n\r\n")? + 4;
    Some((String::from_utf8_lossy(&answer[..end]).to_ascii_lowercase(), &answer[end..]))
}

/// The body of a response, once it is complete.
fn complete_body(answer: &[u8]) -> Option<Cow<'_, [u8]>> {
    let (head, body) = parts(answer)?;
    if let Some((_, length)) = head.split_once("content-length: ") {
        let length: usize = length.lines().next()?.trim().parse().ok()?;
        body.get(..length).map(Cow::Borrowed)
    } else if head.contains("transfer-encoding: chunked") {
        body.ends_with(b"0\r\n\r\n").then(|| decode_chunks(body)).flatten().map(Cow::Owned)
    } else {
        Some(Cow::Borrowed(b""))
    }
}

/// Decodes a chunked body, once it is complete.
fn decode_chunks(mut chunks: &[u8]) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    loop {
        let line = chunks.windows(2).position(|window| window == b"\r\n")?;
        let length = usize::from_str_radix(str::from_utf8(&chunks[..line]).ok()?, 16).ok()?;
        if length == 0 {
            return Some(content);
        }
        content.extend(chunks.get(line + 2..line + 2 + length)?);
        chunks = chunks.get(line + 2 + length + 2..)?;
    }
}

/// The CPU time of this thread or of the process, in seconds.
pub(crate) fn cpu_time(clock: ClockId) -> f64 {
    let time = clock_gettime(clock);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// The nearest-rank percentile of the samples; `share` is from 0 to 1.
pub(crate) fn percentile(samples: &mut [f64], share: f64) -> f64 {
    samples.sort_by(f64::total_cmp);
    let rank = (samples.len() as f64 * share).ceil() as usize;
    samples[rank.clamp(1, samples.len()) - 1]
}

/// The guarantees that a bench checks.
#[derive(Default)]
pub(crate) struct Promises {
    broken: usize,
}

impl Promises {
    /// Prints whether a guarantee holds.
    pub(crate) fn expect(&mut self, promise: &str, holds: bool) {
        println!("{} {promise}", if holds { "kept:  " } else { "BROKEN:" });
        self.broken += usize::from(!holds);
    }

    /// Success if all guarantees hold.
    pub(crate) fn exit_code(&self) -> ExitCode {
        if self.broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}
