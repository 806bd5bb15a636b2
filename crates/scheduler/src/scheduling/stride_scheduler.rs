//! Stride scheduling of the levels of searches (Waldspurger and Weihl: Stride scheduling:
//! deterministic proportional-share resource management, MIT/LCS/TM-528, 1995).

use bestmove_query::Priority;

/// The level of a queue: each priority has one, and preempted interactive searches have their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    Interactive,
    Preempted,
    Batch,
    Background,
}

impl Level {
    /// All levels, highest first.
    pub(super) const ALL: [Self; 4] = [Self::Interactive, Self::Preempted, Self::Batch, Self::Background];

    pub(super) const fn of(priority: Priority) -> Self {
        match priority {
            Priority::Interactive => Self::Interactive,
            Priority::Batch => Self::Batch,
            Priority::Background => Self::Background,
        }
    }

    pub(super) const fn priority(self) -> Priority {
        match self {
            Self::Interactive | Self::Preempted => Priority::Interactive,
            Self::Batch => Priority::Batch,
            Self::Background => Priority::Background,
        }
    }

    /// The level at which a preempted search of this level waits to resume.
    pub(super) const fn after_preemption(self) -> Self {
        match self {
            Self::Interactive | Self::Preempted => Self::Preempted,
            Self::Batch | Self::Background => self,
        }
    }

    /// How far one turn moves the level's pass: the less, the more turns it gets.
    const fn stride(self) -> u64 {
        match self {
            Self::Interactive => 1,
            Self::Preempted | Self::Batch => 4,
            Self::Background => 16,
        }
    }
}

/// The pass of each level. The level with the lowest pass is next.
#[derive(Debug, Default)]
pub(super) struct StrideScheduler {
    passes: [u64; Level::ALL.len()],
    now: u64,
}

impl StrideScheduler {
    /// Starts a level whose queue was empty: it keeps neither credit nor debt from before.
    pub(super) fn join(&mut self, level: Level) {
        let pass = &mut self.passes[level as usize];
        *pass = (*pass).max(self.now + level.stride());
    }

    /// The next level among those with a search waiting.
    pub(super) fn next(&mut self, is_waiting: impl Fn(Level) -> bool) -> Option<Level> {
        let pass = |level: &Level| self.passes[*level as usize];
        let next = Level::ALL.into_iter().filter(|&level| is_waiting(level)).min_by_key(pass)?;
        self.now = pass(&next);
        self.passes[next as usize] = self.now + next.stride();
        Some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::Level::{Background, Batch, Interactive};
    use super::*;

    fn turns(scheduler: &mut StrideScheduler, waiting: &[Level], count: usize) -> Vec<Level> {
        (0..count).map(|_| scheduler.next(|level| waiting.contains(&level)).unwrap()).collect()
    }

    fn count(turns: &[Level], of: Level) -> usize {
        turns.iter().filter(|&&level| level == of).count()
    }

    #[test]
    fn every_level_gets_its_share() {
        let mut scheduler = StrideScheduler::default();
        [Interactive, Batch, Background].into_iter().for_each(|level| scheduler.join(level));
        let all = turns(&mut scheduler, &[Interactive, Batch, Background], 2100);
        assert_eq!([Interactive, Batch, Background].map(|level| count(&all, level)), [1600, 400, 100]);
        for window in all.windows(22) {
            assert!(window.contains(&Background), "{window:?}");
        }
        let low = turns(&mut scheduler, &[Batch, Background], 50);
        assert_eq!([Batch, Background].map(|level| count(&low, level)), [40, 10]);
        assert_eq!(turns(&mut scheduler, &[Background], 3), [Background; 3]);
        assert_eq!(scheduler.next(|_| false), None);
    }

    #[test]
    fn a_level_whose_queue_was_empty_keeps_neither_credit_nor_debt() {
        let mut scheduler = StrideScheduler::default();
        scheduler.join(Background);
        turns(&mut scheduler, &[Background], 1000);
        scheduler.join(Interactive);
        let then = turns(&mut scheduler, &[Interactive, Background], 17);
        assert_eq!((then[0], count(&then, Background)), (Interactive, 1));
        turns(&mut scheduler, &[Interactive], 1000);
        [Batch, Background].into_iter().for_each(|level| scheduler.join(level));
        let then = turns(&mut scheduler, &[Interactive, Batch, Background], 21);
        assert_eq!([Interactive, Batch, Background].map(|level| count(&then, level)), [16, 4, 1]);
    }
}
