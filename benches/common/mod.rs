//! A service on this machine and a client that costs as little as can be.

pub(crate) mod peer;

use bestmove::engine::{Engine, EngineConfig, LimitPolicy};
use bestmove::http::router;
use bestmove::net::{self, Connections, ServerConfig};
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

/// An engine of that many workers, otherwise as by default.
pub(crate) fn config(workers: usize) -> EngineConfig {
    let limit_policy = LimitPolicy { max_time: Duration::from_secs(60), ..LimitPolicy::default() };
    EngineConfig {
        workers: NonZeroUsize::new(workers).expect("a worker"),
        limit_policy,
        ..EngineConfig::default()
    }
}

/// Serves the engine on a free port.
pub(crate) async fn serve(engine: Arc<Engine>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let (config, connections) = (ServerConfig::default(), Connections::default());
    tokio::spawn(net::serve(listener, router(engine), config, connections, pending()));
    address
}

/// An HTTP/1.1 connection that is kept.
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

    /// Sends a request and does not wait for the answer.
    pub(crate) async fn send(&mut self, path: &str, body: &str) {
        self.write(&posted(path, body)).await.expect("an open connection");
    }

    /// Sends a request and reads the answer, which must be a success; returns its body.
    pub(crate) async fn post(&mut self, path: &str, body: &str) -> String {
        let (status, answer) = self.exchange(&posted(path, body)).await.expect("an open connection");
        assert_eq!(status, 200, "{answer}");
        answer
    }

    /// Sends a whole request and reads the answer: its status and its body.
    pub(crate) async fn exchange(&mut self, request: &str) -> io::Result<(u16, String)> {
        self.write(request).await?;
        self.buffer.clear();
        loop {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            if let Some(body) = whole_body(&self.buffer) {
                return Ok((status(&self.buffer), String::from_utf8_lossy(&body).into_owned()));
            }
        }
    }

    /// Sends a whole request and reads the answer's head and the first of its body, no more; its status.
    pub(crate) async fn glance(&mut self, request: &str) -> io::Result<u16> {
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

/// A POST request, written out.
pub(crate) fn posted(path: &str, body: &str) -> String {
    posted_for("*/*", path, body)
}

/// A POST request for an answer in that form.
pub(crate) fn posted_for(accept: &str, path: &str, body: &str) -> String {
    let head = format!("POST {path} HTTP/1.1\r\nhost: bench\r\naccept: {accept}\r\n");
    format!("{head}content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}", body.len())
}

/// A request without a body.
pub(crate) fn bare(method: &str, accept: &str, path: &str) -> String {
    format!("{method} {path} HTTP/1.1\r\nhost: bench\r\naccept: {accept}\r\n\r\n")
}

/// The status of an answer whose head has come.
fn status(answer: &[u8]) -> u16 {
    String::from_utf8_lossy(&answer[9..12]).parse().expect("a status")
}

/// The head of an answer, if all of it has come, and what has come behind it.
fn parts(answer: &[u8]) -> Option<(String, &[u8])> {
    let end = answer.windows(4).position(|window| window == b"\r\n\r\n")? + 4;
    Some((String::from_utf8_lossy(&answer[..end]).to_ascii_lowercase(), &answer[end..]))
}

/// The body of an answer, if all of it has come.
fn whole_body(answer: &[u8]) -> Option<Cow<'_, [u8]>> {
    let (head, body) = parts(answer)?;
    if let Some((_, length)) = head.split_once("content-length: ") {
        let length: usize = length.lines().next()?.trim().parse().ok()?;
        body.get(..length).map(Cow::Borrowed)
    } else if head.contains("transfer-encoding: chunked") {
        body.ends_with(b"0\r\n\r\n").then(|| unchunked(body)).flatten().map(Cow::Owned)
    } else {
        Some(Cow::Borrowed(b""))
    }
}

/// The content of chunks, if the last of them has come.
fn unchunked(mut chunks: &[u8]) -> Option<Vec<u8>> {
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

/// The value below which that share of the samples lies.
pub(crate) fn percentile(samples: &mut [f64], share: f64) -> f64 {
    samples.sort_by(f64::total_cmp);
    let rank = (samples.len() as f64 * share).ceil() as usize;
    samples[rank.clamp(1, samples.len()) - 1]
}

/// What a bench promises, and how much of it is broken.
#[derive(Default)]
pub(crate) struct Promises {
    broken: usize,
}

impl Promises {
    /// Tells whether one is kept.
    pub(crate) fn expect(&mut self, promise: &str, is_kept: bool) {
        println!("{} {promise}", if is_kept { "kept:  " } else { "BROKEN:" });
        self.broken += usize::from(!is_kept);
    }

    /// Success if all were.
    pub(crate) fn exit_code(&self) -> ExitCode {
        if self.broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}
