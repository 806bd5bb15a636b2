//! Minimax: visits every node.
//!
//! Von Neumann, *Zur Theorie der Gesellschaftsspiele*, 1928; Shannon, *Programming a Computer for Playing Chess*,
//! 1950.

use super::walk::{Visit, Walk};
use crate::record::{Observer, Stopped};
use crate::trees::Tree;
use crate::value::{Value, Window};

/// The value of a node.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn minimax<T: Tree, O: Observer>(walk: &mut Walk<'_, T, O>, node: &T::Node) -> Result<Value, Stopped> {
    let children = match walk.visit(node, Window::FULL)? {
        Visit::Leaf(value) => return Ok(value),
        Visit::Inner(children) => children,
    };
    let player = walk.player();
    let mut best = player.worst();
    for (number, child) in children {
        let value = walk.at(number, |walk| minimax(walk, &child))?;
        walk.back_up(number, value, &mut best)?;
    }
    walk.leave(best)
}
