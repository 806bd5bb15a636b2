//! Recognises lines that ask the same as an earlier one: a set-associative cache with the replacement of the least
//! recently used (Smith, Cache Memories, 1982).

use super::line_query::Fingerprint;
use std::num::NonZeroU32;

/// The places of a set. Of the last 25,000 different lines, one in ten million finds all of them taken.
const WAYS: usize = 16;
/// The most sets: two MiB.
const MOST_SETS: usize = 1 << 13;

/// A line by its fingerprint, with its index and one.
type Entry = Option<(Fingerprint, NonZeroU32)>;

/// The lines of a job that have come lately. Its sets double where one has no place left, up to a limit.
pub(super) struct RecentLines {
    /// The latest line of each set comes first.
    sets: Vec<[Entry; WAYS]>,
}

impl Default for RecentLines {
    fn default() -> Self {
        Self { sets: vec![[None; WAYS]] }
    }
}

impl RecentLines {
    /// The index of the first line with this fingerprint, if it is remembered, else the index of this one.
    pub(super) fn first(&mut self, fingerprint: Fingerprint, index: u64) -> u64 {
        let Some(number) = u32::try_from(index + 1).ok().and_then(NonZeroU32::new) else { return index };
        let is_same = |entry: &Entry| entry.is_some_and(|(other, _)| other == fingerprint);
        let set = self.set(&fingerprint);
        if let Some(place) = set.iter().position(is_same) {
            set[..=place].rotate_right(1);
            return set[0].map_or(index, |(_, number)| u64::from(number.get()) - 1);
        }
        while self.set(&fingerprint)[WAYS - 1].is_some() && self.sets.len() < MOST_SETS {
            self.double();
        }
        self.insert((fingerprint, number));
        index
    }

    fn set(&mut self, fingerprint: &Fingerprint) -> &mut [Entry; WAYS] {
        let mask = self.sets.len() - 1;
        &mut self.sets[fingerprint[0] as usize & mask]
    }

    /// Adds a line, in place of the oldest of its set.
    fn insert(&mut self, line: (Fingerprint, NonZeroU32)) {
        let set = self.set(&line.0);
        set.rotate_right(1);
        set[0] = Some(line);
    }

    fn double(&mut self) {
        let sets = vec![[None; WAYS]; 2 * self.sets.len()];
        for set in std::mem::replace(&mut self.sets, sets) {
            set.into_iter().rev().flatten().for_each(|line| self.insert(line));
        }
    }

    /// The memory that they take.
    pub(super) const fn bytes(&self) -> usize {
        self.sets.len() * size_of::<[Entry; WAYS]>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As scattered as digests (Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, 2014).
    fn fingerprint(line: u64) -> Fingerprint {
        let mut mixed = line.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        [mixed as u32, (mixed >> 32) as u32, line as u32]
    }

    #[test]
    fn the_last_lines_are_remembered_and_those_that_come_again() {
        const MANY: u64 = 1_000_000;
        let mut lines = RecentLines::default();
        assert_eq!((lines.first(fingerprint(MANY), 0), lines.first(fingerprint(0), 1)), (0, 1));
        for index in 2..MANY {
            assert_eq!(lines.first(fingerprint(index), index), index);
            if index % 25_000 == 0 {
                assert_eq!(lines.first(fingerprint(MANY), index), 0, "it comes again and again");
            }
        }
        let mut remembered = |lines_ago: u64| {
            let from = MANY - lines_ago;
            (from..MANY).rev().filter(|&line| lines.first(fingerprint(line), MANY) == line).count()
        };
        assert_eq!(remembered(25_000), 25_000);
        let most = remembered(100_000);
        assert!(most > 95_000, "{most}");
        assert_eq!(lines.first(fingerprint(0), MANY), MANY, "it is long ago");
        assert_eq!(lines.bytes(), 2 << 20);
    }

    #[test]
    fn few_lines_take_little_memory() {
        let mut lines = RecentLines::default();
        for index in 0..100 {
            assert_eq!(lines.first(fingerprint(index), index), index);
        }
        assert!((0..100).all(|index| lines.first(fingerprint(index), 100) == index));
        assert!(lines.bytes() <= 16 << 10, "{}", lines.bytes());
    }

    #[test]
    fn lines_beyond_the_largest_number_are_not_remembered() {
        let (mut lines, index) = (RecentLines::default(), u64::from(u32::MAX));
        assert_eq!(lines.first(fingerprint(1), index), index);
        assert_eq!(lines.first(fingerprint(1), index + 1), index + 1);
    }
}
