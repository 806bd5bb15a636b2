//! Encodes results by a dictionary: nearly optimal parsing (Storer and Szymanski, 1982).

use super::dictionary::{Dictionary, RESULTS};

/// In place of a result that does not matter.
pub(super) const DONT_CARE: u8 = RESULTS.len() as u8;
/// Bytes of memory to encode a result.
pub(super) const BYTES_A_RESULT: usize = size_of::<u32>() + size_of::<u8>();
/// The runs compared with each other: the longest that fit.
const COMPARED_RUNS: usize = 4;
/// Where a run of this length fits, strings of different results are not compared with it.
const LONG: usize = 48;

/// The strings of a dictionary, ready to be compared with results.
pub(super) struct Encoder<'a> {
    dictionary: &'a Dictionary,
    /// By their first result.
    strings: [Strings; RESULTS.len()],
}

#[derive(Default)]
struct Strings {
    /// The lengths and codes of runs, in order of lengths.
    runs: Vec<(usize, u8)>,
    literals: Vec<Literal>,
}

/// A string of different results.
struct Literal {
    results: u64,
    mask: u64,
    length: usize,
    code: u8,
}

impl<'a> Encoder<'a> {
    pub(super) fn new(dictionary: &'a Dictionary) -> Self {
        let mut strings: [Strings; RESULTS.len()] = Default::default();
        for (code, string) in (0..=u8::MAX).zip(dictionary.strings()) {
            let (length, results, mask) = (string.len(), string.results(), string.mask());
            let same_start = &mut strings[usize::from(string.first())];
            match string.repeated() {
                Some(_) => same_start.runs.push((length, code)),
                None => same_start.literals.push(Literal { results, mask, length, code }),
            }
        }
        strings.iter_mut().for_each(|strings| strings.runs.sort_unstable());
        Self { dictionary, strings }
    }

    /// The fewest codes that stand for these results, as far as strings are compared, by dynamic
    /// programming from the end.
    pub(super) fn codes(&self, results: &[u8]) -> Vec<u8> {
        let mut counts = vec![0_u32; results.len() + 1];
        let mut choices = vec![0; results.len()];
        let mut next = Lookahead::default();
        for at in (0..results.len()).rev() {
            next.push_front(results[at]);
            let (count, code) = self.best(&next, &counts[at..]);
            counts[at] = count + 1;
            choices[at] = code;
        }
        let mut codes = Vec::with_capacity(counts[0] as usize);
        let mut at = 0;
        while let Some(&code) = choices.get(at) {
            codes.push(code);
            at += self.dictionary.length(code);
        }
        codes
    }

    /// The first code of the best parse, and the number of codes after it, given the number of codes
    /// for what is left after each number of results.
    fn best(&self, next: &Lookahead, counts: &[u32]) -> (u32, u8) {
        let mut best = (u32::MAX, 0);
        let mut consider = |length: usize, code| {
            if let Some(&count) = counts.get(length)
                && count < best.0
            {
                best = (count, code);
            }
        };
        let is_long = next.runs.iter().any(|&length| length >= LONG);
        for (strings, &run) in self.strings.iter().zip(&next.runs).filter(|&(_, &run)| run > 0) {
            let fitting = &strings.runs[..strings.runs.partition_point(|&(length, _)| length <= run)];
            for &(length, code) in fitting.iter().rev().take(COMPARED_RUNS) {
                consider(length, code);
            }
            for literal in strings.literals.iter().filter(|_| !is_long) {
                if next.agrees(literal.results, literal.mask) {
                    consider(literal.length, literal.code);
                }
            }
        }
        best
    }
}

/// What comes next.
#[derive(Default)]
struct Lookahead {
    /// The next results of a pattern, two bits each, the first one in the lowest bits.
    results: u64,
    /// The bits of those that matter.
    matters: u64,
    /// The length of a run of each result.
    runs: [usize; RESULTS.len()],
}

impl Lookahead {
    fn push_front(&mut self, result: u8) {
        let [results, matters] = if result == DONT_CARE { [0, 0] } else { [result.into(), 3] };
        self.results = self.results << 2 | results;
        self.matters = self.matters << 2 | matters;
        for (length, other) in self.runs.iter_mut().zip(RESULTS) {
            *length = if result == DONT_CARE || result == other { *length + 1 } else { 0 };
        }
    }

    fn agrees(&self, results: u64, mask: u64) -> bool {
        (self.results ^ results) & self.matters & mask == 0
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]
mod tests {
    use super::super::dictionary::ResultString;
    use super::*;

    fn spelled(dictionary: &Dictionary, code: u8) -> Vec<u8> {
        (0..dictionary.length(code)).map(|place| dictionary.result(code, place)).collect()
    }

    fn agree(results: &[u8], string: &[u8]) -> bool {
        string.len() <= results.len()
            && results.iter().zip(string).all(|(&result, &other)| result == DONT_CARE || result == other)
    }

    /// The fewest codes, with all strings compared.
    fn fewest(strings: &[Vec<u8>], results: &[u8]) -> usize {
        let mut counts = vec![0; results.len() + 1];
        for at in (0..results.len()).rev() {
            let fitting = strings.iter().filter(|string| agree(&results[at..], string));
            counts[at] = 1 + fitting.map(|string| counts[at + string.len()]).min().unwrap();
        }
        counts[0]
    }

    #[test]
    fn hardly_more_codes_than_the_fewest_stand_for_the_results() {
        // Besides the single results: draws and wins in turn, and three runs.
        let single = |result| ResultString::run(result, 1);
        let turns = single(0).followed_by(single(2)).unwrap();
        let mut strings: Vec<ResultString> = RESULTS.map(single).to_vec();
        strings.extend([turns, turns.followed_by(turns).unwrap(), turns.followed_by(single(1)).unwrap()]);
        strings.extend([(0, 5), (1, 7), (2, 30)].map(|(result, length)| ResultString::run(result, length)));
        let (mut random, mut used, mut least) = (1_u64, 0, 0);
        for dictionary in [Dictionary::new(&strings), Dictionary::standard()] {
            let strings: Vec<Vec<u8>> = (0..=255).map(|code| spelled(&dictionary, code)).collect();
            for length in 0..300 {
                let mut next = || {
                    random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    // Runs of up to sixteen results, or of a hundred, half of which do not matter.
                    let (result, length) = ((random >> 33) as u8 % 4, random >> 40 & 15);
                    let length = if random >> 36 & 7 == 0 { 100 } else { length };
                    let matters = move |place: u64| random >> (44 + place % 16) & 1 == 0;
                    (0..length).map(move |place| if matters(place) { result } else { DONT_CARE })
                };
                let results: Vec<u8> = std::iter::from_fn(|| Some(next())).flatten().take(length).collect();
                let codes = Encoder::new(&dictionary).codes(&results);
                let decoded: Vec<u8> =
                    codes.iter().flat_map(|&code| strings[usize::from(code)].clone()).collect();
                assert_eq!(decoded.len(), results.len());
                assert!(agree(&results, &decoded), "{results:?}");
                used += codes.len();
                least += fewest(&strings, &results);
            }
        }
        assert!(least <= used && used * 50 <= least * 51, "{used} codes instead of {least}");
    }
}
