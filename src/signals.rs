//! Termination signals.

use std::fs;
use std::future::pending;
use std::io;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// SIGTERM (Docker, systemd), SIGINT (a terminal) and SIGHUP (a closed terminal). If SIGHUP was ignored
/// at the start, as by `nohup`, it stays so.
#[derive(Debug)]
pub struct Termination {
    terminate: Signal,
    interrupt: Signal,
    hangup: Option<Signal>,
}

impl Termination {
    /// Catches the signals from now on.
    ///
    /// # Errors
    ///
    /// If the system can't deliver signals.
    pub fn new() -> io::Result<Self> {
        let hangup = if ignores_hangup() { None } else { Some(signal(SignalKind::hangup())?) };
        let (terminate, interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
        Ok(Self { terminate, interrupt, hangup })
    }

    /// Completes with the next signal.
    pub async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => (),
            _ = self.interrupt.recv() => (),
            () = received(self.hangup.as_mut()) => (),
        }
    }
}

/// Never completes without a signal.
async fn received(signal: Option<&mut Signal>) {
    match signal {
        Some(signal) => _ = signal.recv().await,
        None => pending().await,
    }
}

/// Whether the process was started to outlive its terminal. Known on Linux only.
fn ignores_hangup() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default();
    let hangup = 1 << (SignalKind::hangup().as_raw_value() - 1);
    ignored & hangup != 0
}
