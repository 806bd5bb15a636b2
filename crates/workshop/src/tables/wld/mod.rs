//! Encodes results (WLD) of many positions in little memory: each byte is the code of a string of results. Each large
//! slice has a dictionary fitted to it.

mod dictionary;
mod encoder;
mod file;
mod fit;

pub(crate) use file::{EncodedSlice, encode_file};

use crate::parallel::parallel_map;
use bestmove_core::game::TablebaseResult;
use bestmove_core::games::checkers::endgame::slice::Slice;
use bestmove_core::games::checkers::endgame::{boards, decode};
use bestmove_core::games::checkers::is_quiet;
use dictionary::Dictionary;
use encoder::{DONT_CARE, Encoder};
use fit::{STATISTICS_BYTES, fitted};
use std::io;
use std::num::NonZeroUsize;

/// Results that are encoded at a time.
const CHUNK: usize = 1 << 20;
/// Bytes of memory that each thread takes to encode, besides the values.
pub(crate) const ENCODING_BYTES: usize = CHUNK * encoder::BYTES_A_RESULT + STATISTICS_BYTES;

/// Encodes the results of a slice, given the value of each position, in the memory of the values.
///
/// # Errors
///
/// If a thread cannot be started.
pub(crate) fn encode(slice: Slice, values: Vec<u8>, threads: NonZeroUsize) -> io::Result<EncodedSlice> {
    let results = masked(slice, values);
    let dictionary = fitted(&results);
    let codes = codes(&dictionary, &results, threads)?;
    Ok(EncodedSlice { first: slice.start(), dictionary, codes })
}

/// The results of a slice in which those before captures do not matter.
fn masked(slice: Slice, mut values: Vec<u8>) -> Vec<u8> {
    let mut nth = 0;
    boards(slice, |board| {
        let matters = board.is_some_and(|board| is_quiet(&board));
        values[nth] = if matters { result(values[nth]) } else { DONT_CARE };
        nth += 1;
    });
    values
}

/// The value without its distance: one of the single results of a dictionary.
fn result(value: u8) -> u8 {
    match decode(value) {
        TablebaseResult::Draw => 0,
        TablebaseResult::Loss { .. } => 1,
        TablebaseResult::Win { .. } => 2,
    }
}

fn codes(dictionary: &Dictionary, results: &[u8], threads: NonZeroUsize) -> io::Result<Vec<u8>> {
    let encoder = Encoder::new(dictionary);
    let chunks: Vec<&[u8]> = results.chunks(CHUNK).collect();
    Ok(parallel_map(&chunks, threads, |chunk| encoder.codes(chunk))?.concat())
}

/// The file of a slice in which all positions have the same result.
#[cfg(test)]
pub(super) fn uniform_file(slice: Slice, result: u8) -> Vec<u8> {
    let run = dictionary::ResultString::run(result, u16::MAX);
    let codes = vec![0; slice.len().div_ceil(run.len())];
    let encoded = EncodedSlice { first: slice.start(), dictionary: Dictionary::new(&[run]), codes };
    encode_file(&bestmove_core::games::checkers::endgame::TableKind::slice_title(slice), &[encoded])
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]
mod tests {
    use super::*;
    use bestmove_core::games::checkers::endgame::wld::WldTable;

    /// Encodes slices in which `value` gives the value of each index, and checks all that matter.
    fn encoded(slices: &[Slice], value: impl Fn(usize) -> u8) -> Vec<EncodedSlice> {
        let values = |slice: Slice| (0..slice.len()).map(&value).collect();
        let threads = NonZeroUsize::new(2).unwrap();
        let encoded: Vec<EncodedSlice> =
            slices.iter().map(|&slice| encode(slice, values(slice), threads).unwrap()).collect();
        let table = WldTable::read("results", encode_file("results", &encoded)).unwrap();
        for &slice in slices {
            let mut nth = 0;
            boards(slice, |board| {
                if let Some(board) = board.filter(is_quiet) {
                    let expected = [
                        TablebaseResult::Draw,
                        TablebaseResult::Loss { plies: None },
                        TablebaseResult::Win { plies: None },
                    ];
                    let expected = expected[usize::from(result(value(nth)))];
                    assert_eq!(table.result(slice.start() + nth), expected, "{board:?}");
                }
                nth += 1;
            });
        }
        encoded
    }

    #[test]
    fn results_survive_encoding() {
        let slices: Vec<Slice> = Slice::all(3).collect();
        // Irregular values alternate with runs of many lengths.
        let value = |nth: usize| if nth % 1_000 < 500 { nth * nth / 7 % 3 } else { nth.isqrt() % 3 };
        let encoded = encoded(&slices, |nth| value(nth) as u8);
        assert!(encoded.iter().all(|slice| slice.dictionary == Dictionary::standard()));
    }

    /// The values have a period that is too long for the standard strings.
    #[test]
    fn a_large_slice_has_a_dictionary_of_its_own() {
        let value = |nth: usize| (nth * nth / 5 % 3) as u8;
        let mut slices: Vec<Slice> = Slice::all(4).collect();
        let large = slices.iter().position(|slice| slice.len() > 300_000).unwrap();
        slices.truncate(large + 2);
        let encoded = encoded(&slices, value);
        assert!(encoded[0].dictionary == Dictionary::standard());
        assert!(encoded[large].dictionary != Dictionary::standard());
        let (slice, large) = (slices[large], &encoded[large]);
        let results = masked(slice, (0..slice.len()).map(value).collect());
        let standard = codes(&Dictionary::standard(), &results, NonZeroUsize::MIN).unwrap();
        assert!(large.codes.len() < standard.len() / 2, "{} {}", large.codes.len(), standard.len());
    }
}
