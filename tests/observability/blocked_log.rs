//! A log that nothing reads blocks nothing.

use super::Program;
use crate::processes::free_address;
use reqwest::Client;
use std::net::SocketAddr;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// The timeout of an answer, of the exit and of a log line.
const SOON: Duration = Duration::from_secs(10);
/// Enough requests to fill the pipe and all buffers.
const MAX_REQUESTS: usize = 20_000;

/// Starts a process and fills its log pipe. Returns the process and its admin address.
async fn start_with_full_log() -> (Program, SocketAddr) {
    let admin = free_address();
    let program = Program::start(&["--log", "trace", "--admin-listen", &admin.to_string()]);
    let client = Client::builder().timeout(SOON).build().unwrap();
    for _ in 0..MAX_REQUESTS / 20 {
        for _ in 0..20 {
            let answer = client.get(format!("{}/health/ready", program.url)).send().await;
            assert_eq!(answer.expect("the probe is not answered").status(), 200);
        }
        if dropped(&client, admin).await > 0 {
            return (program, admin);
        }
    }
    panic!("no line was dropped");
}

/// The number of dropped lines.
async fn dropped(client: &Client, admin: SocketAddr) -> u64 {
    let metrics = client.get(format!("http://{admin}/metrics")).send().await.unwrap().text().await.unwrap();
    let value = metrics.lines().find_map(|line| line.strip_prefix("bestmove_log_lines_dropped_total "));
    value.expect("dropped lines are counted").parse().unwrap()
}

#[tokio::test]
async fn a_blocked_log_delays_neither_probes_nor_the_exit() {
    let (mut program, _) = start_with_full_log().await;
    program.terminate();
    let since = Instant::now();
    let status = loop {
        match program.child.try_wait().unwrap() {
            Some(status) => break status,
            None => assert!(since.elapsed() < SOON, "the process does not exit after SIGTERM"),
        }
        thread::sleep(Duration::from_millis(10));
    };
    assert!(status.success(), "{status}");
}

#[tokio::test]
async fn the_log_reports_dropped_lines() {
    let (mut program, admin) = start_with_full_log().await;
    let (sender, read) = mpsc::channel();
    let mut lines = std::mem::replace(&mut program.lines, Box::new(std::iter::empty()));
    thread::spawn(move || lines.find(|line| line["dropped"].is_u64()).map(|line| sender.send(line)));
    let line = read.recv_timeout(SOON).expect("no line reports the dropped ones");
    assert_eq!(line["level"], "WARN");
    assert!(line["message"].as_str().unwrap().starts_with("lines are missing here"), "{line}");
    let all = dropped(&Client::new(), admin).await;
    assert!((1..=all).contains(&line["dropped"].as_u64().unwrap()), "{line} of {all}");
}
