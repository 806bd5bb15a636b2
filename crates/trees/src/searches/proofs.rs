//! The strategies that prove the scores of null windows: at the nodes of one player the child that suffices, at those
//! of the other player all children.
//!
//! Knuth and Moore, *An Analysis of Alpha-Beta Pruning*, 1975.

use crate::record::Stopped;
use std::iter::successors;
use std::ops::Range;

/// Nodes after their children. What a search has found to be no part of a proof is taken out again, so that no more is
/// kept than the proofs of one path.
#[derive(Default)]
pub(super) struct Proofs(Vec<ProofNode>);

#[derive(Clone, Copy)]
struct ProofNode {
    /// Its number among its siblings.
    child: u16,
    /// The nodes of its proof, with itself as the last.
    size: u32,
}

impl Proofs {
    /// Where the next proof begins.
    pub(super) const fn end(&self) -> usize {
        self.0.len()
    }

    /// Ends the proof of a child, which began at `first`. Takes the memory that this needs by `hold` before.
    #[inline]
    pub(super) fn close(
        &mut self,
        child: u16,
        first: usize,
        hold: impl FnOnce(usize) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let node = ProofNode { child, size: (self.0.len() - first + 1) as u32 };
        if self.0.len() == self.0.capacity() {
            return self.grow(node, hold);
        }
        self.0.push(node);
        Ok(())
    }

    /// Ends a proof where there is no room for it.
    #[cold]
    fn grow(
        &mut self,
        node: ProofNode,
        hold: impl FnOnce(usize) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let more = self.0.len().max(1024);
        hold(more * size_of::<ProofNode>())?;
        self.0.reserve_exact(more);
        self.0.push(node);
        Ok(())
    }

    /// Takes the proofs from `first` on out.
    #[inline]
    pub(super) fn truncate(&mut self, first: usize) {
        self.0.truncate(first);
    }

    /// Takes proofs out that come before others.
    #[inline]
    pub(super) fn remove(&mut self, range: Range<usize>) {
        if !range.is_empty() {
            self.0.copy_within(range.end.., range.start);
            self.0.truncate(self.0.len() - range.len());
        }
    }

    /// Best play below a node with two proofs, which end at `mover_end` and at the end: by the first,
    /// the player whose move led to the node gets no less than a value; by the last, the opponent,
    /// who moves there, grants no more. Each player's moves are those of
    /// the own proof, and the other proof answers them all.
    pub(super) fn best_play(&self, mover_end: usize) -> Vec<u16> {
        let mut line = Vec::new();
        let (mut own, mut other) = (self.0.len() - 1, mover_end - 1);
        while let Some(choice) = self.children(own).next() {
            let child = self.0[choice].child;
            let answered = self.children(other).find(|&node| self.0[node].child == child);
            line.push(child);
            (own, other) = (answered.expect("a proof answers all moves of the opponent"), choice);
        }
        line
    }

    /// The children of a node, the last first.
    fn children(&self, node: usize) -> impl Iterator<Item = usize> {
        let first = node + 1 - self.0[node].size as usize;
        let before = move |node: usize| node.checked_sub(1).filter(|&child| child >= first);
        successors(before(node), move |&child| before(child + 1 - self.0[child].size as usize))
    }
}
