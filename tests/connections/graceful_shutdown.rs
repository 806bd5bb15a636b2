//! Graceful shutdown, as clients and load balancers see it.

use super::flood::{END_HEADERS, END_STREAM, HEADERS, SETTINGS, frame, get};
use super::{Connection, LIVE, PREFACE};
use crate::http::socket::Running;
use crate::processes::{Server, free_address};
use rustix::process::{Pid, Signal, kill_process};
use std::io::Write;
use std::net::TcpStream;
use std::process::ExitStatus;
use std::thread;
use std::time::{Duration, Instant};
use tokio::io::AsyncReadExt;

const GOAWAY: u8 = 7;
const SOON: Duration = Duration::from_secs(10);

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

#[tokio::test(start_paused = true)]
async fn http_1_answers_close_their_connections() {
    let service = Running::start().await;
    let mut kept = Connection::sending(&service, LIVE).await;
    kept.expect_live().await;
    service.connections.retire();
    kept.send(LIVE).await;
    for mut connection in [kept, Connection::sending(&service, LIVE).await] {
        let (said, took) = connection.rest().await;
        let said = text(said);
        assert!(said.contains("connection: close") && said.ends_with("{\"status\":\"live\"}"), "{said}");
        assert!(took < Duration::from_secs(1), "{took:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn http_2_connections_get_goaway() {
    let service = Running::start().await;
    let asked = frame(HEADERS, END_STREAM | END_HEADERS, 1, &get("/health/live"));
    let start = [PREFACE, &frame(SETTINGS, 0, 0, &[]), &asked].concat();
    let mut connection = Connection::sending(&service, &start).await;
    let (mut said, wait_for_exit) = (Vec::new(), b"{\"status\":\"live\"}");
    while !said.windows(wait_for_exit.len()).any(|part| part == wait_for_exit) {
        assert!(connection.0.read_buf(&mut said).await.unwrap() > 0, "{said:?}");
    }
    service.connections.retire();
    while !kinds(&said).contains(&GOAWAY) {
        assert!(connection.0.read_buf(&mut said).await.unwrap() > 0, "no GOAWAY in {:?}", kinds(&said));
    }
}

/// The types of all complete frames.
fn kinds(mut bytes: &[u8]) -> Vec<u8> {
    let mut kinds = Vec::new();
    while let Some((&[a, b, c, kind, ..], _)) = bytes.split_first_chunk::<9>() {
        let length = u32::from_be_bytes([0, a, b, c]) as usize;
        let Some((_, rest)) = bytes.split_at_checked(9 + length) else { break };
        kinds.push(kind);
        bytes = rest;
    }
    kinds
}

fn send(server: &Server, signal: Signal) {
    kill_process(Pid::from_child(&server.process), signal).unwrap();
}

/// Waits for the wait_for_exit of the process, for a limited time.
fn wait_for_exit(server: &mut Server) -> ExitStatus {
    let since = Instant::now();
    loop {
        if let Some(status) = server.process.try_wait().unwrap() {
            return status;
        }
        assert!(since.elapsed() < SOON, "it does not wait_for_exit");
        thread::sleep(Duration::from_millis(10));
    }
}

#[tokio::test]
async fn requests_are_answered_during_the_drain_delay() {
    const DELAY: Duration = Duration::from_secs(2);
    let address = free_address();
    let mut service = Server::bestmove(address, &["--drain-delay-ms", "2000", "--table-mib", "1"]);
    let status = async |path: &str| {
        let answer = reqwest::get(format!("http://{address}{path}")).await.unwrap();
        answer.status().as_u16()
    };
    assert_eq!(status("/health/ready").await, 200);
    let since = Instant::now();
    send(&service, Signal::TERM);
    while status("/health/ready").await == 200 {
        assert!(since.elapsed() < DELAY, "it stays ready");
    }
    assert_eq!(status("/v1/tic-tac-toe/best-move").await, 200, "new work is taken");
    assert!(wait_for_exit(&mut service).success());
    assert!(since.elapsed() >= DELAY, "{:?}", since.elapsed());
}

#[test]
fn a_closed_terminal_drains() {
    let mut service = Server::bestmove(free_address(), &["--table-mib", "1"]);
    send(&service, Signal::HUP);
    let status = wait_for_exit(&mut service);
    assert!(status.success(), "{status}");
}

/// The drain would take five seconds.
#[test]
fn half_a_request_does_not_delay_the_end() {
    let address = free_address();
    let mut service = Server::bestmove(address, &["--table-mib", "1"]);
    let mut connection = TcpStream::connect(address).unwrap();
    connection.write_all(b"GET /health/live HTTP/1.1\r\nHost: a\r\nX-Half").unwrap();
    thread::sleep(Duration::from_millis(200));
    let since = Instant::now();
    send(&service, Signal::TERM);
    assert!(wait_for_exit(&mut service).success());
    assert!(since.elapsed() < Duration::from_secs(4), "{:?}", since.elapsed());
}

#[test]
fn a_second_signal_ends_the_shutdown() {
    let mut service = Server::bestmove(free_address(), &["--table-mib", "1", "--drain-delay-ms", "60000"]);
    send(&service, Signal::TERM);
    thread::sleep(Duration::from_millis(200));
    assert!(service.process.try_wait().unwrap().is_none(), "it has ended");
    send(&service, Signal::INT);
    assert!(wait_for_exit(&mut service).success());
}

#[test]
fn an_ignored_hangup_stays_ignored() {
    let mut service = Server::outliving_its_terminal(free_address(), &["--table-mib", "1"]);
    send(&service, Signal::HUP);
    thread::sleep(Duration::from_millis(300));
    assert!(service.process.try_wait().unwrap().is_none(), "it has ended");
    assert!(service.exits_successfully());
}
