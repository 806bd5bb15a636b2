//! Branch and bound: a node knows the best score of its parent only, so there are no deep cutoffs.
//!
//! Knuth and Moore, *An Analysis of Alpha-Beta Pruning*, 1975 (procedure F1).

use super::walk::{Visit, Walk};
use crate::record::{Observer, Stopped};
use crate::trees::Tree;
use crate::value::{Value, Window};

/// The value of the root.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn branch_and_bound<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    root: &T::Node,
) -> Result<Value, Stopped> {
    search(walk, root, Window::FULL)
}

/// Searches a node, given the bound of its parent.
fn search<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    node: &T::Node,
    parent: Window,
) -> Result<Value, Stopped> {
    let children = match walk.visit(node, parent)? {
        Visit::Leaf(value) => return Ok(value),
        Visit::Inner(children) => children,
    };
    let player = walk.player();
    let mut best = player.worst();
    let count = children.len();
    for (searched, (number, child)) in (1..).zip(children) {
        let own = Window::FULL.narrowed(player, best);
        let score = walk.at(number, |walk| search(walk, &child, own))?;
        if walk.back_up(number, score, &mut best)?
            && walk.cuts(parent.narrowed(player, best), searched, count)?
        {
            break;
        }
    }
    walk.leave(best)
}
