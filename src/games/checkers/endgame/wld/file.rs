//! Files of results (WLD): small, and fast to probe.
//!
//! A byte is the code of a string of results in a [`Dictionary`]. Codes come in blocks that know
//! their dictionary and the index of their first position: a probe finds the block by bisection
//! among those of its window of indices, then counts through it. Where the side to move can capture,
//! the result is whatever makes strings longer: callers resolve captures before probing.
//!
//! Format: the number of dictionaries and of blocks, as little-endian words of four bytes; the
//! dictionaries; the first index of each block; then the blocks: the number of its dictionary, then
//! codes, the last block of each slice padded.

use super::super::le_u32::{word, words};
use super::super::value::{DRAW, LOST};
use super::dictionary::{DICTIONARY_BYTES, Dictionary};
use crate::game::container::{decode_container, encode_container};
use crate::game::{Invalid, TablebaseResult};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// Bytes in a block.
const BLOCK: usize = 256;
/// Codes in a block.
const CODES: usize = BLOCK - 1;
/// Indices in a window.
const WINDOW: usize = 1 << 12;
/// Codes whose lengths are added up at a time.
const STRIDE: usize = 8;

/// Results by index.
#[derive(Clone, Debug)]
pub struct WldTable {
    file: Cow<'static, [u8]>,
    dictionaries: Arc<[Dictionary]>,
    firsts: Range<usize>,
    blocks: Range<usize>,
    /// The block of the first index of each window. Windows after the last begin in the last block.
    windows: Arc<[u32]>,
}

impl WldTable {
    /// Decodes the results of a file with that title.
    ///
    /// # Errors
    ///
    /// If the file is damaged or has another title.
    pub fn read(title: &str, file: impl Into<Cow<'static, [u8]>>) -> Result<Self, Invalid> {
        let file = file.into();
        let content = decode_container(title, &file)?;
        let [dictionaries, blocks] = [0, 1].map(|at| word(content, at).unwrap_or_default());
        let sizes = [
            (2, size_of::<u32>()),
            (dictionaries, DICTIONARY_BYTES),
            (blocks, size_of::<u32>()),
            (blocks, BLOCK),
        ];
        let expected: u64 = sizes.iter().map(|&(count, size)| count as u64 * size as u64).sum();
        if blocks == 0 || content.len() as u64 != expected {
            let got = format!("{} bytes", content.len());
            return Err(Invalid::new("content", format!("{expected} bytes"), got));
        }
        let mut end = title.len() + 1;
        let [_, dictionaries, firsts, blocks] = sizes.map(|(count, size)| {
            end += count * size;
            end - count * size..end
        });
        let dictionaries: Arc<[_]> =
            file[dictionaries].as_chunks().0.iter().map(Dictionary::from_bytes).collect();
        let mut named = blocks_of(&file[blocks.clone()]).iter().map(|block| usize::from(block[0]));
        if let Some(unknown) = named.find(|&nth| nth >= dictionaries.len()) {
            let wanted = format!("one of {} dictionaries", dictionaries.len());
            return Err(Invalid::new("content", wanted, format!("number {unknown}")));
        }
        let words = words(&file[firsts.clone()]);
        if !words.is_sorted_by_key(index) {
            let wanted = "blocks in the order of their first indices";
            return Err(Invalid::new("content", wanted, "another order"));
        }
        let windows = windows(words);
        Ok(Self { file, dictionaries, firsts, blocks, windows })
    }

    /// The result of the position with that index, in which the side to move can't capture.
    ///
    /// # Panics
    ///
    /// If no block has that index.
    #[must_use]
    pub fn result(&self, number: usize) -> TablebaseResult {
        let firsts = words(&self.file[self.firsts.clone()]);
        let block_of = |window: usize| self.windows.get(window).map(|&nth| nth as usize);
        let nth = block_of(number / WINDOW).unwrap_or(firsts.len() - 1);
        let end = block_of(number / WINDOW + 1).map_or(firsts.len(), |nth| nth + 1);
        let nth = nth + firsts[nth..end].partition_point(|first| index(first) <= number) - 1;
        let [dictionary, codes @ ..] = &blocks_of(&self.file[self.blocks.clone()])[nth];
        match result_in(&self.dictionaries[usize::from(*dictionary)], codes, number - index(&firsts[nth])) {
            DRAW => TablebaseResult::Draw,
            LOST => TablebaseResult::Loss { plies: None },
            _ => TablebaseResult::Win { plies: None },
        }
    }
}

fn blocks_of(bytes: &[u8]) -> &[[u8; BLOCK]] {
    bytes.as_chunks().0
}

fn index(first: &[u8; 4]) -> usize {
    u32::from_le_bytes(*first) as usize
}

/// The block of the first index of each window, given the first index of each block.
fn windows(firsts: &[[u8; 4]]) -> Arc<[u32]> {
    let mut windows = Vec::new();
    for (before, first) in firsts.iter().skip(1).enumerate() {
        windows.resize(index(first).div_ceil(WINDOW), before as u32);
    }
    windows.into()
}

