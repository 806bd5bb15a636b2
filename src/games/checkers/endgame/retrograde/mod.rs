//! Retrograde analysis, slice by slice.
//!
//! The positions of a slice and of its flipped one alternate, so both are solved at once, block by
//! block: the men with the fewest steps to go first. Blocks with as many steps to go are
//! independent and are shared out among threads; the result is the same for any number of them.

mod block;
mod kings;

use super::super::Board;
use super::super::square::Squares;
use super::index::{MEN, number, set};
use super::slice::{MAX_PIECES, Slice, choose, numbers};
use super::value::{LOST, result};
use crate::game::Side;
use block::{Block, BlockKey};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::thread;

/// Pieces up to which distances are stored; with more, only results.
pub const MAX_DTW_PIECES: usize = 5;
/// Blocks that a thread takes at a time.
const BATCH: usize = 64;

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
    layers: [Vec<AtomicU8>; MAX_PIECES + 1],
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
        let men = [slice.own.men, slice.other.men].map(men_sets);
        let mut blocks: Vec<Block> = (0..threads.get()).map(|_| Block::default()).collect();
        for to_go in 0..men[0].len() + men[1].len() {
            let ranks = ranks_with(&men, to_go, slice == slice.flipped());
            let next = AtomicUsize::new(0);
            let batch = (ranks.len() / threads.get() / 8).clamp(1, BATCH);
            let work = |block: &mut Block| {
                let batches =
                    || Some(next.fetch_add(batch, Ordering::Relaxed)).filter(|&at| at < ranks.len());
                for at in std::iter::from_fn(batches) {
                    for &ranks in &ranks[at..ranks.len().min(at + batch)] {
                        self.solve_block(block, slice, ranks);
                        solved(2 * slice.block());
                    }
                }
            };
            thread::scope(|scope| {
                for block in &mut blocks {
                    scope.spawn(|| work(block));
                }
            });
        }
    }

    fn solve_block(&self, block: &mut Block, slice: Slice, [own, other]: [usize; 2]) {
        let men = [set(own, slice.own.men, MEN), set(other, slice.other.men, MEN).turned()];
        if !(men[0] & men[1]).is_empty() {
            return;
        }
        let kings = [slice.own.kings, slice.other.kings];
        block.solve(BlockKey { men, kings }, &|board| self.code(board));
        let with_plies = self.metric == Metric::Dtz || slice.pieces() <= MAX_DTW_PIECES;
        let keep = |code| if with_plies { code } else { result(code) };
        for (slice, side, own, other) in
            [(slice, Side::First, own, other), (slice.flipped(), Side::Second, other, own)]
        {
            let start = (own * choose(MEN.len() as usize, slice.other.men) + other) * slice.block();
            store(&self.stored(slice)[start..], block.codes(side).map(keep));
        }
    }

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
}

fn store(places: &[AtomicU8], codes: impl Iterator<Item = u8>) {
    for (place, code) in places.iter().zip(codes) {
        place.store(code, Ordering::Relaxed);
    }
}

/// The ranks of the arrangements of `men` men, by how many steps they have to go.
fn men_sets(men: usize) -> Vec<Vec<usize>> {
    let mut ranks = vec![Vec::new(); 7 * men + 1];
    for rank in 0..choose(MEN.len() as usize, men) {
        let men = set(rank, men, MEN);
        let in_row = |row: u8| (men & Squares::rows(&[row])).len();
        let to_go: u32 = (0..7).map(|row| u32::from(7 - row) * in_row(row)).sum();
        ranks[to_go as usize].push(rank);
    }
    ranks
}

/// The ranks of both sides' men with `to_go` steps to go together. Where the slice is its own
/// flipped one, only one of two arrangements that differ by exchanging sides.
fn ranks_with([own, other]: &[Vec<Vec<usize>>; 2], to_go: usize, is_flipped: bool) -> Vec<[usize; 2]> {
    let both = (0..=to_go).filter_map(|steps| Some((own.get(steps)?, other.get(to_go - steps)?)));
    let pairs = both
        .flat_map(|(own, other)| own.iter().flat_map(|&own| other.iter().map(move |&other| [own, other])));
    pairs.filter(|&[own, other]| !is_flipped || own <= other).collect()
}
