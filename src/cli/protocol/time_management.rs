//! From the clock of a game to the time for a move.

use bestmove_core::types::Verdict;
use bestmove_query::Analysis;
use std::time::Duration;

/// The longest search: 49 days.
pub(super) const MAX_TIME: Duration = Duration::from_millis(u32::MAX as u64);
/// The moves that the rest of a game is expected to take.
const MOVES_LEFT: u32 = 22;
/// For delays between the engine and the clock.
const OVERHEAD: Duration = Duration::from_millis(10);
const MIN_TIME: Duration = Duration::from_millis(1);
/// The share of the optimum after which no iteration of a forced move begins.
const FORCED: f64 = 0.05;

/// The clock of the side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    /// The time left.
    pub(super) left: Duration,
    /// What each move adds to it.
    pub(super) increment: Duration,
    /// The moves until the next time control, if there is one.
    pub(super) moves: Option<u32>,
}

impl Clock {
    /// An equal share of the time left, and most of the increment.
    fn optimum(self) -> Duration {
        let moves = self.moves.unwrap_or(MOVES_LEFT).clamp(1, MOVES_LEFT);
        let share = self.left / (moves + 1) + self.increment * 3 / 4;
        share.min(self.left * 3 / 4).saturating_sub(OVERHEAD)
    }

    /// Two and a half times as much, but not more than half of the time left.
    fn maximum(self) -> Duration {
        let optimum = self.optimum();
        (optimum * 5 / 2).min((self.left / 2).saturating_sub(OVERHEAD)).max(optimum)
    }
}

/// The time for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveTime {
    /// By a clock: for a move that is neither easy nor difficult.
    pub(super) optimum: Option<Duration>,
    /// For any move.
    pub(super) maximum: Duration,
}

impl MoveTime {
    /// The time for a move: at most `fixed`, and by the clock if there is one. `None` if there is neither.
    pub(super) fn new(fixed: Option<Duration>, clock: Option<Clock>) -> Option<Self> {
        let maximum = fixed.into_iter().chain(clock.map(Clock::maximum)).min()?.clamp(MIN_TIME, MAX_TIME);
        let optimum = clock.map(|clock| clock.optimum().clamp(MIN_TIME, maximum));
        Some(Self { optimum, maximum })
    }

    /// The time for a move, whether easy or difficult.
    pub(super) fn even(self) -> Duration {
        self.optimum.unwrap_or(self.maximum)
    }
}

/// Decides after each iteration whether the search of a move goes on: longer where the best move has changed
/// lately or its score has fallen, shorter where it has long been the same, and hardly at all for a forced
/// move.
pub(super) struct TimeManager {
    optimum: Duration,
    is_forced: bool,
    best: Option<String>,
    /// Iterations since the best move changed.
    unchanged: u32,
    score: Option<i16>,
}

impl TimeManager {
    /// Before the first iteration.
    pub(super) const fn new(optimum: Duration, is_forced: bool) -> Self {
        Self { optimum, is_forced, best: None, unchanged: 0, score: None }
    }

    /// Whether the iteration `found` is the last, after that time.
    pub(super) fn ends_with(&mut self, found: &Analysis, elapsed: Duration) -> bool {
        let is_same = found.best_move() == self.best.as_deref();
        self.unchanged = if is_same { self.unchanged + 1 } else { 0 };
        self.best = found.best_move().map(str::to_owned);
        let score = units(found.best().verdict);
        let fall = self.score.map_or(0, |before| i32::from(before) - i32::from(score));
        self.score = Some(score);
        elapsed >= self.optimum.mul_f64(self.difficulty(fall))
    }

    /// The share of the optimum after which no iteration begins, after a fall of the score in units of the
    /// evaluation.
    fn difficulty(&self, fall: i32) -> f64 {
        if self.is_forced {
            return FORCED;
        }
        let instability = 0.4 + 0.8 / (1.0 + f64::from(self.unchanged) / 3.0);
        instability * (1.0 + f64::from(fall.clamp(0, 40)) / 40.0)
    }
}

/// A verdict as a score.
fn units(verdict: Verdict) -> i16 {
    match verdict {
        Verdict::Win { .. } => i16::MAX,
        Verdict::Loss { .. } => -i16::MAX,
        Verdict::Draw => 0,
        Verdict::Margin(units) | Verdict::Estimate(units) => units,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "test helpers may panic")]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn by_clock(left: Duration, increment: Duration, moves: Option<u32>) -> MoveTime {
        MoveTime::new(None, Some(Clock { left, increment, moves })).unwrap()
    }

    /// Plays `moves` moves that take the time and the overhead. Returns whether the clock holds.
    fn holds(
        time: impl Fn(MoveTime) -> Duration,
        mut left: Duration,
        increment: Duration,
        moves: u32,
        control: Option<u32>,
    ) -> bool {
        (0..moves).all(|played| {
            let control = control.map(|control| control - played);
            let time = time(by_clock(left, increment, control)) + OVERHEAD;
            let in_time = time < left;
            left = left.saturating_sub(time) + increment;
            in_time
        })
    }

    #[test]
    fn the_clock_holds_for_long_games() {
        assert!(holds(MoveTime::even, 10 * SECOND, Duration::ZERO, 100, None));
        assert!(holds(MoveTime::even, SECOND, SECOND / 10, 1000, None));
        assert!(holds(MoveTime::even, 5 * SECOND, Duration::ZERO, 40, Some(40)));
    }

    #[test]
    fn the_clock_holds_if_every_move_is_difficult() {
        let maximum = |time: MoveTime| time.maximum;
        assert!(holds(maximum, 10 * SECOND, Duration::ZERO, 40, None));
        assert!(holds(maximum, SECOND, SECOND / 10, 1000, None));
        assert!(holds(maximum, 5 * SECOND, Duration::ZERO, 7, Some(7)));
    }

    #[test]
    fn the_next_control_is_used() {
        let optimum = |moves| by_clock(SECOND, Duration::ZERO, moves).optimum;
        assert!(optimum(Some(1)) > optimum(Some(9)));
        assert!(optimum(Some(9)) > optimum(None));
    }

    #[test]
    fn an_empty_clock_leaves_a_millisecond() {
        let time = by_clock(Duration::ZERO, Duration::ZERO, Some(0));
        assert_eq!(time, MoveTime { optimum: Some(MIN_TIME), maximum: MIN_TIME });
    }

    #[test]
    fn a_fixed_time_limits_the_clock_and_nothing_limits_nothing() {
        let clock = Clock { left: 10 * SECOND, increment: Duration::ZERO, moves: None };
        let both = MoveTime::new(Some(SECOND), Some(clock)).unwrap();
        assert!(both.maximum == SECOND && both.optimum.unwrap() < SECOND);
        assert!(MoveTime::new(Some(60 * SECOND), Some(clock)).unwrap().maximum < 2 * SECOND);
        let fixed = MoveTime::new(Some(SECOND), None);
        assert_eq!(fixed, Some(MoveTime { optimum: None, maximum: SECOND }));
        assert_eq!(MoveTime::new(None, None), None);
    }

    #[test]
    fn difficult_moves_get_more_time_than_easy_ones() {
        let after = |unchanged, is_forced, fall| {
            TimeManager { unchanged, ..TimeManager::new(SECOND, is_forced) }.difficulty(fall)
        };
        assert!(after(0, false, 0) > after(5, false, 0));
        assert!(after(5, false, 30) > after(5, false, 0));
        assert!(after(20, false, 0) > after(20, true, 0));
        assert!(after(0, false, i32::from(u16::MAX)) < 2.5, "below the maximum");
    }
}
