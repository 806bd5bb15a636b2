//! Alpha-beta, fail-soft: the score may lie outside the window, and is then a bound of the value.
//!
//! Fishburn, *Analysis of Speedup in Distributed Algorithms*, 1981 (Falphabeta).

use super::walk::Walk;
use crate::record::{Observer, Stopped};
use crate::trees::Tree;
use crate::value::{Value, Window};

/// Searches a node with a window.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn alpha_beta<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    node: &T::Node,
    mut window: Window,
) -> Result<Value, Stopped> {
    walk.enter(window)?;
    let children = walk.children(node)?;
    if children.len() == 0 {
        return walk.leaf(node);
    }
    let player = walk.player();
    let mut best = player.worst();
    let count = children.len();
    for (searched, (number, child)) in (1..).zip(children) {
        let score = walk.at(number, |walk| alpha_beta(walk, &child, window))?;
        best = walk.back_up(number, score)?;
        window = window.narrowed(player, best);
        if walk.cuts(window, searched, count)? {
            break;
        }
    }
    walk.leave(best)
}
