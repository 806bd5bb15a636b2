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
use crate::game::container::decode_container;
use crate::game::{Invalid, TablebaseResult};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// Bytes in a block.
const BLOCK: usize = 256;
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]
mod tests {
    use super::*;

    #[test]
    fn windows_know_the_block_of_their_first_index() {
        let firsts = [0, 1, WINDOW - 1, WINDOW, WINDOW + 1, 5 * WINDOW, 5 * WINDOW + 7, 9 * WINDOW + 1];
        let words = firsts.map(|first| (first as u32).to_le_bytes());
        let block = |index: usize| firsts.iter().rposition(|&first| first <= index).unwrap() as u32;
        let expected: Vec<u32> = (0..10).map(|window| block(window * WINDOW)).collect();
        assert_eq!(*windows(&words), expected[..]);
    }
}
