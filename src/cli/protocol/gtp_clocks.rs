//! The clocks of a game in GTP: main time, then periods of byo-yomi, each for a number of moves.

use super::time_management::Clock;
use bestmove_core::game::Side;
use std::time::Duration;

/// The time of a side: the main time if `moves` is 0, else that for so many moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TimeLeft {
    pub(super) time: Duration,
    pub(super) moves: u32,
}

/// The clocks of both sides; none without a time limit.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Clocks {
    at_start: Option<TimeLeft>,
    byo_yomi: TimeLeft,
    left: [Option<TimeLeft>; 2],
}

impl Clocks {
    /// The clocks of `time_settings`. A period of no moves is no limit at all, nor is no time.
    pub(super) fn new(main: Duration, byo_yomi: TimeLeft) -> Self {
        let start = if main.is_zero() { byo_yomi } else { TimeLeft { time: main, moves: 0 } };
        let is_limited = !start.time.is_zero() && (byo_yomi.time.is_zero() || byo_yomi.moves > 0);
        let at_start = is_limited.then_some(start);
        Self { at_start, byo_yomi, left: [at_start; 2] }
    }

    /// A new game begins.
    pub(super) const fn restart(&mut self) {
        self.left = [self.at_start; 2];
    }

    /// Sets the clock of a side.
    pub(super) const fn set(&mut self, side: Side, left: TimeLeft) {
        self.left[side as usize] = Some(left);
    }

    /// The clock of a side, which makes so many more moves at most.
    pub(super) fn clock(&self, side: Side, moves_left: u32) -> Option<Clock> {
        let TimeLeft { time, moves } = self.left[side as usize]?;
        let moves = if moves == 0 { moves_left } else { moves.min(moves_left) };
        Some(Clock { left: time, increment: Duration::ZERO, moves: Some(moves) })
    }

    /// A side has used some of its time for a move.
    pub(super) fn spend(&mut self, side: Side, used: Duration) {
        let Some(left) = &mut self.left[side as usize] else { return };
        left.time = left.time.saturating_sub(used);
        let is_over = if left.moves > 0 {
            left.moves -= 1;
            left.moves == 0
        } else {
            left.time.is_zero()
        };
        if is_over && self.byo_yomi.moves > 0 {
            *left = self.byo_yomi;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn left(seconds: u32, moves: u32) -> TimeLeft {
        TimeLeft { time: SECOND * seconds, moves }
    }

    /// The seconds and the moves of the first side's clock, where it makes ten more moves.
    fn clock(clocks: &Clocks) -> Option<(u64, Option<u32>)> {
        clocks.clock(Side::First, 10).map(|clock| (clock.left.as_secs(), clock.moves))
    }

    #[test]
    fn main_time_is_followed_by_periods() {
        let mut clocks = Clocks::new(SECOND * 60, left(20, 2));
        assert_eq!(clock(&clocks), Some((60, Some(10))));
        for (used, expected) in
            [(50, (10, Some(10))), (11, (20, Some(2))), (5, (15, Some(1))), (5, (20, Some(2)))]
        {
            clocks.spend(Side::First, SECOND * used);
            assert_eq!(clock(&clocks), Some(expected));
        }
        assert_eq!(clocks.clock(Side::Second, 10).unwrap().left, SECOND * 60);
        clocks.restart();
        assert_eq!(clock(&clocks), Some((60, Some(10))));
    }

    #[test]
    fn without_main_time_the_first_period_begins_at_once() {
        let clocks = Clocks::new(Duration::ZERO, left(30, 25));
        assert_eq!(clock(&clocks), Some((30, Some(10))), "the game ends before the period");
    }

    #[test]
    fn a_period_of_no_moves_is_no_limit_nor_is_no_time() {
        assert_eq!(clock(&Clocks::new(Duration::ZERO, left(0, 0))), None);
        let mut clocks = Clocks::new(SECOND * 60, left(30, 0));
        clocks.spend(Side::First, SECOND);
        assert_eq!(clock(&clocks), None);
        clocks.set(Side::First, left(9, 3));
        assert_eq!(clock(&clocks), Some((9, Some(3))));
    }

    #[test]
    fn an_absolute_clock_can_run_out() {
        let mut clocks = Clocks::new(SECOND * 60, left(0, 0));
        clocks.spend(Side::First, SECOND * 61);
        assert_eq!(clock(&clocks), Some((0, Some(10))));
    }
}
