//! Numbered work on several threads.

use crate::search::STACK_BYTES;
use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

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
    let next = AtomicU64::new(numbers.start);
    let (send, receive) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.get() {
            let (send, next, work) = (send.clone(), &next, &work);
            thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= numbers.end || send.send((number, work(number))).is_err() {
                        return;
                    }
                }
            })?;
        }
        drop(send);
        let (mut early, mut passed_on) = (BTreeMap::new(), numbers.start);
        for (number, result) in receive {
            early.insert(number, result);
            while let Some(result) = early.remove(&passed_on) {
                done(result)?;
                passed_on += 1;
            }
        }
        Ok(())
    })
}
