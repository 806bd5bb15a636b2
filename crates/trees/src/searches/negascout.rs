//! NegaScout: principal variation search without second searches where the score of the null window is exact, as
//! the child is a leaf or has none but leaves.
//!
//! Reinefeld, *An Improvement to the Scout Tree Search Algorithm*, 1983.

use super::walk::Walk;
use crate::record::{Event, Stopped};
use crate::trees::Tree;
use crate::value::{Value, Window};

/// Searches a node with a window.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn negascout<T: Tree>(
    walk: &mut Walk<'_, T>,
    node: &T::Node,
    mut window: Window,
) -> Result<Value, Stopped> {
    walk.enter(window)?;
    let children = walk.children(node)?;
    if children.is_empty() {
        return walk.leaf(node);
    }
    let player = walk.player();
    let mut best = player.worst();
    for (searched, (number, child)) in (1..).zip(&children) {
        let tried = if searched == 1 { window } else { window.null(player) };
        let mut score = walk.at(*number, |walk| negascout(walk, child, tried))?;
        if searched > 1 && window.contains(score) && !is_near_leaves(walk.tree(), child) {
            let rest = window.narrowed(player, score);
            score = walk.at(*number, |walk| {
                walk.emit(Event::Research { window: rest })?;
                negascout(walk, child, rest)
            })?;
        }
        best = walk.back_up(*number, score)?;
        window = window.narrowed(player, best);
        if walk.cuts(window, searched, children.len())? {
            break;
        }
    }
    walk.leave(best)
}

/// Whether a node is a leaf or has none but leaves.
fn is_near_leaves<T: Tree>(tree: &T, node: &T::Node) -> bool {
    tree.children(node).all(|child| tree.children(&child).len() == 0)
}
