//! HTTP/2 clients that request large answers and read none.

use super::flood::{END_HEADERS, END_STREAM, HEADERS, PING, SETTINGS, frame, resident_mib};
use super::{PREFACE, start_process};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::time::{Instant, sleep, timeout};

const CONNECTIONS: usize = 12;
/// Answers of each connection.
const STREAMS: u32 = 60;
/// The budget of 24 MiB, the memory of the searches, and as much again for other state.
const MAX_GROWTH_MIB: u64 = 64;
/// Longer than the time in which a client must read an answer.
const ATTACK: Duration = Duration::from_secs(14);

/// Answers and refusals without which the attack shows nothing.
const ENOUGH: usize = 100;

const DATA: u8 = 0;
const RST_STREAM: u8 = 3;
const ACK: u8 = 1;
/// An answer of 1.2 MB.
const TREE: &[u8] = br#"{"random":{"branching":18,"depth":3},"searches":["minimax"],"detail":"events"}"#;

/// The forms of the answers: media type and coding.
const FORMS: [[&str; 2]; 4] = [
    ["application/json", "identity"],
    ["application/x-ndjson", "gzip"],
    ["text/event-stream", "br"],
    ["application/json", "gzip"],
];

/// The head of a POST for a tree: indices of the static table (RFC 7541) and literals.
fn head([media_type, coding]: [&str; 2]) -> Vec<u8> {
    let mut head = vec![0x83, 0x86, 1, 1, b'x'];
    for (name, value) in [
        (&[4][..], "/v1/trees/search"),
        (&[0x0f, 0x10], "application/json"),
        (&[0x0f, 0x04], media_type),
        (&[0x0f, 0x01], coding),
    ] {
        head.extend([name, &[value.len() as u8], value.as_bytes()].concat());
    }
    head
}

/// What the service did with the streams of all connections.
#[derive(Default)]
struct Seen {
    answered: AtomicUsize,
    reset: AtomicUsize,
}

/// A client that answers pings, opens no window, and always has an unfinished request.
struct Hoarder {
    reader: BufReader<OwnedReadHalf>,
    writer: OwnedWriteHalf,
    next_stream: u32,
    form: [&'static str; 2],
}

impl Hoarder {
    async fn connect(service: SocketAddr, window: u8, form: [&'static str; 2]) -> Self {
        let (reader, writer) = TcpStream::connect(service).await.unwrap().into_split();
        let mut client = Self { reader: BufReader::new(reader), writer, next_stream: 1, form };
        client.send(&[PREFACE, &frame(SETTINGS, 0, 0, &[0, 4, 0, 0, 0, window])].concat()).await;
        client
    }

    /// Ignores errors, as the service may close the connection at any time.
    async fn send(&mut self, bytes: &[u8]) {
        drop(self.writer.write_all(bytes).await);
    }

    /// Begins a request, and returns its stream.
    async fn begin(&mut self) -> u32 {
        let stream = self.next_stream;
        self.next_stream += 2;
        self.send(&frame(HEADERS, END_HEADERS, stream, &head(self.form))).await;
        stream
    }

    /// The next frame: its kind and its stream.
    async fn receive(&mut self) -> Option<(u8, u32)> {
        let mut head = [0; 9];
        self.reader.read_exact(&mut head).await.ok()?;
        let mut payload = vec![0; u32::from_be_bytes([0, head[0], head[1], head[2]]) as usize];
        self.reader.read_exact(&mut payload).await.ok()?;
        if head[3] == PING && head[4] & ACK == 0 {
            self.send(&frame(PING, ACK, 0, &payload)).await;
        }
        Some((head[3], u32::from_be_bytes([head[5], head[6], head[7], head[8]])))
    }

    /// Requests one answer after the other, and replaces the unfinished request in time.
    async fn hoard(mut self, seen: &Seen) {
        let (mut open, mut waiting) = (0, None);
        let mut unfinished = Instant::now();
        self.begin().await;
        loop {
            if unfinished.elapsed() > Duration::from_secs(4) {
                unfinished = Instant::now();
                self.begin().await;
            }
            if waiting.is_none() && open < STREAMS {
                let stream = self.begin().await;
                self.send(&frame(DATA, END_STREAM, stream, TREE)).await;
                (open, waiting) = (open + 1, Some(stream));
            }
            match timeout(Duration::from_millis(500), self.receive()).await {
                Err(_) => (),
                Ok(None) => return,
                Ok(Some((HEADERS, stream))) if waiting == Some(stream) => {
                    waiting = None;
                    seen.answered.fetch_add(1, Ordering::Relaxed);
                }
                Ok(Some((RST_STREAM, _))) => {
                    seen.reset.fetch_add(1, Ordering::Relaxed);
                }
                Ok(Some(_)) => (),
            }
        }
    }
}

/// Whatever window the clients open and whatever form they ask for, the service holds a bounded share of memory for
/// what they do not read, resets the streams in time, and answers others.
#[tokio::test]
async fn unread_answers_take_a_bounded_share_of_memory() {
    for (window, form) in [0, 1].into_iter().cycle().zip(FORMS) {
        let service = start_process(1024);
        let url = format!("http://{}/v1/tic-tac-toe/best-move", service.address);
        // The clients share an address, which may find its part of the memory taken.
        let other = reqwest::Client::builder().local_address(IpAddr::from([127, 0, 0, 2])).build().unwrap();
        let answered_with = async || {
            let answer = other.get(&url).send().await.unwrap();
            (answer.status().as_u16(), answer.text().await.unwrap())
        };
        assert_eq!(answered_with().await.0, 200);
        let (before, seen) = (resident_mib(&service), Arc::<Seen>::default());
        let address = service.address;
        let clients: Vec<_> = (0..CONNECTIONS)
            .map(|_| {
                let seen = Arc::clone(&seen);
                tokio::spawn(async move { Hoarder::connect(address, window, form).await.hoard(&seen).await })
            })
            .collect();
        let (began, mut peak) = (Instant::now(), 0);
        let answered = || seen.answered.load(Ordering::Relaxed);
        while began.elapsed() < ATTACK || answered() < ENOUGH && began.elapsed() < 4 * ATTACK {
            sleep(Duration::from_millis(100)).await;
            peak = peak.max(resident_mib(&service));
            let (status, text) = answered_with().await;
            assert_eq!(status, 200, "while the service has {peak} MiB: {text}");
        }
        clients.iter().for_each(tokio::task::JoinHandle::abort);
        let grown = peak.saturating_sub(before);
        assert!(grown <= MAX_GROWTH_MIB, "{grown} MiB, {form:?}");
        let (answered, reset) = (answered(), seen.reset.load(Ordering::Relaxed));
        assert!(answered >= ENOUGH && reset >= answered / 2, "{answered} answered, {reset} reset, {form:?}");
    }
}
