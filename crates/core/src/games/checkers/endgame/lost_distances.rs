//! Distances of lost positions, from which those of all positions follow: to the end of the game
//! (DTW) or to the next irreversible move (DTZ).
//!
//! A file has the code of a position if the side to move is lost, can't capture, and its pieces
//! stand on rows whose numbers add up to an even number. Every quiet move of the loser changes that
//! parity, and the winner's moves don't: two plies after a lost position of odd parity come
//! positions in the file, or captures that lead to fewer pieces. So half of the losses and no win
//! need be stored.
//!
//! All other numbers repeat the code before them, which compresses to almost nothing.

use super::super::Board;
use super::super::square::Squares;
use super::dtw_file::{CompressedTable, Compression};
use crate::game::Invalid;
use quick_cache::sync::Cache;
use std::borrow::Cow;
use std::sync::Arc;

/// Decompressed blocks in the cache, 64 KiB each.
const BLOCKS: usize = 128;

/// Codes of lost positions by number.
#[derive(Debug)]
pub struct LostDistances {
    table: CompressedTable,
    blocks: Cache<usize, Arc<[u8]>>,
}

/// Whether the file has the code of a position without captures, if it is lost.
#[must_use]
pub fn is_stored(board: &Board) -> bool {
    const ODD_ROWS: Squares = Squares::rows(&[1, 3, 5, 7]);
    (board.seen_by_mover().own() & ODD_ROWS).len().is_multiple_of(2)
}

impl LostDistances {
    /// Decodes `len` codes.
    ///
    /// # Errors
    ///
    /// If the file is damaged or has another title.
    pub fn read(title: &str, file: impl Into<Cow<'static, [u8]>>, len: usize) -> Result<Self, Invalid> {
        let table = CompressedTable::read(title, Compression::Brotli, file, len)?;
        Ok(Self { table, blocks: Cache::new(BLOCKS) })
    }

    /// The code of a lost position that is [stored](is_stored).
    pub(super) fn code(&self, number: usize) -> u8 {
        let (nth, place) = (number / self.table.block_len(), number % self.table.block_len());
        if let Some(block) = self.blocks.get(&nth) {
            return block[place];
        }
        let block: Arc<[u8]> = self.table.block(nth).into();
        let code = block[place];
        self.blocks.insert(nth, block);
        code
    }
}
