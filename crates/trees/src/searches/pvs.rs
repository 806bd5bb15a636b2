//! Principal variation search: after the first child, null windows test whether another one is better.
//!
//! Finkel and Fishburn, *Parallel Alpha-Beta Search on Arachne*, 1980 (Calphabeta); Marsland and Campbell, *Parallel
//! Search of Strongly Ordered Game Trees*, 1982.

use super::proofs::Proofs;
use super::walk::{Visit, Walk};
use crate::record::{Event, Observer, Stopped};
use crate::trees::Tree;
use crate::value::{Bound, Value, Window};

/// Searches a node with a window.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn pvs<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    node: &T::Node,
    window: Window,
) -> Result<Value, Stopped> {
    PvSearch::new(|_, _| false).search(walk, node, window, None)
}

/// Principal variation search, with the proofs from which it reads the line of best play.
pub(super) struct PvSearch<T: Tree> {
    /// Whether the score of the null window is exact at a node.
    is_exact: fn(&T, &T::Node) -> bool,
    proofs: Proofs,
}

impl<T: Tree> PvSearch<T> {
    pub(super) fn new(is_exact: fn(&T, &T::Node) -> bool) -> Self {
        Self { is_exact, proofs: Proofs::default() }
    }

    /// Searches a node with a window, maybe after a search that has proven this score or a better one for the player
    /// who has chosen the node: where it is no better, the two prove together that it is the value.
    pub(super) fn search<O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        node: &T::Node,
        entry: Window,
        proven: Option<Value>,
    ) -> Result<Value, Stopped> {
        let children = match walk.visit(node, entry)? {
            Visit::Leaf(value) => return Ok(value),
            Visit::Inner(children) => children,
        };
        let (player, begin) = (walk.player(), self.proofs.end());
        let (mut window, mut best) = (entry, player.worst());
        let count = children.len();
        for (searched, (number, child)) in (1..).zip(children) {
            let proof = self.proofs.end();
            let tried = if searched == 1 { window } else { window.null(player) };
            let mut score = self.search_child(walk, (number, &child), tried, None, proof)?;
            if searched > 1 && window.contains(score) {
                score = self.search_again(walk, (number, &child), window, score, proof)?;
            }
            if player.prefers(score, window.bound_of(player)) {
                self.proofs.remove(begin..proof);
            } else if window != entry {
                self.proofs.truncate(proof);
            }
            if walk.back_up(number, score, &mut best)? {
                window = window.narrowed(player, best);
                if walk.cuts(window, searched, count)? {
                    break;
                }
            }
        }
        if proven == Some(best) { walk.leave_with(best, Bound::Exact) } else { walk.leave(best) }
    }

    /// Searches a child, whose proof begins at the end of those before.
    fn search_child<O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        (number, child): (u16, &T::Node),
        window: Window,
        proven: Option<Value>,
        begin: usize,
    ) -> Result<Value, Stopped> {
        let score = walk.at(number, |walk| self.search(walk, child, window, proven))?;
        if !walk.only_counts() {
            self.proofs.close(number, begin, |bytes| walk.hold(bytes))?;
        }
        Ok(score)
    }

    /// Searches a child whose null window has proven that it is better, which is the proof from `first` on, unless its
    /// score is exact. Where the score stays the same, each search has proven one half of it, and best play follows
    /// from both.
    #[cold]
    fn search_again<O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        (number, child): (u16, &T::Node),
        window: Window,
        score: Value,
        first: usize,
    ) -> Result<Value, Stopped> {
        if (self.is_exact)(walk.tree(), child) {
            return Ok(score);
        }
        let (window, second) = (window.narrowed(walk.player(), score), self.proofs.end());
        walk.at(number, |walk| walk.emit(Event::Research { window }))?;
        let score = self.search_child(walk, (number, child), window, Some(score), second)?;
        if !walk.only_counts() && score == window.bound_of(walk.player()) {
            walk.set_line_of_child(&self.proofs.best_play(second));
        }
        self.proofs.remove(first..second);
        Ok(score)
    }
}
