//! Termination signals.

use std::fs;
use std::future::pending;
use std::io;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Completes on SIGTERM (Docker, systemd), SIGINT (a terminal) or SIGHUP (a closed terminal). If
/// SIGHUP was ignored at the start, as by `nohup`, it stays so.
///
/// # Errors
///
/// If the system can't deliver signals.
pub fn termination() -> io::Result<impl Future<Output = ()>> {
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    let hangup = if ignores_hangup() { None } else { Some(signal(SignalKind::hangup())?) };
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => (),
            _ = interrupt.recv() => (),
            () = received(hangup) => (),
        }
    })
}

/// Never completes without a signal.
async fn received(signal: Option<Signal>) {
    match signal {
        Some(mut signal) => _ = signal.recv().await,
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
