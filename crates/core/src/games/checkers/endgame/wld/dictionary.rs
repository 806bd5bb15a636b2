//! Dictionaries of results (WLD): each of 256 codes stands for a string of results, as in a
//! variable-to-fixed length code (Tunstall, 1967).

/// The strings of a dictionary, one for each code.
const STRINGS: usize = 256;
/// Results in a pattern.
const PATTERN: usize = 32;
const LENGTH_BYTES: usize = size_of::<u16>();
const PATTERN_BYTES: usize = size_of::<u64>();
/// Bytes of a dictionary in a file.
pub(super) const DICTIONARY_BYTES: usize = STRINGS * (LENGTH_BYTES + PATTERN_BYTES);

/// The strings of all codes: up to [`PATTERN`] results of any kind, or a longer run of one result.
#[derive(Clone, Debug)]
pub(super) struct Dictionary {
    lengths: [u16; STRINGS],
    /// Results of two bits, the first one in the lowest bits. A run fills the pattern.
    patterns: [u64; STRINGS],
}

impl Dictionary {
    /// The number of results that a code stands for.
    pub(super) fn length(&self, code: u8) -> usize {
        self.lengths[usize::from(code)].into()
    }

    /// A result by its place in what a code stands for.
    pub(super) fn result(&self, code: u8, place: usize) -> u8 {
        (self.patterns[usize::from(code)] >> (2 * (place % PATTERN))) as u8 & 3
    }

    /// Reads the bytes of a file: all lengths, then all patterns, little-endian.
    pub(super) fn from_bytes(bytes: &[u8; DICTIONARY_BYTES]) -> Self {
        let (lengths, patterns) = bytes.split_at(STRINGS * LENGTH_BYTES);
        let (lengths, patterns) = (lengths.as_chunks().0, patterns.as_chunks().0);
        let mut read = Self { lengths: [0; STRINGS], patterns: [0; STRINGS] };
        read.lengths.iter_mut().zip(lengths).for_each(|(length, &bytes)| *length = u16::from_le_bytes(bytes));
        read.patterns
            .iter_mut()
            .zip(patterns)
            .for_each(|(pattern, &bytes)| *pattern = u64::from_le_bytes(bytes));
        read
    }
}
