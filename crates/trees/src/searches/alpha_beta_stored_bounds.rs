//! Alpha-beta with the bounds stored at the nodes: each Max node keeps its own best score as its alpha, each Min
//! node its own as its beta, and a node is cut when its bound meets that of any ancestor of the other player.
//!
//! As lectures on artificial intelligence teach it, after Nilsson, *Problem-Solving Methods in Artificial
//! Intelligence*, 1971.

use super::walk::{Visit, Walk};
use crate::record::{Observer, Stopped};
use crate::trees::Tree;
use crate::value::{MINUS_INFINITY, PLUS_INFINITY, PerPlayer, Value, Window};

/// Searches a node with a window, whose bounds count as those of two more ancestors.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn alpha_beta_stored_bounds<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    node: &T::Node,
    window: Window,
) -> Result<Value, Stopped> {
    let mut stored = Stored { max: vec![window.alpha], min: vec![window.beta] };
    search(walk, node, &mut stored)
}

fn search<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    node: &T::Node,
    stored: &mut Stored,
) -> Result<Value, Stopped> {
    let children = match walk.visit(node, stored.window())? {
        Visit::Leaf(value) => return Ok(value),
        Visit::Inner(children) => children,
    };
    let player = walk.player();
    let mut best = player.worst();
    let count = children.len();
    for (searched, (number, child)) in (1..).zip(children) {
        stored.of(player).push(best);
        let score = walk.at(number, |walk| search(walk, &child, stored))?;
        stored.of(player).pop();
        if walk.back_up(number, score, &mut best)?
            && walk.cuts(stored.window().narrowed(player, best), searched, count)?
        {
            break;
        }
    }
    walk.leave(best)
}

/// The bounds of the ancestors of either player.
type Stored = PerPlayer<Vec<Value>>;

impl Stored {
    /// The best bounds of all Max and all Min nodes. A bound meets one of these if it meets that of any ancestor.
    fn window(&self) -> Window {
        let alpha = self.max.iter().copied().fold(MINUS_INFINITY, Value::max);
        let beta = self.min.iter().copied().fold(PLUS_INFINITY, Value::min);
        Window { alpha, beta }
    }
}
