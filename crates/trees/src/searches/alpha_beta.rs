//! Alpha-beta, fail-soft: the score may lie outside the window, and is then a bound of the value.
//!
//! Fishburn, *Analysis of Speedup in Distributed Algorithms*, 1981 (Falphabeta).

use super::walk::{Visit, Walk};
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
    let children = match walk.visit(node, window)? {
        Visit::Leaf(value) => return Ok(value),
        Visit::Inner(children) => children,
    };
    let player = walk.player();
    let mut best = player.worst();
    let count = children.len();
    for (searched, (number, child)) in (1..).zip(children) {
        let score = walk.at(number, |walk| alpha_beta(walk, &child, window))?;
        if walk.back_up(number, score, &mut best)? {
            window = window.narrowed(player, best);
            if walk.cuts(window, searched, count)? {
                break;
            }
        }
    }
    walk.leave(best)
}
