//! Whose turn is next: stride scheduling.

/// Who is served first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Priority {
    /// Somebody waits for this one answer.
    Interactive,
    /// One of many positions in a request.
    Batch,
    /// An analysis that outlives the request that started it.
    Long,
}

impl Priority {
    /// All of them, the highest first.
    pub const ALL: [Self; 3] = [Self::Interactive, Self::Batch, Self::Long];
}

/// A waiting line's level: each priority has one, and preempted interactive searches have their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    Interactive,
    Preempted,
    Batch,
    Long,
}

impl Level {
    /// All of them, the highest first.
    pub(super) const ALL: [Self; 4] = [Self::Interactive, Self::Preempted, Self::Batch, Self::Long];

    pub(super) const fn of(priority: Priority) -> Self {
        match priority {
            Priority::Interactive => Self::Interactive,
            Priority::Batch => Self::Batch,
            Priority::Long => Self::Long,
        }
    }

    pub(super) const fn priority(self) -> Priority {
        match self {
            Self::Interactive | Self::Preempted => Priority::Interactive,
            Self::Batch => Priority::Batch,
            Self::Long => Priority::Long,
        }
    }

    /// Where a search of this level waits to go on.
    pub(super) const fn after_preemption(self) -> Self {
        match self {
            Self::Interactive | Self::Preempted => Self::Preempted,
            Self::Batch | Self::Long => self,
        }
    }

    /// How much of a level's time one turn takes: the less, the more turns.
    const fn stride(self) -> u64 {
        match self {
            Self::Interactive => 1,
            Self::Preempted | Self::Batch => 4,
            Self::Long => 16,
        }
    }
}

/// Stride scheduling: each turn moves a level's time on by its stride, and the one that is
/// furthest behind is next.
#[derive(Debug, Default)]
pub(super) struct Strides {
    times: [u64; Level::ALL.len()],
    now: u64,
}

impl Strides {
    /// Somebody waits where nobody did: neither claim nor debt is left from before.
    pub(super) fn join(&mut self, level: Level) {
        let time = &mut self.times[level as usize];
        *time = (*time).max(self.now + level.stride());
    }

    /// The level whose turn it is, of those for which somebody waits.
    pub(super) fn next(&mut self, waits: impl Fn(Level) -> bool) -> Option<Level> {
        let time = |level: &Level| self.times[*level as usize];
        let next = Level::ALL.into_iter().filter(|&level| waits(level)).min_by_key(time)?;
        self.now = time(&next);
        self.times[next as usize] = self.now + next.stride();
        Some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::Level::{Batch, Interactive, Long};
    use super::*;

    fn turns(strides: &mut Strides, waiting: &[Level], count: usize) -> Vec<Level> {
        (0..count).map(|_| strides.next(|level| waiting.contains(&level)).unwrap()).collect()
    }

    fn count(turns: &[Level], of: Level) -> usize {
        turns.iter().filter(|&&level| level == of).count()
    }

    #[test]
    fn every_line_gets_its_share() {
        let mut strides = Strides::default();
        [Interactive, Batch, Long].into_iter().for_each(|level| strides.join(level));
        let all = turns(&mut strides, &[Interactive, Batch, Long], 2100);
        assert_eq!([Interactive, Batch, Long].map(|level| count(&all, level)), [1600, 400, 100]);
        for window in all.windows(22) {
            assert!(window.contains(&Long), "{window:?}");
        }
        let low = turns(&mut strides, &[Batch, Long], 50);
        assert_eq!([Batch, Long].map(|level| count(&low, level)), [40, 10]);
        assert_eq!(turns(&mut strides, &[Long], 3), [Long; 3]);
        assert_eq!(strides.next(|_| false), None);
    }

    /// Neither a claim for the time in which nobody waited, nor a debt from it.
    #[test]
    fn a_line_that_was_empty_starts_anew() {
        let mut strides = Strides::default();
        strides.join(Long);
        turns(&mut strides, &[Long], 1000);
        strides.join(Interactive);
        let then = turns(&mut strides, &[Interactive, Long], 17);
        assert_eq!((then[0], count(&then, Long)), (Interactive, 1));
        turns(&mut strides, &[Interactive], 1000);
        [Batch, Long].into_iter().for_each(|level| strides.join(level));
        let then = turns(&mut strides, &[Interactive, Batch, Long], 21);
        assert_eq!([Interactive, Batch, Long].map(|level| count(&then, level)), [16, 4, 1]);
    }
}
