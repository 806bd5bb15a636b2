//! NegaScout: principal variation search without second searches where the score of the null window is exact, as
//! the child is a leaf or has none but leaves.
//!
//! Reinefeld, *An Improvement to the Scout Tree Search Algorithm*, 1983.

use super::pvs::PvSearch;
use super::walk::Walk;
use crate::record::{Observer, Stopped};
use crate::trees::Tree;
use crate::value::{Value, Window};

/// Searches a node with a window.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn negascout<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    node: &T::Node,
    window: Window,
) -> Result<Value, Stopped> {
    PvSearch::new(is_near_leaves).search(walk, node, window, None)
}

/// Whether a node is a leaf or has none but leaves.
fn is_near_leaves<T: Tree>(tree: &T, node: &T::Node) -> bool {
    tree.children(node).all(|child| tree.children(&child).len() == 0)
}
