//! Retrograde analysis, slice by slice.
//!
//! The positions of a slice and of its flipped one alternate, so both are solved at once. A
//! [`Builder`] keeps all slices with a number of pieces in memory, a [`SlicePair`] only two.

mod block;
mod kings;
mod schedule;
mod slice_pair;

pub use slice_pair::SlicePair;

use super::super::Board;
use super::index::number;
use super::slice::{MAX_LAYER_PIECES, Slice, numbers};
use super::value::{LOST, result};
use crate::game::Side;
use schedule::{Codes, store};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU8, Ordering};

/// Pieces up to which distances are stored; with more, only results.
pub const MAX_DTW_PIECES: usize = 5;

/// What the distances of codes measure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Metric {
    /// Plies to the end of the game.
    #[default]
    Dtw,
    /// Plies to the next capture or move of a man, with the winner hurrying it and the loser
    /// delaying it. A loser's own counts as two.
    Dtz,
}

/// Codes by number of pieces.
#[derive(Debug, Default)]
pub struct Builder {
    metric: Metric,
    layers: [Vec<AtomicU8>; MAX_LAYER_PIECES + 1],
}

impl Builder {
    /// An empty builder.
    #[must_use]
    pub fn new(metric: Metric) -> Self {
        Self { metric, ..Self::default() }
    }

    /// Changes the metric. Slices solved before keep their results, whatever their distances
    /// measured.
    pub const fn set_metric(&mut self, metric: Metric) {
        self.metric = metric;
    }

    /// Allocates the positions with that number of pieces.
    pub fn add_layer(&mut self, pieces: usize) {
        self.layers[pieces].resize_with(numbers(pieces), AtomicU8::default);
    }

    /// The codes of a slice in order.
    #[must_use]
    pub fn codes(&self, slice: Slice) -> Vec<u8> {
        self.stored(slice).iter().map(|code| code.load(Ordering::Relaxed)).collect()
    }

    /// Sets the codes of a slice.
    pub fn set_codes(&self, slice: Slice, codes: &[u8]) {
        store(self.stored(slice), codes.iter().copied());
    }

    /// Solves a slice and its flipped one; those before must be solved. Calls `solved` with each
    /// number of positions done.
    pub fn solve(&self, slice: Slice, threads: NonZeroUsize, solved: &(impl Fn(usize) + Sync)) {
        schedule::solve(self, slice, threads, solved);
    }
}

impl Codes for Builder {
    fn code(&self, board: &Board) -> u8 {
        let pieces = board.of(Side::First) | board.of(Side::Second);
        if board.own().is_empty() {
            return LOST;
        }
        let code = self.layers[pieces.len() as usize][number(board)].load(Ordering::Relaxed);
        if self.metric == Metric::Dtz { result(code) } else { code }
    }

    fn stored(&self, slice: Slice) -> &[AtomicU8] {
        &self.layers[slice.pieces()][slice.start()..][..slice.len()]
    }

    fn has_distances(&self, slice: Slice) -> bool {
        self.metric == Metric::Dtz || slice.pieces() <= MAX_DTW_PIECES
    }
}
