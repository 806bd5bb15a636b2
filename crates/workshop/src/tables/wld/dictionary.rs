//! Dictionaries of results (WLD): each of 256 codes stands for a string of results, as in a
//! variable-to-fixed length code (Tunstall, 1967).

/// The strings of a dictionary, one for each code.
pub(super) const STRINGS: usize = 256;
/// Results in a pattern.
const PATTERN: usize = 32;
/// The single results: a draw, a loss and a win.
pub(super) const RESULTS: [u8; 3] = [0, 1, 2];

/// A string of results: up to [`PATTERN`] of any kind, or a longer run of one result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ResultString {
    length: u16,
    /// Results of two bits, the first one in the lowest bits. A run fills the pattern.
    pattern: u64,
}

impl ResultString {
    /// A run of one result.
    pub(super) const fn run(result: u8, length: u16) -> Self {
        Self { length, pattern: result as u64 * (u64::MAX / 3) }
    }

    pub(super) fn len(self) -> usize {
        self.length.into()
    }

    pub(super) const fn first(self) -> u8 {
        self.pattern as u8 & 3
    }

    /// The result, if all are the same.
    pub(super) fn repeated(self) -> Option<u8> {
        Some(self.first()).filter(|&result| self.pattern == Self::run(result, self.length).pattern)
    }

    /// The results of a string of up to [`PATTERN`]; the other bits are zero.
    pub(super) fn results(self) -> u64 {
        self.pattern & self.mask()
    }

    /// The bits of the results of a string of up to [`PATTERN`].
    pub(super) fn mask(self) -> u64 {
        u64::MAX >> (2 * PATTERN.saturating_sub(self.len()))
    }

    /// This string and another one after it; `None` if a pattern can't hold them.
    pub(super) fn followed_by(self, other: Self) -> Option<Self> {
        let length = self.length.checked_add(other.length)?;
        match (self.repeated(), other.repeated()) {
            (Some(result), Some(other)) if result == other => Some(Self::run(result, length)),
            _ if usize::from(length) <= PATTERN => {
                Some(Self { length, pattern: self.results() | other.results() << (2 * self.len()) })
            }
            _ => None,
        }
    }
}

/// The strings of all codes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Dictionary {
    lengths: [u16; STRINGS],
    patterns: [u64; STRINGS],
}

impl Dictionary {
    /// A dictionary of these strings, in order of codes. Missing ones repeat the last.
    ///
    /// # Panics
    ///
    /// If there are none or too many.
    pub(super) fn new(strings: &[ResultString]) -> Self {
        let last = strings.last().expect("a dictionary has strings");
        assert!(strings.len() <= STRINGS, "a dictionary has {STRINGS} strings at most");
        let string = |code: usize| strings.get(code).unwrap_or(last);
        Self {
            lengths: std::array::from_fn(|code| string(code).length),
            patterns: std::array::from_fn(|code| string(code).pattern),
        }
    }

    /// The dictionary of small slices: all strings of four results, and runs whose lengths grow by
    /// 18 percent, at least by one.
    pub(super) fn standard() -> Self {
        let longer = |&length: &u16| length.checked_add((u32::from(length) * 18 / 100).max(1) as u16);
        let lengths = std::iter::successors(Some(1), longer);
        let single = |result| ResultString::run(result, 1);
        let pairs = RESULTS.iter().flat_map(|&one| RESULTS.map(|two| single(one).followed_by(single(two))));
        let pairs: Vec<ResultString> = pairs.flatten().collect();
        let fours = pairs.iter().flat_map(|one| pairs.iter().filter_map(|&two| one.followed_by(two)));
        let mut strings: Vec<ResultString> = fours.filter(|string| string.repeated().is_none()).collect();
        let runs = (STRINGS - strings.len()) / RESULTS.len();
        strings.extend(
            lengths.take(runs).flat_map(|length| RESULTS.map(|result| ResultString::run(result, length))),
        );
        Self::new(&strings)
    }

    pub(super) fn strings(&self) -> impl Iterator<Item = ResultString> {
        self.lengths.iter().zip(&self.patterns).map(|(&length, &pattern)| ResultString { length, pattern })
    }

    /// The number of results that a code stands for.
    pub(super) fn length(&self, code: u8) -> usize {
        self.lengths[usize::from(code)].into()
    }

    /// A result by its place in what a code stands for.
    #[cfg(test)]
    pub(super) fn result(&self, code: u8, place: usize) -> u8 {
        (self.patterns[usize::from(code)] >> (2 * (place % PATTERN))) as u8 & 3
    }

    /// The bytes of a file: all lengths, then all patterns, little-endian.
    pub(super) fn to_bytes(&self) -> impl Iterator<Item = u8> {
        let lengths = self.lengths.iter().flat_map(|length| length.to_le_bytes());
        lengths.chain(self.patterns.iter().flat_map(|pattern| pattern.to_le_bytes()))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const LOST: u8 = 1;
    const WON: u8 = 2;

    fn spelled(dictionary: &Dictionary, code: u8) -> String {
        let letter = |place| char::from(b"DLW"[usize::from(dictionary.result(code, place))]);
        (0..dictionary.length(code)).map(letter).collect()
    }

    fn string(letters: &str) -> ResultString {
        let single = |letter| ResultString::run("DLW".find(letter).unwrap() as u8, 1);
        letters.chars().map(single).reduce(|before, next| before.followed_by(next).unwrap()).unwrap()
    }

    #[test]
    fn strings_read_as_they_were_joined() {
        let letters = ["DLWWLD", "W", "LLLLL", &"DWL".repeat(10), &"W".repeat(70), &("L".repeat(31) + "D")];
        let dictionary = Dictionary::new(&letters.map(string));
        for (code, letters) in (0..).zip(letters) {
            assert_eq!(spelled(&dictionary, code), letters);
        }
        assert_eq!(spelled(&dictionary, 255), letters[5]);
    }

    #[test]
    fn only_runs_are_longer_than_a_pattern() {
        let run = ResultString::run(WON, 60_000);
        assert_eq!(run.followed_by(ResultString::run(WON, 5_535)), Some(ResultString::run(WON, 65_535)));
        assert_eq!(run.followed_by(ResultString::run(WON, 5_536)), None);
        assert_eq!(run.followed_by(ResultString::run(LOST, 1)), None);
        assert_eq!(string(&"DL".repeat(16)).followed_by(ResultString::run(LOST, 1)), None);
    }

    #[test]
    fn the_standard_strings_differ_and_spell_all_short_ones() {
        let dictionary = Dictionary::standard();
        let spelled: BTreeSet<String> = (0..=255).map(|code| spelled(&dictionary, code)).collect();
        assert_eq!(spelled.len(), 255, "the last one twice");
        assert_eq!(spelled.iter().filter(|letters| letters.len() == 4).count(), 81);
        assert_eq!(spelled.iter().filter(|letters| letters.len() == 1).count(), 3);
        assert!(spelled.iter().any(|letters| letters.len() > 5_000));
    }
}
