//! Negamax: minimax with one rule for both players, as each value is that of the player to move.
//!
//! Knuth and Moore, *An Analysis of Alpha-Beta Pruning*, 1975 (procedure F0).

use super::walk::{Visit, Walk};
use crate::record::{Observer, Stopped};
use crate::trees::Tree;
use crate::value::{MINUS_INFINITY, Value, Window};

/// The value of a node for the player to move there.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn negamax<T: Tree, O: Observer>(walk: &mut Walk<'_, T, O>, node: &T::Node) -> Result<Value, Stopped> {
    let player = walk.player();
    let children = match walk.visit(node, Window::FULL)? {
        Visit::Leaf(value) => return Ok(player.view(value)),
        Visit::Inner(children) => children,
    };
    let mut best = MINUS_INFINITY;
    for (number, child) in children {
        let value = -walk.at(number, |walk| negamax(walk, &child))?;
        if value > best {
            best = value;
            walk.improve(number, player.view(value))?;
        }
    }
    walk.leave(player.view(best))?;
    Ok(best)
}
