//! The time for a move.

use std::time::Duration;

/// The longest time for a move: a day, for analyses without end.
const LONGEST: f64 = 86_400.0;
/// The moves that the rest of a game is expected to take.
const MOVES_LEFT: f64 = 20.0;

/// The time for a move: `max_time` in seconds, or a share of a clock with increments, which bits 2 and 3 of
/// `info` turn on.
pub(crate) fn for_move(max_time: f64, info: i32, more_info: i32) -> Duration {
    let seconds = match clock(info, more_info) {
        Some((left, increment)) => (left / MOVES_LEFT + increment * 0.75).min(left * 0.75),
        None => max_time,
    };
    let time = Duration::try_from_secs_f64(seconds.min(LONGEST)).unwrap_or_default();
    time.max(Duration::from_millis(1))
}

/// The time left and the increment, in seconds: the two halves of `more_info`.
fn clock(info: i32, more_info: i32) -> Option<(f64, f64)> {
    let unit = [None, Some(0.001), Some(0.01), Some(0.1)][(info >> 2 & 3) as usize]?;
    let [left, increment] = [more_info >> 16, more_info].map(|half| f64::from(half as u16) * unit);
    Some((left, increment))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_is_that_of_the_level() {
        assert_eq!(for_move(2.5, 0, 0), Duration::from_millis(2500));
        assert_eq!(for_move(2.5, 3, -1), Duration::from_millis(2500));
        assert_eq!(for_move(-1.0, 0, 0), Duration::from_millis(1));
        assert_eq!(for_move(f64::INFINITY, 0, 0), Duration::from_secs_f64(LONGEST));
    }

    #[test]
    fn clocks_with_increments_are_unpacked() {
        let packed = (40_000_u32 << 16 | 100) as i32;
        assert_eq!(clock(0b0100, packed), Some((40.0, 0.1)));
        assert_eq!(clock(0b1100, packed), Some((4000.0, 10.0)));
        assert_eq!(for_move(9.0, 0b1000, 1000 << 16), Duration::from_millis(500));
    }
}
