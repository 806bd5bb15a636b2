//! A log writer that never blocks: a thread of its own writes from a bounded buffer.
//!
//! The reader of standard error may be slow or hang. Then the pipe fills, and a plain write would
//! block every thread that logs: requests, probes, shutdown. Here lines beyond the buffer are
//! dropped and counted, and the log says how many once it can be written again.

use parking_lot::{Condvar, Mutex, MutexGuard};
use std::io::{self, Write};
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;
use tracing::warn;
use tracing_subscriber::fmt::MakeWriter;

/// The capacity of the buffer in bytes. The writing thread may hold as much again.
const CAPACITY: usize = 1024 * 1024;
/// How long the end of the process waits for the last lines.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(1);

/// Accepts lines for the writing thread.
#[derive(Clone)]
pub(super) struct NonBlocking(Arc<Buffer>);

struct Buffer {
    pending: Mutex<Pending>,
    changed: Condvar,
    /// All dropped lines, for a metric.
    dropped: Arc<AtomicU64>,
}

#[derive(Default)]
struct Pending {
    /// Whole lines.
    text: Vec<u8>,
    /// Lines dropped since the text was last taken.
    dropped: u64,
    is_writing: bool,
}

impl NonBlocking {
    /// Starts a thread that writes to `out`, and adds each line that is not written to `dropped`.
    ///
    /// # Errors
    ///
    /// If the system can't start a thread.
    pub(super) fn new(out: impl Write + Send + 'static, dropped: Arc<AtomicU64>) -> io::Result<Self> {
        let buffer = Arc::new(Buffer { pending: Mutex::default(), changed: Condvar::new(), dropped });
        let writer = Arc::clone(&buffer);
        thread::Builder::new().name("log".to_owned()).spawn(move || writer.write_all_to(out))?;
        Ok(Self(buffer))
    }

    /// Returns a guard that waits on drop until all lines are written, [`FLUSH_TIMEOUT`] at most.
    pub(super) fn guard(&self) -> FlushGuard {
        FlushGuard(Arc::clone(&self.0))
    }
}

impl Buffer {
    fn push(&self, line: &[u8]) {
        let mut pending = self.pending();
        if pending.text.len() + line.len() > CAPACITY {
            pending.dropped += 1;
            self.dropped.fetch_add(1, Ordering::Relaxed);
            return;
        }
        pending.text.extend_from_slice(line);
        self.changed.notify_all();
    }

    fn write_all_to(&self, mut out: impl Write) {
        loop {
            let (text, dropped) = self.take();
            // Logged while there is room, so between the lines before and after the missing ones.
            if dropped > 0 {
                warn!(dropped, "lines are missing here: the log was not read fast enough");
            }
            if out.write_all(&text).and_then(|()| out.flush()).is_err() {
                let lines = text.iter().filter(|&&byte| byte == b'\n').count();
                self.dropped.fetch_add(lines as u64, Ordering::Relaxed);
            }
        }
    }

    /// Waits for lines.
    fn take(&self) -> (Vec<u8>, u64) {
        let mut pending = self.pending();
        pending.is_writing = false;
        self.changed.notify_all();
        let is_empty = |pending: &mut Pending| pending.text.is_empty();
        self.changed.wait_while(&mut pending, is_empty);
        pending.is_writing = true;
        (mem::take(&mut pending.text), mem::take(&mut pending.dropped))
    }

    fn flush(&self, timeout: Duration) {
        let is_behind = |pending: &mut Pending| pending.is_writing || !pending.text.is_empty();
        self.changed.wait_while_for(&mut self.pending(), is_behind, timeout);
    }

    /// Consistent at any time, so a panic elsewhere breaks nothing.
    fn pending(&self) -> MutexGuard<'_, Pending> {
        self.pending.lock()
    }
}

impl Write for &NonBlocking {
    /// Accepts a line, or drops it.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.0.push(line);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for NonBlocking {
    type Writer = &'a Self;

    fn make_writer(&'a self) -> &'a Self {
        self
    }
}

/// Flushes the last lines when dropped.
pub(super) struct FlushGuard(Arc<Buffer>);

impl Drop for FlushGuard {
    fn drop(&mut self) {
        self.0.flush(FLUSH_TIMEOUT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;
    use std::time::Instant;

    const LINE: &[u8] = &[b'\n'; 1000];

    #[test]
    fn lines_are_written_in_order_and_flushed() {
        let (mut log, writer) = io::pipe().unwrap();
        let lines = NonBlocking::new(writer, Arc::default()).unwrap();
        let guard = lines.guard();
        for line in ["one\n", "two\n", "three\n"] {
            (&lines).write_all(line.as_bytes()).unwrap();
        }
        drop(guard);
        let mut text = [0; 14];
        log.read_exact(&mut text).unwrap();
        assert_eq!(&text, b"one\ntwo\nthree\n");
    }

    #[test]
    fn an_unread_log_takes_bounded_memory_and_time() {
        let (_unread, writer) = io::pipe().unwrap();
        let dropped = Arc::new(AtomicU64::new(0));
        let lines = NonBlocking::new(writer, Arc::clone(&dropped)).unwrap();
        let (started, written) = (Instant::now(), 4 * CAPACITY / LINE.len());
        for _ in 0..written {
            (&lines).write_all(LINE).unwrap();
        }
        assert!(lines.0.pending().text.len() <= CAPACITY);
        let missing = dropped.load(Ordering::Relaxed);
        assert!((written as u64 / 4..written as u64).contains(&missing), "{missing} of {written}");
        drop(lines.guard());
        assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    }

    #[test]
    fn lines_that_cannot_be_written_count_as_dropped() {
        let (log, writer) = io::pipe().unwrap();
        drop(log);
        let dropped = Arc::new(AtomicU64::new(0));
        let lines = NonBlocking::new(writer, Arc::clone(&dropped)).unwrap();
        (&lines).write_all(b"gone\n").unwrap();
        drop(lines.guard());
        assert_eq!(dropped.load(Ordering::Relaxed), 1);
    }
}
