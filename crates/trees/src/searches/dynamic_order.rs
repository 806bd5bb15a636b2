//! Alpha-beta whose order of children depends on what the search has seen so far.
//!
//! Slagle and Dixon, *Experiments with some programs that search game trees*, 1969 (dynamic ordering).

use super::order::Children;
use super::walk::Walk;
use crate::record::{Event, Observer, Stopped};
use crate::trees::Tree;
use crate::value::{Value, Window};

/// What a search learns and how it orders children by that.
pub(super) trait DynamicOrder<T: Tree> {
    /// Where it keeps what it learns of a node by itself; that of the root is the default.
    type Entry: Copy + Default;

    /// Reorders the children of the current node. Returns the entry of the first of them in the order of the tree.
    fn arrange<O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        node: (&T::Node, Self::Entry),
        children: &mut [(u16, T::Node)],
    ) -> Result<Self::Entry, Stopped>;

    /// The entry of a child by its number.
    fn entry_of_child(first: Self::Entry, number: u16) -> Self::Entry;

    /// Visits a node at a ply.
    fn visit(&mut self, _ply: usize) {}

    /// The best line from the current node, at a ply, begins with this child and goes on with the best line from it.
    fn follow(&mut self, _ply: usize, _child: u16) {}

    /// Learns that `best` is the best child of the current node, and whether its score cuts.
    fn learn<O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        node: (&T::Node, Self::Entry),
        best: u16,
        cuts: bool,
    ) -> Result<(), Stopped>;
}

/// Alpha-beta, fail-soft, with such an order.
pub(super) fn alpha_beta_in_order<T: Tree, O: Observer, D: DynamicOrder<T>>(
    walk: &mut Walk<'_, T, O>,
    root: &T::Node,
    window: Window,
    order: &mut D,
) -> Result<Value, Stopped> {
    search(walk, (root, D::Entry::default()), window, order, &mut Children::new())
}

/// Searches a node. The children of the nodes of the path are in one list, one node's behind the other's.
fn search<T: Tree, O: Observer, D: DynamicOrder<T>>(
    walk: &mut Walk<'_, T, O>,
    (node, entry): (&T::Node, D::Entry),
    mut window: Window,
    order: &mut D,
    children: &mut Children<T::Node>,
) -> Result<Value, Stopped> {
    walk.emit(Event::Enter { window })?;
    let ply = walk.path().len();
    order.visit(ply);
    let begin = children.len();
    walk.push_children(node, children)?;
    let count = children.len() - begin;
    if count == 0 {
        return walk.leaf(node);
    }
    walk.open(window);
    let first = order.arrange(walk, (node, entry), &mut children[begin..])?;
    let player = walk.player();
    let (mut best, mut best_child, mut cuts) = (player.worst(), children[begin].0, false);
    // An inclusive range takes a twentieth of all instructions.
    for at in 0..count {
        let (number, child) = children[begin + at].clone();
        let child = (&child, D::entry_of_child(first, number));
        let score = walk.at(number, |walk| search(walk, child, window, order, children))?;
        if walk.back_up(number, score, &mut best)? {
            best_child = number;
            order.follow(ply, number);
            window = window.narrowed(player, best);
            cuts = walk.cuts(window, at + 1, count)?;
            if cuts {
                break;
            }
        }
    }
    children.truncate(begin);
    order.learn(walk, (node, entry), best_child, cuts)?;
    walk.leave(best)
}

/// Moves the child with this number to the front; the others keep their order.
pub(super) fn move_to_front<N>(children: &mut [(u16, N)], number: u16) {
    if let Some(at) = children.iter().position(|(other, _)| *other == number) {
        children[..=at].rotate_right(1);
    }
}
