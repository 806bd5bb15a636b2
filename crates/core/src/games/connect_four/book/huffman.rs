//! Huffman-coded rows of small numbers with random access (David Huffman: A method for the
//! construction of minimum-redundancy codes, 1952).
//!
//! Codes are canonical: those of one length are consecutive, so the lengths alone define them. The
//! row is cut into blocks; reading a number decodes its block up to there.

use crate::types::short_sort_by_key;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Numbers are less than this.
pub(super) const NUMBERS: usize = 64;
/// Numbers in a block.
const BLOCK: usize = 64;
/// The longest code; longer ones would need more numbers than there are boards.
const MAX_LENGTH: usize = 40;

/// Numbers as [`pack`] wrote them.
#[derive(Clone, Debug)]
pub(super) struct HuffmanCoded<'a> {
    code: Code,
    blocks: &'a [u8],
    /// The byte at which each block starts.
    starts: Vec<u32>,
}

impl<'a> HuffmanCoded<'a> {
    /// Reads `len` numbers from the start of `file`. Returns them and the rest of the file; `None`
    /// if it is too short.
    pub(super) fn read(len: usize, file: &'a [u8]) -> Option<(Self, &'a [u8])> {
        let (lengths, file) = file.split_first_chunk::<NUMBERS>()?;
        let (sizes, file) = file.split_at_checked(len.div_ceil(BLOCK))?;
        let mut end = 0;
        let start = |&size: &u8| {
            end += u32::from(size);
            end - u32::from(size)
        };
        let starts = sizes.iter().map(start).collect();
        let (blocks, rest) = file.split_at_checked(end as usize)?;
        Some((Self { code: Code::new(lengths)?, blocks, starts }, rest))
    }

    /// The number at a place in the row.
    ///
    /// # Panics
    ///
    /// If the row ends before.
    pub(super) fn get(&self, place: usize) -> u8 {
        let mut bits = Bits { bytes: &self.blocks[self.starts[place / BLOCK] as usize..], read: 0 };
        (0..place % BLOCK).for_each(|_| _ = self.code.read(&mut bits));
        self.code.read(&mut bits)
    }
}

/// Encodes numbers: the length of each number's code, the bytes of each block, and the blocks.
pub(super) fn pack(numbers: &[u8]) -> Vec<u8> {
    let mut counts = [0; NUMBERS];
    numbers.iter().for_each(|&number| counts[usize::from(number)] += 1);
    let lengths = lengths(&counts);
    assert!(lengths.iter().all(|&length| usize::from(length) <= MAX_LENGTH), "a code is too long");
    let codes = codes(&lengths);
    let mut file = lengths.to_vec();
    let mut blocks = Vec::new();
    for block in numbers.chunks(BLOCK) {
        let bits: Vec<bool> = block.iter().flat_map(|&number| codes[usize::from(number)].clone()).collect();
        let byte = |bits: &[bool]| (0..).zip(bits).fold(0, |byte, (at, &bit)| byte | u8::from(bit) << at);
        blocks.extend(bits.chunks(8).map(byte));
        file.push(u8::try_from(bits.len().div_ceil(8)).expect("codes are a few bits long on average"));
    }
    file.append(&mut blocks);
    file
}

/// The length of each number's code by frequency; 0 if it does not occur.
fn lengths(counts: &[u64; NUMBERS]) -> [u8; NUMBERS] {
    let mut lengths = [0; NUMBERS];
    let occurring = counts.iter().enumerate().filter(|(_, count)| **count > 0);
    let mut trees: BinaryHeap<_> = occurring.map(|(number, &count)| Reverse((count, vec![number]))).collect();
    if let [Reverse((_, only))] = trees.as_slice() {
        lengths[only[0]] = 1;
    }
    while let (Some(Reverse(rare)), Some(Reverse(other))) = (trees.pop(), trees.pop()) {
        let numbers = [rare.1, other.1].concat();
        numbers.iter().for_each(|&number| lengths[number] += 1);
        trees.push(Reverse((rare.0 + other.0, numbers)));
    }
    lengths
}

