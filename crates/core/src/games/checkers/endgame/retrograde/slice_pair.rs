//! A slice and its flipped one, solved by themselves: the tables have the results of all positions
//! that captures and crownings lead to. So the memory is that of the two slices, and not of all
//! slices with as many pieces.

use super::super::super::Board;
use super::super::Tables;
use super::super::index::{material, number};
use super::super::slice::Slice;
use super::schedule::{self, Codes};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU8, Ordering};

/// The results of a slice and of its flipped one.
#[derive(Debug)]
pub struct SlicePair<'a> {
    slice: Slice,
    /// The codes of the slice, then of the flipped one unless it is the same.
    codes: [Vec<AtomicU8>; 2],
    tables: &'a Tables,
}

impl<'a> SlicePair<'a> {
    /// Allocates the codes.
    #[must_use]
    pub fn new(slice: Slice, tables: &'a Tables) -> Self {
        let mut codes = [const { Vec::new() }; 2];
        codes[0].resize_with(slice.len(), AtomicU8::default);
        if slice != slice.flipped() {
            codes[1].resize_with(slice.len(), AtomicU8::default);
        }
        Self { slice, codes, tables }
    }

    /// Solves all positions. The tables must have the results of fewer pieces, and of the slices that
    /// a crowning leads to, either side to move. Calls `solved` with the number of positions just
    /// solved.
    pub fn solve(&self, threads: NonZeroUsize, solved: &(impl Fn(usize) + Sync)) {
        schedule::solve(self, self.slice, threads, solved);
    }

    /// The slices with their codes, one after the other.
    pub fn into_codes(self) -> impl Iterator<Item = (Slice, Vec<u8>)> {
        let [codes, flipped] = self.codes;
        let both = [(self.slice, codes), (self.slice.flipped(), flipped)];
        let unwrapped = |(slice, codes): (_, Vec<AtomicU8>)| {
            (slice, codes.into_iter().map(AtomicU8::into_inner).collect())
        };
        both.into_iter().filter(|(_, codes)| !codes.is_empty()).map(unwrapped)
    }
}

impl Codes for SlicePair<'_> {
    fn code(&self, board: &Board) -> u8 {
        let material = material(board);
        if material == self.slice || material == self.slice.flipped() {
            return self.stored(material)[number(board) - material.start()].load(Ordering::Relaxed);
        }
        self.tables.result_code(board)
    }

    fn stored(&self, slice: Slice) -> &[AtomicU8] {
        &self.codes[usize::from(slice != self.slice)]
    }

    fn has_distances(&self, _: Slice) -> bool {
        false
    }
}
