//! The order of solving a slice: block by block, the men with the fewest steps to go first. Blocks
//! with as many steps to go are independent and are shared out among threads; the result is the same
//! for any number of them.

use super::super::super::Board;
use super::super::super::square::Squares;
use super::super::index::{MEN, set};
use super::super::slice::{Slice, choose};
use super::super::value::result;
use super::block::{Block, BlockKey};
use crate::game::Side;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::thread;

/// Blocks that a thread takes at a time.
const BATCH: usize = 64;

/// Where the analysis reads and stores codes.
pub(super) trait Codes: Sync {
    /// The code of a solved position.
    fn code(&self, board: &Board) -> u8;
    /// The codes of a slice.
    fn stored(&self, slice: Slice) -> &[AtomicU8];
    /// Whether distances of a slice are stored; otherwise only results.
    fn has_distances(&self, slice: Slice) -> bool;
}

/// Solves a slice and its flipped one; those before must be solved. Calls `solved` with the number
/// of positions just solved.
pub(super) fn solve(
    codes: &impl Codes,
    slice: Slice,
    threads: NonZeroUsize,
    solved: &(impl Fn(usize) + Sync),
) {
    let men = [slice.own.men, slice.other.men].map(men_sets);
    let mut blocks: Vec<Block> = (0..threads.get()).map(|_| Block::default()).collect();
    for to_go in 0..men[0].len() + men[1].len() {
        let ranks = ranks_with(&men, to_go, slice == slice.flipped());
        let next = AtomicUsize::new(0);
        let batch = (ranks.len() / threads.get() / 8).clamp(1, BATCH);
        let work = |block: &mut Block| {
            let batches = || Some(next.fetch_add(batch, Ordering::Relaxed)).filter(|&at| at < ranks.len());
            for at in std::iter::from_fn(batches) {
                for &ranks in &ranks[at..ranks.len().min(at + batch)] {
                    solve_block(codes, block, slice, ranks);
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

fn solve_block(codes: &impl Codes, block: &mut Block, slice: Slice, [own, other]: [usize; 2]) {
    let men = [set(own, slice.own.men, MEN), set(other, slice.other.men, MEN).turned()];
    if !(men[0] & men[1]).is_empty() {
        return;
    }
    let kings = [slice.own.kings, slice.other.kings];
    block.solve(BlockKey { men, kings }, &|board| codes.code(board));
    let with_plies = codes.has_distances(slice);
    let keep = |code| if with_plies { code } else { result(code) };
    for (slice, side, own, other) in
        [(slice, Side::First, own, other), (slice.flipped(), Side::Second, other, own)]
    {
        let start = (own * choose(MEN.len() as usize, slice.other.men) + other) * slice.block();
        store(&codes.stored(slice)[start..], block.codes(side).map(keep));
    }
}

pub(super) fn store(places: &[AtomicU8], codes: impl Iterator<Item = u8>) {
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