/// The result of a position by its place in a block.
fn result_in(dictionary: &Dictionary, codes: &[u8], mut place: usize) -> u8 {
    for codes in codes.chunks(STRIDE) {
        let length: usize = codes.iter().map(|&code| dictionary.length(code)).sum();
        if place >= length {
            place -= length;
            continue;
        }
        for &code in codes {
            let length = dictionary.length(code);
            if place < length {
                return dictionary.result(code, place);
            }
            place -= length;
        }
    }
    unreachable!("blocks stand for all numbers")
}

/// The codes of a slice.
#[derive(Clone, Debug)]
pub struct EncodedSlice {
    /// The index of the first position.
    pub(super) first: usize,
    pub(super) dictionary: Dictionary,
    pub(super) codes: Vec<u8>,
}

/// Encodes a file from the codes of all slices, in order.
///
/// # Panics
///
/// If they have more than 256 dictionaries.
#[must_use]
pub fn encode_file(title: &str, slices: &[EncodedSlice]) -> Vec<u8> {
    let (mut dictionaries, mut firsts, mut blocks) = (Vec::new(), Vec::new(), Vec::new());
    for EncodedSlice { first, dictionary, codes } in slices {
        let known = dictionaries.iter().position(|known| known == &dictionary);
        let nth = known.unwrap_or_else(|| {
            dictionaries.push(dictionary);
            dictionaries.len() - 1
        });
        let nth = u8::try_from(nth).expect("a byte numbers the dictionaries");
        let mut first = *first;
        for codes in codes.chunks(CODES) {
            firsts.push(first as u32);
            blocks.push(nth);
            blocks.extend(codes);
            blocks.resize(firsts.len() * BLOCK, 0);
            first += codes.iter().map(|&code| dictionary.length(code)).sum::<usize>();
        }
    }
    let counts = [dictionaries.len(), firsts.len()].map(|count| (count as u32).to_le_bytes());
    let dictionaries: Vec<u8> = dictionaries.into_iter().flat_map(Dictionary::to_bytes).collect();
    let firsts: Vec<u8> = firsts.into_iter().flat_map(u32::to_le_bytes).collect();
    encode_container(title, &[counts.concat(), dictionaries, firsts, blocks].concat())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]
mod tests {
    use super::super::super::value::WON;
    use super::super::dictionary::ResultString;
    use super::*;

    #[test]
    fn windows_know_the_block_of_their_first_index() {
        let firsts = [0, 1, WINDOW - 1, WINDOW, WINDOW + 1, 5 * WINDOW, 5 * WINDOW + 7, 9 * WINDOW + 1];
        let words = firsts.map(|first| (first as u32).to_le_bytes());
        let block = |index: usize| firsts.iter().rposition(|&first| first <= index).unwrap() as u32;
        let expected: Vec<u32> = (0..10).map(|window| block(window * WINDOW)).collect();
        assert_eq!(*windows(&words), expected[..]);
    }

    /// Lost and won positions in turns of two windows, in two blocks.
    fn turns(first: usize) -> EncodedSlice {
        let run = |result| ResultString::run(result, 2 * WINDOW as u16);
        let codes = (0..=CODES).map(|nth| (nth % 2) as u8).collect();
        EncodedSlice { first, dictionary: Dictionary::new(&[run(LOST), run(WON)]), codes }
    }

    #[test]
    fn blocks_are_longer_than_windows_where_runs_are_long() {
        let table = WldTable::read("turns", encode_file("turns", &[turns(0)])).unwrap();
        let turn = 2 * WINDOW;
        let ends = (0..=CODES).flat_map(|nth| [nth * turn, nth * turn + WINDOW, (nth + 1) * turn - 1]);
        for number in ends {
            let expected = [TablebaseResult::Loss { plies: None }, TablebaseResult::Win { plies: None }];
            assert_eq!(table.result(number), expected[number / turn % 2], "{number}");
        }
    }

    #[test]
    fn equal_dictionaries_are_stored_once() {
        let other = EncodedSlice { dictionary: Dictionary::standard(), ..turns(8 * WINDOW * CODES) };
        let (one, two) = (turns(0), turns(4 * WINDOW * CODES));
        let size = |slices: &[EncodedSlice]| encode_file("sizes", slices).len();
        let block = BLOCK + size_of::<u32>();
        let once = size(std::slice::from_ref(&one));
        assert_eq!(size(&[one.clone(), two.clone()]), once + 2 * block);
        assert_eq!(size(&[one, two, other]), once + 4 * block + DICTIONARY_BYTES);
    }

    #[test]
    fn broken_contents_are_refused() {
        let intact = encode_file("broken", &[turns(0)]);
        let content = decode_container("broken", &intact).unwrap().to_vec();
        let first = 2 * size_of::<u32>() + DICTIONARY_BYTES;
        let block = first + 2 * size_of::<u32>();
        let cases = [
            (0, 2, "bytes"),
            (4, 0, "bytes"),
            (first + 3, 1, "order of their first indices"),
            (block, 1, "one of 1 dictionaries"),
        ];
        for (at, byte, expected) in cases {
            let mut content = content.clone();
            content[at] = byte;
            let error = WldTable::read("broken", encode_container("broken", &content)).unwrap_err();
            assert!(error.to_string().contains(expected), "{error}");
        }
    }
}
