//! HTTP/2 floods, written frame by frame.

use super::{PREFACE, start_process};
use crate::processes::Server;
use std::fs;
use std::io;
use std::iter;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

const DATA: u8 = 0;
pub(super) const HEADERS: u8 = 1;
const RST_STREAM: u8 = 3;
pub(super) const SETTINGS: u8 = 4;
pub(super) const PING: u8 = 6;
const CONTINUATION: u8 = 9;
// Flags.
pub(super) const END_STREAM: u8 = 1;
pub(super) const END_HEADERS: u8 = 4;
const CANCEL: [u8; 4] = [0, 0, 0, 8];
/// How much all floods together may grow the service.
const MAX_GROWTH_MIB: u64 = 16;

pub(super) fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = (payload.len() as u32).to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

/// The types and the payloads of the complete frames.
pub(super) fn frames(mut bytes: &[u8]) -> impl Iterator<Item = (u8, &[u8])> {
    iter::from_fn(move || {
        let (&[a, b, c, kind, ..], _) = bytes.split_first_chunk::<9>()?;
        let length = u32::from_be_bytes([0, a, b, c]) as usize;
        let (frame, rest) = bytes.split_at_checked(9 + length)?;
        bytes = rest;
        Some((kind, &frame[9..]))
    })
}

/// The payloads of all DATA frames.
pub(super) fn data(bytes: &[u8]) -> Vec<u8> {
    frames(bytes).filter(|(kind, _)| *kind == DATA).flat_map(|(_, payload)| payload).copied().collect()
}

/// The fields of a GET request: indices of the static table (RFC 7541) and literals.
pub(super) fn get(path: &str) -> Vec<u8> {
    [&[0x82, 0x86, 1, 1, b'x', 4, path.len() as u8], path.as_bytes()].concat()
}

/// Returns the frames of a burst by its number.
type Flood = fn(u32) -> Vec<u8>;

/// Rapid reset (CVE-2023-44487): searches of ten seconds, each reset at once.
fn rapid_resets(burst: u32) -> Vec<u8> {
    let search = |number: u32| {
        let path = format!("/v1/checkers/best-move?time_ms=9999&nodes={}", number + 1);
        let request = frame(HEADERS, END_STREAM | END_HEADERS, 2 * number + 1, &get(&path));
        [request, frame(RST_STREAM, 0, 2 * number + 1, &CANCEL)].concat()
    };
    (burst * 1000..(burst + 1) * 1000).flat_map(search).collect()
}

/// The start of a request in the first burst, and a thousand of these frames in every burst.
fn unfinished_request(burst: u32, start: Vec<u8>, frames: &[u8]) -> Vec<u8> {
    [if burst == 0 { start } else { Vec::new() }, frames.repeat(1000)].concat()
}

/// The CONTINUATION flood (VU#421644): a head without end.
fn continuations(burst: u32) -> Vec<u8> {
    let field = [&[0, 1, b'a', 100][..], &[b'a'; 100]].concat();
    let fields = frame(CONTINUATION, 0, 1, &field.repeat(100));
    unfinished_request(burst, frame(HEADERS, END_STREAM, 1, &get("/")), &fields)
}

fn empty_continuations(burst: u32) -> Vec<u8> {
    unfinished_request(burst, frame(HEADERS, END_STREAM, 1, &get("/")), &frame(CONTINUATION, 0, 1, &[]))
}

fn empty_data(burst: u32) -> Vec<u8> {
    unfinished_request(burst, frame(HEADERS, END_HEADERS, 1, &get("/")), &frame(DATA, 0, 1, &[]))
}

fn settings(_: u32) -> Vec<u8> {
    frame(SETTINGS, 0, 0, &[]).repeat(1000)
}

fn pings(_: u32) -> Vec<u8> {
    frame(PING, 0, 0, &[7; 8]).repeat(1000)
}

/// Floods a connection until the service closes it. `reads`: whether the client reads the answers.
async fn flood(service: &Server, burst: Flood, reads: bool) -> io::Result<()> {
    let (mut reader, mut writer) = TcpStream::connect(service.address).await?.into_split();
    let reading = async {
        let mut answer = vec![0; 1 << 16];
        while reads && reader.read(&mut answer).await? > 0 {}
        std::future::pending::<io::Result<()>>().await
    };
    let writing = async {
        writer.write_all(&[PREFACE, &settings(0)[..9]].concat()).await?;
        for number in 0.. {
            writer.write_all(&burst(number)).await?;
        }
        Ok(())
    };
    tokio::select! {
        ended = reading => ended,
        ended = writing => ended,
    }
}

pub(super) fn resident_mib(service: &Server) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", service.process.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
}

#[tokio::test]
async fn floods_close_the_connection_and_leak_no_memory() {
    let service = start_process(1024);
    let url = format!("http://{}/v1/checkers/best-move?nodes=", service.address);
    let is_answered = async |nodes: u64| reqwest::get(format!("{url}{nodes}")).await.unwrap().status() == 200;
    assert!(is_answered(1).await);
    let before = resident_mib(&service);
    let floods: [(&str, Flood); 6] = [
        ("rapid resets", rapid_resets),
        ("continuations", continuations),
        ("empty continuations", empty_continuations),
        ("empty data", empty_data),
        ("settings", settings),
        ("pings", pings),
    ];
    for (nodes, (name, burst)) in (2..).zip(floods) {
        for reads in [true, false] {
            let ended = timeout(Duration::from_secs(30), flood(&service, burst, reads)).await;
            ended.expect(name).expect_err(name);
        }
        assert!(is_answered(nodes).await, "{name}");
    }
    let grown = resident_mib(&service).saturating_sub(before);
    assert!(grown <= MAX_GROWTH_MIB, "{grown} MiB");
}
