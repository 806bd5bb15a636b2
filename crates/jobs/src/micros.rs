//! Durations as the stores keep them: in microseconds.

use std::time::Duration;

/// The largest number of microseconds that all stores can keep, 73,000 years: a quarter of what fits in 64 bits with a
/// sign, so that sums do.
const MOST: u64 = (i64::MAX / 4) as u64;

pub(crate) fn to_micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).map_or(MOST, |micros| micros.min(MOST))
}

pub(crate) const fn from_micros(micros: u64) -> Duration {
    Duration::from_micros(micros)
}
