//! Files of results (WLD), run-length encoded as in Cake's tables: small, and fast to probe.
//!
//! A byte stands for a run of equal results, or for four of any kind. Bytes come in blocks that
//! know the index of their first position: a probe finds the block by bisection among those of its
//! window of indices, then counts through it. Where the side to move can capture, the result is
//! whatever makes runs longer: callers resolve captures before probing.
//!
//! Format: the number of blocks and the first index of each, as little-endian words of four bytes;
//! then the blocks, the last one of each slice padded.

use super::super::movegen;
use super::index::boards;
use super::le_u32::{word, words};
use super::slice::Slice;
use super::value::{DRAW, LOST, result};
use crate::game::container::{decode_container, encode_container};
use crate::game::{Invalid, TablebaseResult};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// Bytes in a block.
const BLOCK: usize = 256;
/// Indices in a window.
const WINDOW: usize = 1 << 12;
/// Bytes whose spans are added up at a time.
const STRIDE: usize = 8;
/// Results in a literal.
const LITERAL: usize = 4;
/// Bytes that are literals.
const LITERALS: usize = 3usize.pow(LITERAL as u32);
/// Bytes that are runs of one result.
const LENGTHS: usize = (256 - LITERALS) / 3;
/// In place of a result that does not matter.
const ANY: u8 = 3;

/// The lengths of runs: each some 18 percent longer than the one before, at least by one.
const RUNS: [u16; LENGTHS] = {
    let mut runs = [LITERAL as u16 + 1; LENGTHS];
    let mut nth = 1;
    while nth < LENGTHS {
        let before = runs[nth - 1];
        let more = before as u32 * 18 / 100;
        runs[nth] = before + if more == 0 { 1 } else { more as u16 };
        nth += 1;
    }
    runs
};

/// The positions that each byte stands for.
static SPANS: [u16; 256] = {
    let mut spans = [LITERAL as u16; 256];
    let mut byte = LITERALS;
    while byte < LITERALS + 3 * LENGTHS {
        spans[byte] = RUNS[(byte - LITERALS) % LENGTHS];
        byte += 1;
    }
    spans
};

/// Results by index.
#[derive(Clone, Debug)]
pub struct WldTable {
    file: Cow<'static, [u8]>,
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
        let count = word(content, 0).unwrap_or_default();
        let expected = 4 + count * (4 + BLOCK);
        if count == 0 || content.len() != expected {
            let got = format!("{} bytes", content.len());
            return Err(Invalid::new("content", format!("{expected} bytes"), got));
        }
        let start = title.len() + 1 + 4;
        let (firsts, blocks) = (start..start + 4 * count, start + 4 * count..start + count * (4 + BLOCK));
        let words = words(&file[firsts.clone()]);
        if !words.is_sorted_by_key(index) {
            let wanted = "blocks in the order of their first indices";
            return Err(Invalid::new("content", wanted, "another order"));
        }
        let windows = windows(words);
        Ok(Self { file, firsts, blocks, windows })
    }

    /// The result of the position with that index, in which the side to move can't capture.
    #[must_use]
    pub fn result(&self, number: usize) -> TablebaseResult {
        let firsts = words(&self.file[self.firsts.clone()]);
        let block_of = |window: usize| self.windows.get(window).map(|&nth| nth as usize);
        let nth = block_of(number / WINDOW).unwrap_or(firsts.len() - 1);
        let end = block_of(number / WINDOW + 1).map_or(firsts.len(), |nth| nth + 1);
        let nth = nth + firsts[nth..end].partition_point(|first| index(first) <= number) - 1;
        let block = &self.file[self.blocks.clone()][nth * BLOCK..][..BLOCK];
        result_in(block, number - index(&firsts[nth]))
    }
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
fn result_in(block: &[u8], mut place: usize) -> TablebaseResult {
    let span = |byte: &u8| usize::from(SPANS[usize::from(*byte)]);
    for bytes in block.chunks(STRIDE) {
        let spans: usize = bytes.iter().map(span).sum();
        if place >= spans {
            place -= spans;
            continue;
        }
        for byte in bytes {
            if place < span(byte) {
                return spelled(*byte, place);
            }
            place -= span(byte);
        }
    }
    unreachable!("blocks stand for all numbers")
}

/// The result at an offset within what a byte stands for.
fn spelled(byte: u8, place: usize) -> TablebaseResult {
    let byte = usize::from(byte);
    let verdict =
        if byte < LITERALS { byte / 3usize.pow(place as u32) % 3 } else { (byte - LITERALS) / LENGTHS };
    match verdict as u8 {
        DRAW => TablebaseResult::Draw,
        LOST => TablebaseResult::Loss { plies: None },
        _ => TablebaseResult::Win { plies: None },
    }
}

/// Blocks, each with its first index.
pub type Blocks = Vec<(u32, Vec<u8>)>;

/// Encodes a slice with these codes, in the memory of the codes.
#[must_use]
pub fn blocks(slice: Slice, codes: Vec<u8>) -> Blocks {
    let (mut verdicts, mut nth) = (codes, 0);
    boards(slice, |board| {
        let matters = board.is_some_and(|board| movegen::jumpers(&board).is_empty());
        verdicts[nth] = if matters { result(verdicts[nth]) } else { ANY };
        nth += 1;
    });
    let mut blocks = Blocks::new();
    let mut at = 0;
    while at < verdicts.len() {
        if blocks.last().is_none_or(|(_, block)| block.len() == BLOCK) {
            blocks.push(((slice.start() + at) as u32, Vec::with_capacity(BLOCK)));
        }
        let byte = next_byte(&verdicts[at..]);
        at += usize::from(SPANS[usize::from(byte)]);
        if let Some((_, block)) = blocks.last_mut() {
            block.push(byte);
        }
    }
    blocks
}

