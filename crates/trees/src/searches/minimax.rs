//! Minimax: visits every node.
//!
//! Von Neumann, *Zur Theorie der Gesellschaftsspiele*, 1928; Shannon, *Programming a Computer for Playing Chess*,
//! 1950.

use super::walk::Walk;
use crate::record::{Observer, Stopped};
use crate::trees::Tree;
use crate::value::{Player, Value, Window};

/// The value of a node.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn minimax<T: Tree, O: Observer>(walk: &mut Walk<'_, T, O>, node: &T::Node) -> Result<Value, Stopped> {
    walk.enter(Window::FULL)?;
    let children = walk.children(node)?;
    if children.len() == 0 {
        return walk.leaf(node);
    }
    let player = walk.player();
    let mut best = player.worst();
    for (number, child) in children {
        let value = walk.at(number, |walk| minimax(walk, &child))?;
        best = match player {
            Player::Max => best.max(value),
            Player::Min => best.min(value),
        };
        walk.back_up(number, value)?;
    }
    walk.leave(best)
}
