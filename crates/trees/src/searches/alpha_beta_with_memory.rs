//! Alpha-beta, fail-soft, with a memory of bounds: MTD drives it by null windows and remembers nodes, with a
//! transposition table it remembers positions.
//!
//! Plaat, Schaeffer, Pijls and de Bruin, *Best-First Fixed-Depth Minimax Algorithms*, 1996 (AlphaBetaWithMemory).

use super::bounds::Bounds;
use super::walk::{Visit, Walk};
use crate::record::{Event, Observer, Stopped};
use crate::trees::Tree;
use crate::value::{Bound, Value, Window};

/// What a search remembers of the nodes of a tree.
pub(super) trait BoundsMemory<T: Tree> {
    /// The key of a node.
    type Key: Copy;
    /// What the keys of the children of a node follow from.
    type Siblings: Copy;

    /// The bounds of a node.
    fn recall(&self, key: Self::Key) -> Bounds;

    /// Makes room for the children of the node that is visited.
    fn expand<O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        key: Self::Key,
        children: usize,
    ) -> Result<Self::Siblings, Stopped>;

    /// The key of a child with its number.
    fn key_of_child(siblings: Self::Siblings, tree: &T, child: (u16, &T::Node)) -> Self::Key;

    /// Keeps the bounds of a node and its best child, which has proven one for the player to move or has not.
    fn keep<O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        key: Self::Key,
        bounds: Bounds,
        best: (Option<u16>, bool),
    ) -> Result<(), Stopped>;
}

/// Searches a node with a window. Without `cuts` it is minimax with a memory.
pub(super) fn search<T: Tree, O: Observer, M: BoundsMemory<T>>(
    walk: &mut Walk<'_, T, O>,
    (node, key): (&T::Node, M::Key),
    entry: Window,
    memory: &mut M,
    cuts: bool,
) -> Result<Value, Stopped> {
    walk.emit(Event::Enter { window: entry })?;
    let mut bounds = memory.recall(key);
    if let Some(score) = bounds.answer(entry) {
        let exact = (bounds.lower == bounds.upper).then_some(Bound::Exact);
        return walk.answer(node, bounds, (score, exact.unwrap_or_else(|| entry.bound(score))));
    }
    let children = match walk.begin(node, entry)? {
        Visit::Inner(children) => children,
        Visit::Leaf(value) => {
            memory.keep(walk, key, Bounds { lower: value, upper: value }, (None, true))?;
            return Ok(value);
        }
    };
    if bounds != Bounds::UNKNOWN {
        walk.remember(node, bounds)?;
    }
    let siblings = memory.expand(walk, key, children.len())?;
    let player = walk.player();
    let asked = bounds.within(entry);
    let (mut window, mut best, mut best_child) = (asked, player.worst(), None);
    let count = children.len();
    for (searched, (number, child)) in (1..).zip(children) {
        let key = M::key_of_child(siblings, walk.tree(), (number, &child));
        let score = walk.at(number, |walk| search(walk, (&child, key), window, memory, cuts))?;
        if walk.back_up(number, score, &mut best)? {
            best_child = Some(number);
            if cuts {
                window = window.narrowed(player, best);
                if walk.cuts(window, searched, count)? {
                    break;
                }
            }
        }
    }
    let bound = asked.bound(best);
    bounds.learn(bound, best);
    memory.keep(walk, key, bounds, (best_child, bound != Bound::beyond(player)))?;
    walk.leave(best)
}
