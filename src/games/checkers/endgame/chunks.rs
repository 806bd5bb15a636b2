//! Work on chunks of a sequence, shared by threads.

use std::num::NonZeroUsize;
use std::thread;

/// Maps the chunks of that length, the last one maybe shorter, and returns the results in order.
///
/// # Panics
///
/// If `map` panics.
pub(super) fn map_chunks<R: Send>(
    bytes: &[u8],
    len: usize,
    threads: NonZeroUsize,
    map: impl Fn(&[u8]) -> R + Sync,
) -> Vec<R> {
    let share = bytes.len().div_ceil(len).div_ceil(threads.get()).max(1) * len;
    let mapped = |share: &[u8]| share.chunks(len).map(&map).collect::<Vec<R>>();
    let mapped = &mapped;
    thread::scope(|scope| {
        let workers: Vec<_> = bytes.chunks(share).map(|share| scope.spawn(move || mapped(share))).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no chunk fails")).collect()
    })
}
