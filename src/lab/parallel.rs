//! Numbered work on several threads.

use crate::search::STACK_BYTES;
use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

/// Does the work of all numbers, each thread by a worker of its own, and passes the results on as they come,
/// until `done` breaks off.
///
/// # Errors
///
/// If a thread can't be started, or `done` fails.
pub(super) fn as_done<T: Send, W: FnMut(u64) -> T>(
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
                let _ends_all = EndOnPanic { next, end: numbers.end };
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

/// Leaves no more work to the other threads when this one panics.
struct EndOnPanic<'a> {
    next: &'a AtomicU64,
    end: u64,
}

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.next.store(self.end, Ordering::Relaxed);
        }
    }
}

/// Does the work of all numbers and passes the results on in their order.
///
/// # Errors
///
/// If a thread can't be started, or `done` fails.
pub(super) fn in_order<T: Send>(
    numbers: Range<u64>,
    threads: NonZeroUsize,
    work: impl Fn(u64) -> T + Sync,
    mut done: impl FnMut(T) -> io::Result<()>,
) -> io::Result<()> {
    let (mut early, mut passed_on) = (BTreeMap::new(), numbers.start);
    as_done(
        numbers,
        threads,
        || &work,
        |number, result| {
            early.insert(number, result);
            while let Some(result) = early.remove(&passed_on) {
                done(result)?;
                passed_on += 1;
            }
            Ok(ControlFlow::Continue(()))
        },
    )
}

/// What `work` makes of each item, in their order.
///
/// # Errors
///
/// If a thread can't be started.
pub(super) fn mapped<T: Sync, R: Send>(
    items: &[T],
    threads: NonZeroUsize,
    work: impl Fn(&T) -> R + Sync,
) -> io::Result<Vec<R>> {
    let mut results = Vec::with_capacity(items.len());
    in_order(
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
#[allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn results_come_in_the_order_of_items() {
        let items: Vec<u64> = (0..50).collect();
        let late_if_even = |item: &u64| {
            thread::sleep(Duration::from_millis(if item.is_multiple_of(2) { 2 } else { 0 }));
            item * item
        };
        for threads in [1, 3] {
            let squares = mapped(&items, NonZeroUsize::new(threads).unwrap(), late_if_even).unwrap();
            assert!(squares.into_iter().eq(items.iter().map(|item| item * item)));
        }
    }

    #[test]
    fn work_ends_when_it_is_enough_or_fails() {
        let threads = NonZeroUsize::new(2).unwrap();
        let mut seen = 0;
        as_done(
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
        assert!(in_order(0..1 << 40, threads, |_| (), |()| Err(io::Error::other("full"))).is_err());
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn work_ends_when_some_of_it_panics() {
        let threads = NonZeroUsize::new(2).unwrap();
        let _never = in_order(0..1 << 40, threads, |number| assert_ne!(number, 3), |()| Ok(()));
    }
}
