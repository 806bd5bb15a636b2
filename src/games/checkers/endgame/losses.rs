//! Distances of lost positions, from which those of all positions follow: to the end of the game (DTW) or to the next
//! progress (DTZ).
//!
//! The file has the code of a position if the side to move has lost, cannot capture, and its pieces stand on rows whose
//! numbers add up to an even number. Every move of the loser that captures nothing changes that parity, and the winner's
//! moves don't: two plies after a lost position of odd parity come positions that the file has, or captures that
//! lead to fewer pieces. So half of the losses and no win need be kept.
//!
//! All other numbers have the code before them, which compresses to next to nothing.

use super::super::square::Squares;
use super::super::{Board, movegen};
use super::code::{LOST, is_loss};
use super::number::boards;
use super::packed::{Compression, Packed, packed};
use super::slice::Slice;
use crate::game::Invalid;
use quick_cache::sync::Cache;
use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// Blocks that are kept after reading, 64 KiB each.
const BLOCKS: usize = 128;

/// Codes of lost positions by number.
#[derive(Debug)]
pub struct Losses {
    packed: Packed,
    blocks: Cache<usize, Arc<[u8]>>,
}

/// Whether the file has the code of a position in which nothing can be captured, if it is lost.
pub(super) fn has(board: &Board) -> bool {
    const ODD_ROWS: Squares = Squares::rows(&[1, 3, 5, 7]);
    (board.seen_by_mover().own() & ODD_ROWS).len().is_multiple_of(2)
}

/// The codes of a slice as the file has them.
#[must_use]
pub fn codes(slice: Slice, codes: &[u8]) -> Vec<u8> {
    let mut kept = Vec::with_capacity(codes.len());
    let mut before = LOST;
    boards(slice, |board| {
        let code = codes[kept.len()];
        if is_loss(code) && board.is_some_and(|board| has(&board) && movegen::jumpers(&board).is_empty()) {
            before = code;
        }
        kept.push(before);
    });
    kept
}

/// A file with these codes.
#[must_use]
pub fn file(title: &str, codes: &[u8], threads: NonZeroUsize) -> Vec<u8> {
    packed(title, Compression::Brotli, codes, threads)
}

impl Losses {
    /// The codes of so many positions from a file.
    ///
    /// # Errors
    ///
    /// If the file is not whole, or has another title.
    pub fn read(title: &str, file: impl Into<Cow<'static, [u8]>>, len: usize) -> Result<Self, Invalid> {
        let packed = Packed::read(title, Compression::Brotli, file, len)?;
        Ok(Self { packed, blocks: Cache::new(BLOCKS) })
    }

    /// The code of the position of that number, which is lost and one that the file [has](has).
    pub(super) fn code(&self, number: usize) -> u8 {
        let (nth, place) = (number / self.packed.block_len(), number % self.packed.block_len());
        if let Some(block) = self.blocks.get(&nth) {
            return block[place];
        }
        let block: Arc<[u8]> = self.packed.block(nth).into();
        let code = block[place];
        self.blocks.insert(nth, block);
        code
    }
}
