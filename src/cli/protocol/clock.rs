//! From the clock of a game to the time for a move.

use std::time::Duration;

/// The moves that the rest of a game is expected to take.
const MOVES_LEFT: u32 = 30;
/// For delays between the engine and the clock.
const OVERHEAD: Duration = Duration::from_millis(10);

/// The time for a move: an equal share of the time left, and most of the increment. `moves` are those until
/// the next time control, if there is one.
pub(super) fn move_time(left: Duration, increment: Duration, moves: Option<u32>) -> Duration {
    let moves = moves.unwrap_or(MOVES_LEFT).clamp(1, MOVES_LEFT);
    let share = (left / (moves + 1) + increment * 3 / 4).min(left * 3 / 4);
    share.saturating_sub(OVERHEAD).max(Duration::from_millis(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// Plays `moves` moves that take the time allotted and the overhead. Returns whether the clock holds.
    fn holds(mut left: Duration, increment: Duration, moves: u32, control: Option<u32>) -> bool {
        (0..moves).all(|played| {
            let time = move_time(left, increment, control.map(|control| control - played)) + OVERHEAD;
            let in_time = time < left;
            left = left.saturating_sub(time) + increment;
            in_time
        })
    }

    #[test]
    fn the_clock_holds_for_long_games() {
        assert!(holds(10 * SECOND, Duration::ZERO, 100, None));
        assert!(holds(SECOND, SECOND / 10, 1000, None));
        assert!(holds(5 * SECOND, Duration::ZERO, 40, Some(40)));
    }

    #[test]
    fn the_next_control_is_used() {
        assert!(move_time(SECOND, Duration::ZERO, Some(1)) > move_time(SECOND, Duration::ZERO, Some(9)));
        assert!(move_time(SECOND, Duration::ZERO, Some(9)) > move_time(SECOND, Duration::ZERO, None));
    }

    #[test]
    fn an_empty_clock_leaves_a_millisecond() {
        assert_eq!(move_time(Duration::ZERO, Duration::ZERO, Some(0)), Duration::from_millis(1));
    }
}
