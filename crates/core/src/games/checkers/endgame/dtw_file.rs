//! Files of DTW codes in blocks, each compressed by itself, so that one code can be read without
//! the others.
//!
//! Format: the end of each block relative to the first, as little-endian words of four bytes; then
//! the blocks.

use super::le_u32::word;
use crate::game::Invalid;
use crate::game::container::decode_container;
use brotli_decompressor::BrotliDecompress;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use std::borrow::Cow;
use std::ops::Range;

/// The compression of blocks.
#[derive(Clone, Copy, Debug)]
pub enum Compression {
    /// Blocks of 16,384 codes, read in some ten microseconds.
    Deflate,
    /// Blocks of 65,536 codes, a quarter smaller and read in some seventy microseconds.
    Brotli,
}

impl Compression {
    /// Codes in each block but the last.
    #[must_use]
    pub const fn block_len(self) -> usize {
        match self {
            Self::Deflate => 1 << 14,
            Self::Brotli => 1 << 16,
        }
    }

    fn decompress(self, mut block: &[u8]) -> Vec<u8> {
        match self {
            Self::Deflate => decompress_to_vec_with_limit(block, self.block_len())
                .expect("what has the right checksum is whole"),
            Self::Brotli => {
                let mut codes = Vec::with_capacity(self.block_len());
                BrotliDecompress(&mut block, &mut codes).expect("what has the right checksum is whole");
                codes
            }
        }
    }
}

/// Codes by index.
#[derive(Clone, Debug)]
pub struct CompressedTable {
    compression: Compression,
    file: Cow<'static, [u8]>,
    /// The words with the ends, and the blocks.
    ends: Range<usize>,
    blocks: Range<usize>,
    len: usize,
}

impl CompressedTable {
    /// Decodes `len` codes.
    ///
    /// # Errors
    ///
    /// If the file is damaged or has another title.
    pub fn read(
        title: &str,
        compression: Compression,
        file: impl Into<Cow<'static, [u8]>>,
        len: usize,
    ) -> Result<Self, Invalid> {
        let file = file.into();
        let content = decode_container(title, &file)?;
        let words = 4 * len.div_ceil(compression.block_len());
        let last = content.get(..words).and_then(|ends| word(ends, (words / 4).checked_sub(1)?));
        let expected = words + last.unwrap_or_default();
        if content.len() != expected {
            let got = format!("{} bytes", content.len());
            return Err(Invalid::new("content", format!("{expected} bytes"), got));
        }
        let start = title.len() + 1;
        let (ends, blocks) = (start..start + words, start + words..start + expected);
        Ok(Self { compression, file, ends, blocks, len })
    }

    /// The code of an index.
    ///
    /// # Panics
    ///
    /// If there is no such index.
    #[must_use]
    pub fn code(&self, number: usize) -> u8 {
        let len = self.block_len();
        self.block(number / len)[number % len]
    }

    /// All codes in order.
    #[must_use]
    pub fn codes(&self) -> Vec<u8> {
        (0..self.len.div_ceil(self.block_len())).flat_map(|nth| self.block(nth)).collect()
    }

    /// Codes in each block but the last.
    pub(super) const fn block_len(&self) -> usize {
        self.compression.block_len()
    }

    /// The codes of a block.
    pub(super) fn block(&self, nth: usize) -> Vec<u8> {
        let end = |nth| word(&self.file[self.ends.clone()], nth).unwrap_or_default();
        let start = nth.checked_sub(1).map_or(0, end);
        let compressed = &self.file[self.blocks.clone()][start..end(nth)];
        self.compression.decompress(compressed)
    }
}