/// The code of each number, bits in reading order.
fn codes(lengths: &[u8; NUMBERS]) -> Vec<Vec<bool>> {
    let mut codes = vec![Vec::new(); NUMBERS];
    let mut next = 0_u64;
    for length in 1..=MAX_LENGTH {
        next <<= 1;
        for (number, _) in lengths.iter().enumerate().filter(|(_, own)| usize::from(**own) == length) {
            codes[number] = (0..length).rev().map(|bit| next >> bit & 1 == 1).collect();
            next += 1;
        }
    }
    codes
}

/// A decoder.
#[derive(Clone, Debug)]
struct Code {
    /// The number of codes of each length.
    counts: [u64; MAX_LENGTH + 1],
    /// The numbers, those with short codes first.
    numbers: Vec<u8>,
}

impl Code {
    fn new(lengths: &[u8; NUMBERS]) -> Option<Self> {
        let mut counts = [0; MAX_LENGTH + 1];
        let mut numbers: Vec<u8> = (0..NUMBERS as u8).filter(|&at| lengths[usize::from(at)] > 0).collect();
        for &number in &numbers {
            *counts.get_mut(usize::from(lengths[usize::from(number)]))? += 1;
        }
        short_sort_by_key(&mut numbers, |&number| lengths[usize::from(number)]);
        (!numbers.is_empty()).then_some(Self { counts, numbers })
    }

    /// Decodes the next number.
    fn read(&self, bits: &mut Bits<'_>) -> u8 {
        // The code so far, the first code of its length, and the index of its number.
        let (mut code, mut first, mut place) = (0, 0, 0);
        for count in &self.counts[1..] {
            code = code << 1 | u64::from(bits.next());
            first <<= 1;
            if code < first + count {
                return self.numbers[(place + code - first) as usize];
            }
            first += count;
            place += count;
        }
        self.numbers[0]
    }
}

/// Bits of bytes, the lowest of each first.
struct Bits<'a> {
    bytes: &'a [u8],
    read: usize,
}

impl Bits<'_> {
    /// The next bit; zeros after the last one.
    fn next(&mut self) -> bool {
        let byte = self.bytes.get(self.read / 8).copied().unwrap_or_default();
        let bit = byte >> (self.read % 8) & 1 == 1;
        self.read += 1;
        bit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_round_trip(numbers: &[u8]) {
        let mut file = pack(numbers);
        file.extend(b"rest");
        let (packed, rest) = HuffmanCoded::read(numbers.len(), &file).expect("a complete file");
        assert_eq!(rest, b"rest");
        let read: Vec<u8> = (0..numbers.len()).map(|at| packed.get(at)).collect();
        assert_eq!(read, numbers);
    }

    #[test]
    fn numbers_survive_encoding() {
        assert_round_trip(&[5]);
        assert_round_trip(&[0; 200]);
        assert_round_trip(&(0..NUMBERS as u8).collect::<Vec<_>>());
        assert_round_trip(&(0..1_000_u32).map(|at| (at * at % 97 % 61) as u8).collect::<Vec<_>>());
        // Fibonacci frequencies give the longest codes.
        let mut frequencies = [1, 1];
        let fibonacci = (0..20).flat_map(|number| {
            frequencies = [frequencies[1], frequencies[0] + frequencies[1]];
            std::iter::repeat_n(number, frequencies[0])
        });
        assert_round_trip(&fibonacci.collect::<Vec<_>>());
    }

    #[test]
    fn code_lengths_are_those_of_the_published_example() {
        // Table I of Huffman's paper: thirteen messages, 3.42 digits on average.
        let percent = [20, 18, 10, 10, 10, 6, 6, 4, 4, 4, 4, 3, 1];
        let mut counts = [0; NUMBERS];
        counts[..13].copy_from_slice(&percent);
        let digits: u64 =
            counts.iter().zip(lengths(&counts)).map(|(count, own)| count * u64::from(own)).sum();
        assert_eq!(digits, 342);
    }
}
