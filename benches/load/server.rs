//! The servers, each a child process.

use crate::control;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs};
use tokio::time::sleep;

/// A running server, killed when dropped.
pub(crate) struct Server {
    pub(crate) process: Child,
    pub(crate) address: SocketAddr,
    /// All cores, which this process may use again once the server is dropped.
    cores: CpuSet,
}

pub(crate) struct Usage {
    pub(crate) mib: u64,
    pub(crate) threads: u64,
    /// CPU time so far, which Linux reports in hundredths of a second.
    pub(crate) seconds: f64,
}

impl Server {
    pub(crate) fn bestmove() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bestmove"));
        command.args([
            "--listen",
            "127.0.0.1:0",
            "--log",
            "error,bestmove=info,bestmove::http=error",
            "--log-format",
            "json",
        ]);
        Self::start(command)
    }

    pub(crate) fn control() -> Self {
        let mut command = Command::new(env::current_exe().expect("a name"));
        command.arg(control::FLAG);
        Self::start(command)
    }

    /// Starts a server, whose first line on standard error has its address.
    fn start(mut command: Command) -> Self {
        let cores = sched_getaffinity(None).expect("the cores");
        let [own, others] = halves(&cores);
        sched_setaffinity(None, &own).expect("cores");
        let mut process = command.stderr(Stdio::piped()).spawn().expect("a program");
        sched_setaffinity(None, &others).expect("cores");
        let mut lines = BufReader::new(process.stderr.take().expect("a pipe")).lines();
        let first: Value = serde_json::from_str(&lines.next().expect("a line").expect("text")).expect("JSON");
        std::thread::spawn(move || lines.for_each(drop));
        let address = first["address"].as_str().expect("an address").parse().expect("an address");
        Self { process, address, cores }
    }

    pub(crate) fn usage(&self) -> Usage {
        usage(self.process.id())
    }
}

/// Divides the cores between a server and its clients; a single one is shared.
fn halves(all: &CpuSet) -> [CpuSet; 2] {
    let cores: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|&core| all.is_set(core)).collect();
    let (own, others) = cores.split_at(cores.len() / 2);
    [own, others].map(|cores| {
        let mut half = if cores.is_empty() { *all } else { CpuSet::new() };
        cores.iter().for_each(|&core| half.set(core));
        half
    })
}

impl Drop for Server {
    fn drop(&mut self) {
        self.process.kill().and_then(|()| self.process.wait()).expect("its end");
        sched_setaffinity(None, &self.cores).expect("cores");
    }
}

fn usage(process: u32) -> Usage {
    let status = fs::read_to_string(format!("/proc/{process}/status")).expect("a process");
    let number = |name: &str| {
        let line = status.lines().find(|line| line.starts_with(name)).expect("a known line");
        line.split_whitespace().nth(1).and_then(|number| number.parse::<u64>().ok()).expect("a number")
    };
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).expect("a process");
    let (_, fields) = stat.rsplit_once(')').expect("a name in brackets");
    let ticks = fields.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<f64>().ok());
    let seconds = ticks.sum::<f64>() / 100.0;
    Usage { mib: number("VmRSS:") / 1024, threads: number("Threads:"), seconds }
}

/// The peak usage of a process until `end`.
pub(crate) async fn peak(process: u32, end: Instant) -> Usage {
    let mut peak = usage(process);
    while Instant::now() < end {
        sleep(Duration::from_millis(100)).await;
        let now = usage(process);
        let (mib, threads) = (peak.mib.max(now.mib), peak.threads.max(now.threads));
        peak = Usage { mib, threads, ..now };
    }
    peak
}

/// The CPU time of this process so far.
pub(crate) fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