/// The longest run at the start of the results, or else a literal.
fn next_byte(verdicts: &[u8]) -> u8 {
    let longest = usize::from(RUNS[LENGTHS - 1]);
    let verdict = verdicts.iter().take(longest).find(|&&verdict| verdict != ANY).copied().unwrap_or_default();
    let is_same = |&&other: &&u8| other == verdict || other == ANY;
    let run = verdicts.iter().take(longest).take_while(is_same).count();
    // The last run may extend beyond the slice.
    let run = if run == verdicts.len() { run.max(usize::from(RUNS[0])) } else { run };
    match RUNS.partition_point(|&length| usize::from(length) <= run) {
        0 => {
            let digit =
                |place: usize| verdicts.get(place).filter(|&&other| other != ANY).copied().unwrap_or(verdict);
            (0..LITERAL).rev().fold(0, |byte, place| 3 * byte + digit(place))
        }
        runs => (LITERALS + usize::from(verdict) * LENGTHS + runs - 1) as u8,
    }
}

/// Encodes the blocks of all slices, in order.
#[must_use]
pub fn file(title: &str, blocks: &Blocks) -> Vec<u8> {
    let mut content = (blocks.len() as u32).to_le_bytes().to_vec();
    content.extend(blocks.iter().flat_map(|(first, _)| first.to_le_bytes()));
    for (_, block) in blocks {
        content.extend_from_slice(block);
        content.resize(content.len() + BLOCK - block.len(), 0);
    }
    encode_container(title, &content)
}

/// The blocks of a slice in which all positions have that code.
#[cfg(test)]
pub(crate) fn uniform_blocks(slice: Slice, code: u8) -> Blocks {
    let byte = LITERALS + usize::from(code) * LENGTHS + LENGTHS - 1;
    let firsts = (slice.start()..slice.start() + slice.len()).step_by(BLOCK * usize::from(SPANS[byte]));
    firsts.map(|first| (first as u32, vec![byte as u8; BLOCK])).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]
mod tests {
    use super::super::index::number;
    use super::super::value::WON;
    use super::*;

    #[test]
    fn windows_know_the_block_of_their_first_index() {
        let firsts = [0, 1, WINDOW - 1, WINDOW, WINDOW + 1, 5 * WINDOW, 5 * WINDOW + 7, 9 * WINDOW + 1];
        let words = firsts.map(|first| (first as u32).to_le_bytes());
        let block = |index: usize| firsts.iter().rposition(|&first| first <= index).unwrap() as u32;
        let expected: Vec<u32> = (0..10).map(|window| block(window * WINDOW)).collect();
        assert_eq!(*windows(&words), expected[..]);
    }

    #[test]
    fn blocks_are_longer_than_windows_where_runs_are_long() {
        let slice = Slice::all(4).next().unwrap();
        assert_eq!(slice.start(), 0);
        let table = WldTable::read("won", file("won", &uniform_blocks(slice, WON))).unwrap();
        let spans = BLOCK * usize::from(RUNS[LENGTHS - 1]);
        assert!(spans > 2 * WINDOW);
        let ends = (0..slice.len()).step_by(spans).flat_map(|first| [first, first + spans - 1]);
        for number in ends.chain((0..slice.len()).step_by(WINDOW)).filter(|&number| number < slice.len()) {
            assert_eq!(table.result(number), TablebaseResult::Win { plies: None }, "{number}");
        }
    }

    #[test]
    fn blocks_in_another_order_are_refused() {
        let blocks = vec![(0, vec![0; BLOCK]), (4, vec![0; BLOCK])];
        let swapped = blocks.iter().rev().cloned().collect();
        assert!(WldTable::read("order", file("order", &blocks)).is_ok());
        let error = WldTable::read("order", file("order", &swapped)).unwrap_err();
        assert!(error.to_string().contains("order of their first indices"), "{error}");
    }

    #[test]
    fn results_survive_encoding() {
        let slices: Vec<Slice> = Slice::all(3).collect();
        // Irregular codes alternate with runs of many lengths.
        let code = |nth: usize| if nth % 1_000 < 500 { nth * nth / 7 % 3 } else { nth.isqrt() % 3 };
        let codes = |slice: Slice| (0..slice.len()).map(move |nth| code(nth) as u8);
        let codes: Vec<Vec<u8>> = slices.iter().map(|&slice| codes(slice).collect()).collect();
        let all = slices
            .iter()
            .zip(&codes)
            .map(|(&slice, codes)| blocks(slice, codes.clone()))
            .collect::<Vec<_>>()
            .concat();
        assert!(all.len() > slices.len());
        let results = WldTable::read("verdicts", file("verdicts", &all)).unwrap();
        let mut quiet = 0;
        for (&slice, codes) in slices.iter().zip(&codes) {
            let mut codes = codes.iter();
            boards(slice, |board| {
                let code = codes.next().unwrap();
                if let Some(board) = board.filter(|board| movegen::jumpers(board).is_empty()) {
                    quiet += 1;
                    let result = [
                        TablebaseResult::Draw,
                        TablebaseResult::Loss { plies: None },
                        TablebaseResult::Win { plies: None },
                    ];
                    assert_eq!(results.result(number(&board)), result[usize::from(*code)], "{board:?}");
                }
            });
        }
        assert!(quiet > 100_000, "{quiet}");
    }
}
