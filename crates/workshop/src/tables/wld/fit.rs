//! Fits a dictionary to results, as byte pair encoding does (Gage, 1994): the pairs of strings that
//! most often follow each other replace the strings that are used least.

use super::dictionary::{Dictionary, ResultString, STRINGS};
use super::encoder::Encoder;
use std::cmp::Reverse;

/// Slices with fewer codes keep the standard dictionary.
const MIN_CODES: u64 = 1 << 16;
/// Samples of the results.
const SAMPLES: usize = 64;
/// Results in a sample.
const SAMPLE_LEN: usize = 1 << 14;
/// Rounds of replacement.
const ROUNDS: usize = 30;
/// The most strings that the first round replaces, falling to one in the last.
const REPLACED: usize = 24;
/// Bytes of memory of the statistics of a dictionary.
pub(super) const STATISTICS_BYTES: usize = STRINGS * STRINGS * size_of::<usize>();

/// The standard dictionary, or one for these results if they take many codes.
pub(super) fn fitted(results: &[u8]) -> Dictionary {
    let step = (results.len() / SAMPLES).max(SAMPLE_LEN);
    let samples: Vec<&[u8]> =
        results.chunks(step).map(|chunk| &chunk[..SAMPLE_LEN.min(chunk.len())]).collect();
    let sampled: usize = samples.iter().map(|sample| sample.len()).sum();
    let mut best = Dictionary::standard();
    let mut uses = Uses::new(&best, &samples);
    if uses.codes as u64 * (results.len() as u64) < MIN_CODES * sampled as u64 {
        return best;
    }
    let mut strings: Vec<ResultString> = best.strings().collect();
    let mut fewest = uses.codes;
    for round in (1..=ROUNDS).rev() {
        if !uses.replace(&mut strings, (REPLACED * round).div_ceil(ROUNDS)) {
            break;
        }
        let dictionary = Dictionary::new(&strings);
        uses = Uses::new(&dictionary, &samples);
        if uses.codes < fewest {
            (fewest, best) = (uses.codes, dictionary);
        }
    }
    best
}

/// How often codes are used.
struct Uses {
    codes: usize,
    by_code: Vec<usize>,
    /// Counts of adjacent codes.
    by_pair: Vec<usize>,
}

impl Uses {
    fn new(dictionary: &Dictionary, samples: &[&[u8]]) -> Self {
        let mut uses = Self { codes: 0, by_code: vec![0; STRINGS], by_pair: vec![0; STRINGS * STRINGS] };
        let encoder = Encoder::new(dictionary);
        for sample in samples {
            let codes = encoder.codes(sample);
            uses.codes += codes.len();
            for &code in &codes {
                uses.by_code[usize::from(code)] += 1;
            }
            for (&code, &next) in codes.iter().zip(codes.iter().skip(1)) {
                uses.by_pair[usize::from(code) * STRINGS + usize::from(next)] += 1;
            }
        }
        uses
    }

    /// Replaces up to `limit` of the least used strings by more frequent pairs; returns whether it
    /// replaced any. Single results stay.
    fn replace(&self, strings: &mut [ResultString], limit: usize) -> bool {
        let before = strings.to_vec();
        let mut least_used: Vec<usize> = (0..STRINGS).filter(|&code| before[code].len() > 1).collect();
        least_used.sort_by_key(|&code| self.by_code[code]);
        let mut least_used = least_used.into_iter();
        let mut pairs: Vec<usize> = (0..self.by_pair.len()).filter(|&pair| self.by_pair[pair] > 0).collect();
        pairs.sort_by_key(|&pair| Reverse(self.by_pair[pair]));
        let mut replaced = 0;
        for pair in pairs {
            let joined = before[pair / STRINGS].followed_by(before[pair % STRINGS]);
            let Some(joined) = joined.filter(|joined| !strings.contains(joined)) else { continue };
            match least_used.next() {
                Some(code) if replaced < limit && self.by_code[code] < self.by_pair[pair] => {
                    strings[code] = joined;
                    replaced += 1;
                }
                _ => break,
            }
        }
        replaced > 0
    }
}

#[cfg(test)]
mod tests {
    use super::super::dictionary::RESULTS;
    use super::super::encoder::DONT_CARE;
    use super::*;

    #[test]
    fn a_fitted_dictionary_needs_fewer_codes_and_has_the_single_results() {
        // A draw, a loss, two draws, two losses and so on, and what does not matter in between.
        let result =
            |nth: usize| if nth % 7 == 3 { DONT_CARE } else { (nth.isqrt() % 2) as u8 + (nth % 2) as u8 };
        let results: Vec<u8> = (0..400_000).map(result).collect();
        let count = |dictionary: &Dictionary| Encoder::new(dictionary).codes(&results).len();
        let dictionary = fitted(&results);
        assert!(2 * count(&dictionary) < count(&Dictionary::standard()));
        for result in RESULTS {
            assert!(dictionary.strings().any(|string| string == ResultString::run(result, 1)));
        }
        assert!(fitted(&results[..10_000]) == Dictionary::standard());
    }
}
