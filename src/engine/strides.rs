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

    /// How much of a priority's time one turn takes: the less, the more turns.
    const fn stride(self) -> u64 {
        match self {
            Self::Interactive => 1,
            Self::Batch => 4,
            Self::Long => 16,
        }
    }
}

/// Stride scheduling: each turn moves a priority's time on by its stride, and the one that is
/// furthest behind is next.
#[derive(Debug, Default)]
pub(super) struct Strides {
    times: [u64; 3],
    now: u64,
}

impl Strides {
    /// Somebody waits where nobody did: neither claim nor debt is left from before.
    pub(super) fn join(&mut self, priority: Priority) {
        let time = &mut self.times[priority as usize];
        *time = (*time).max(self.now + priority.stride());
    }

    /// The priority whose turn it is, of those for which somebody waits.
    pub(super) fn next(&mut self, waits: impl Fn(Priority) -> bool) -> Option<Priority> {
        let time = |priority: &Priority| self.times[*priority as usize];
        let next = Priority::ALL.into_iter().filter(|&priority| waits(priority)).min_by_key(time)?;
        self.now = time(&next);
        self.times[next as usize] = self.now + next.stride();
        Some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::Priority::{Batch, Interactive, Long};
    use super::*;

    fn turns(strides: &mut Strides, waiting: &[Priority], count: usize) -> Vec<Priority> {
        (0..count).map(|_| strides.next(|priority| waiting.contains(&priority)).unwrap()).collect()
    }

    fn count(turns: &[Priority], of: Priority) -> usize {
        turns.iter().filter(|&&priority| priority == of).count()
    }

    #[test]
    fn every_line_gets_its_share() {
        let mut strides = Strides::default();
        Priority::ALL.into_iter().for_each(|priority| strides.join(priority));
        let all = turns(&mut strides, &[Interactive, Batch, Long], 2100);
        assert_eq!(Priority::ALL.map(|priority| count(&all, priority)), [1600, 400, 100]);
        for window in all.windows(22) {
            assert!(window.contains(&Long), "{window:?}");
        }
        let low = turns(&mut strides, &[Batch, Long], 50);
        assert_eq!([Batch, Long].map(|priority| count(&low, priority)), [40, 10]);
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
        [Batch, Long].into_iter().for_each(|priority| strides.join(priority));
        let then = turns(&mut strides, &[Interactive, Batch, Long], 21);
        assert_eq!(Priority::ALL.map(|priority| count(&then, priority)), [16, 4, 1]);
    }
}
