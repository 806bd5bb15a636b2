//! Codes of many positions in little room: blocks, each compressed by itself (DEFLATE), so that one
//! code is read without the others.
//!
//! A file's content is where each block ends, counted from the first one, as words of four bytes;
//! then the blocks.

use super::words::word;
use crate::game::Invalid;
use crate::game::file::{opened, sealed};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::thread;

/// Codes in a block.
const BLOCK: usize = 1 << 14;
/// Of 10. Higher ones take several times as long for one part in a hundred.
const EFFORT: u8 = 6;

/// Codes by number.
#[derive(Clone, Debug)]
pub struct Packed {
    file: Cow<'static, [u8]>,
    /// The words that tell the ends, and the blocks.
    ends: Range<usize>,
    blocks: Range<usize>,
    len: usize,
}

/// A file with these codes.
#[must_use]
pub fn packed(title: &str, codes: &[u8], threads: NonZeroUsize) -> Vec<u8> {
    let share = codes.len().div_ceil(BLOCK).div_ceil(threads.get()).max(1) * BLOCK;
    let compressed =
        |codes: &[u8]| codes.chunks(BLOCK).map(|block| compress_to_vec(block, EFFORT)).collect::<Vec<_>>();
    let blocks: Vec<Vec<u8>> = thread::scope(|scope| {
        let workers: Vec<_> =
            codes.chunks(share).map(|share| scope.spawn(move || compressed(share))).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("compression does not fail")).collect()
    });
    let ends = blocks.iter().scan(0, |end, block| {
        *end += block.len() as u32;
        Some(end.to_le_bytes())
    });
    let mut content = ends.collect::<Vec<_>>().concat();
    content.extend(blocks.concat());
    sealed(title, &content)
}

impl Packed {
    /// So many codes from a file.
    ///
    /// # Errors
    ///
    /// If the file is not whole, or has another title.
    pub fn read(title: &str, file: impl Into<Cow<'static, [u8]>>, len: usize) -> Result<Self, Invalid> {
        let file = file.into();
        let content = opened(title, &file)?;
        let words = 4 * len.div_ceil(BLOCK);
        let last = content.get(..words).and_then(|ends| word(ends, (words / 4).checked_sub(1)?));
        let expected = words + last.unwrap_or_default();
        if content.len() != expected {
            let got = format!("{} bytes", content.len());
            return Err(Invalid::new("content", format!("{expected} bytes"), got));
        }
        let start = title.len() + 1;
        let (ends, blocks) = (start..start + words, start + words..start + expected);
        Ok(Self { file, ends, blocks, len })
    }

    /// The code of that number.
    ///
    /// # Panics
    ///
    /// If there is none.
    #[must_use]
    pub fn code(&self, number: usize) -> u8 {
        self.block(number / BLOCK)[number % BLOCK]
    }

    /// All codes, in the order of numbers.
    #[must_use]
    pub fn codes(&self) -> Vec<u8> {
        (0..self.len.div_ceil(BLOCK)).flat_map(|nth| self.block(nth)).collect()
    }

    fn block(&self, nth: usize) -> Vec<u8> {
        let end = |nth| word(&self.file[self.ends.clone()], nth).unwrap_or_default();
        let start = nth.checked_sub(1).map_or(0, end);
        let compressed = &self.file[self.blocks.clone()][start..end(nth)];
        decompress_to_vec_with_limit(compressed, BLOCK).expect("what has the right checksum is whole")
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_as_packed() {
        for len in [0, 1, BLOCK, 3 * BLOCK + 7] {
            let codes: Vec<u8> = (0..len).map(|nth| (nth * nth / 1000) as u8).collect();
            for threads in [1, 3] {
                let file = packed("codes", &codes, NonZeroUsize::new(threads).unwrap());
                let packed = Packed::read("codes", file.clone(), len).unwrap();
                assert_eq!(packed.codes(), codes);
                assert!((0..len).step_by(1_001).all(|nth| packed.code(nth) == codes[nth]));
                assert!(Packed::read("codes", file, len + 3 * BLOCK).is_err());
            }
        }
    }
}
