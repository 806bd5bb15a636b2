//! Graceful shutdown as clients and load balancers see it.

use super::flood::{END_HEADERS, END_STREAM, HEADERS, SETTINGS, data, frame, frames, get};
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
    let mut kept_alive = Connection::open_and_send(&service, LIVE).await;
    kept_alive.read_live_answer().await;
    service.connections.retire();
    kept_alive.send(LIVE).await;
    for mut connection in [kept_alive, Connection::open_and_send(&service, LIVE).await] {
        let (received, took) = connection.read_to_end().await;
        let answer = text(received);
        assert!(
            answer.contains("connection: close") && answer.ends_with("{\"status\":\"live\"}"),
            "{answer}"
        );
        assert!(took < Duration::from_secs(1), "{took:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn http_2_connections_get_goaway() {
    let service = Running::start().await;
    let request = frame(HEADERS, END_STREAM | END_HEADERS, 1, &get("/health/live"));
    let start = [PREFACE, &frame(SETTINGS, 0, 0, &[]), &request].concat();
    let mut connection = Connection::open_and_send(&service, &start).await;
    let mut answer = Vec::new();
    while data(&answer) != b"{\"status\":\"live\"}" {
        assert!(connection.0.read_buf(&mut answer).await.unwrap() > 0, "{answer:?}");
    }
    service.connections.retire();
    let frame_types = |answer: &[u8]| frames(answer).map(|(kind, _)| kind).collect::<Vec<_>>();
    while !frame_types(&answer).contains(&GOAWAY) {
        assert!(
            connection.0.read_buf(&mut answer).await.unwrap() > 0,
            "no GOAWAY in {:?}",
            frame_types(&answer)
        );
    }
}

fn send(server: &Server, signal: Signal) {
    kill_process(Pid::from_child(&server.process), signal).unwrap();
}

/// Waits for the exit of the process, with a timeout.
fn wait_for_exit(server: &mut Server) -> ExitStatus {
    let since = Instant::now();
    loop {
        if let Some(status) = server.process.try_wait().unwrap() {
            return status;
        }
        assert!(since.elapsed() < SOON, "the process does not exit");
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
        assert!(since.elapsed() < DELAY, "the service stays ready");
    }
    assert_eq!(status("/v1/tic-tac-toe/best-move").await, 200, "new requests are answered");
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

/// Waiting for the drain timeout would take five seconds.
#[test]
fn half_a_request_does_not_delay_the_exit() {
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
    assert!(service.process.try_wait().unwrap().is_none(), "the process has exited");
    send(&service, Signal::INT);
    assert!(wait_for_exit(&mut service).success());
}

#[test]
fn an_ignored_hangup_stays_ignored() {
    let mut service = Server::ignoring_hangup(free_address(), &["--table-mib", "1"]);
    send(&service, Signal::HUP);
    thread::sleep(Duration::from_millis(300));
    assert!(service.process.try_wait().unwrap().is_none(), "the process has exited");
    assert!(service.exits_successfully());
}
