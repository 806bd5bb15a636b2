//! Parallel iteration over numbered work items.

use bestmove_core::search::STACK_BYTES;
use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

/// Processes the items of `numbers`, with a worker for each thread, and passes each result to `done` as soon as it
/// is complete. Stops early when `done` breaks or fails.
///
/// # Errors
///
/// If a thread cannot be started, or the error of `done`.
pub(super) fn for_each_completed<T: Send, W: FnMut(u64) -> T>(
    numbers: Range<u64>,
    threads: NonZeroUsize,
    worker: impl Fn() -> W + Sync,
    mut done: impl FnMut(u64, T) -> io::Result<ControlFlow<()>>,
) -> io::Result<()> {
    let next = AtomicU64::new(numbers.start);
    let (send, receive) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.get() {
            let (send, next, worker) = (send.clone(), &next, &worker);
            thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, move || {
                let _guard = StopOnPanic { next, end: numbers.end };
                let mut work = worker();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= numbers.end || send.send((number, work(number))).is_err() {
                        return;
                    }
                }
            })?;
        }
        drop(send);
        for (number, result) in receive {
            if done(number, result)?.is_break() {
                break;
            }
        }
        Ok(())
    })
}

/// Stops the other threads when this one panics.
struct StopOnPanic<'a> {
    next: &'a AtomicU64,
    end: u64,
}

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.next.store(self.end, Ordering::Relaxed);
        }
    }
}

/// Processes the items of `numbers`, and passes the results to `done` in the order of the items.
///
/// # Errors
///
/// If a thread cannot be started, or the error of `done`.
pub(super) fn for_each_ordered<T: Send>(
    numbers: Range<u64>,
    threads: NonZeroUsize,
    work: impl Fn(u64) -> T + Sync,
    mut done: impl FnMut(T) -> io::Result<()>,
) -> io::Result<()> {
    let (mut pending, mut next) = (BTreeMap::new(), numbers.start);
    for_each_completed(
        numbers,
        threads,
        || &work,
        |number, result| {
            pending.insert(number, result);
            while let Some(result) = pending.remove(&next) {
                done(result)?;
                next += 1;
            }
            Ok(ControlFlow::Continue(()))
        },
    )
}

/// Maps `work` over the items, in parallel and in order.
///
/// # Errors
///
/// If a thread cannot be started.
pub(super) fn parallel_map<T: Sync, R: Send>(
    items: &[T],
    threads: NonZeroUsize,
    work: impl Fn(&T) -> R + Sync,
) -> io::Result<Vec<R>> {
    let mut results = Vec::with_capacity(items.len());
    for_each_ordered(
        0..items.len() as u64,
        threads,
        |number| work(&items[number as usize]),
        |result| {
            results.push(result);
            Ok(())
        },
    )?;
    Ok(results)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "test helpers may panic")]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn results_come_in_the_order_of_items() {
        let items: Vec<u64> = (0..50).collect();
        let slow_if_even = |item: &u64| {
            thread::sleep(Duration::from_millis(if item.is_multiple_of(2) { 2 } else { 0 }));
            item * item
        };
        for threads in [1, 3] {
            let squares = parallel_map(&items, NonZeroUsize::new(threads).unwrap(), slow_if_even).unwrap();
            assert!(squares.into_iter().eq(items.iter().map(|item| item * item)));
        }
    }

    #[test]
    fn work_stops_when_the_callback_breaks_or_fails() {
        let threads = NonZeroUsize::new(2).unwrap();
        let mut seen = 0;
        for_each_completed(
            0..1 << 40,
            threads,
            || |number| number,
            |_, _| {
                seen += 1;
                Ok(if seen == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            },
        )
        .unwrap();
        assert_eq!(seen, 10);
        assert!(for_each_ordered(0..1 << 40, threads, |_| (), |()| Err(io::Error::other("full"))).is_err());
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn work_stops_when_a_worker_panics() {
        let threads = NonZeroUsize::new(2).unwrap();
        let _never = for_each_ordered(0..1 << 40, threads, |number| assert_ne!(number, 3), |()| Ok(()));
    }
}
