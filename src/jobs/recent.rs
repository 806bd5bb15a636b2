//! Recognises lines that ask the same as an earlier one.

use super::line_query::Fingerprint;
use std::collections::HashMap;

/// How many different lines are remembered at least. So many fit in a table of 32,768 places.
const GENERATION: usize = 25_000;
/// The memory of a line that is remembered: that of its entry, and of places that are free.
const BYTES: usize = size_of::<(Fingerprint, u64)>() * 4 / 3;

/// The lines of a job that have come lately, in two generations: what comes again stays.
#[derive(Default)]
pub(super) struct RecentLines {
    young: HashMap<Fingerprint, u64>,
    old: HashMap<Fingerprint, u64>,
}

impl RecentLines {
    /// The index of the first line with this fingerprint, if it is remembered, else the index of this one.
    pub(super) fn first(&mut self, fingerprint: Fingerprint, index: u64) -> u64 {
        if let Some(&first) = self.young.get(&fingerprint) {
            return first;
        }
        if self.young.len() == GENERATION {
            self.old = std::mem::take(&mut self.young);
        }
        let first = self.old.get(&fingerprint).copied().unwrap_or(index);
        self.young.insert(fingerprint, first);
        first
    }

    /// The memory that they take.
    pub(super) fn bytes(&self) -> usize {
        (self.young.capacity() + self.old.capacity()) * BYTES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_remembered_and_those_that_come_again() {
        const MANY: u64 = 10 * GENERATION as u64;
        let mut lines = RecentLines::default();
        let (often, first) = ([0, 1], [0, 2]);
        assert_eq!((lines.first(often, 0), lines.first(first, 1)), (0, 1));
        for index in 2..MANY {
            assert_eq!(lines.first([index, 0], index), index);
            if index % (GENERATION as u64 / 2) == 0 {
                assert_eq!(lines.first(often, index), 0);
            }
        }
        assert_eq!(lines.first([MANY - GENERATION as u64, 0], MANY), MANY - GENERATION as u64);
        assert_eq!(lines.first(first, MANY), MANY, "it is long ago");
        assert!(lines.bytes() < 4 << 20, "{}", lines.bytes());
    }
}
