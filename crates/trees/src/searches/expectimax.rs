//! Expectimax: the player to move at the root plays best, and the opponent at random, each move equally likely. A node
//! of the opponent is worth the mean of its children.
//!
//! Michie, *Game-Playing and Game-Learning Automata*, 1966; with a player between the chances: Ballard, *The \*-Minimax
//! Search Procedure for Trees Containing Chance Nodes*, 1983.
//!
//! Means are compared as they are, and told to the nearest integer. The line of best play ends where chance begins.

use super::walk::Walk;
use crate::record::{Observer, Stopped};
use crate::trees::Tree;
use crate::value::{Bound, Player, Value, Window};

/// The expectation of the root, to the nearest integer.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn expectimax<T: Tree, O: Observer>(walk: &mut Walk<'_, T, O>, root: &T::Node) -> Result<Value, Stopped> {
    let player = walk.player();
    Ok(nearest(search(walk, root, player)?))
}

/// The expectation of a node, where `best` plays best.
fn search<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    node: &T::Node,
    best: Player,
) -> Result<f64, Stopped> {
    walk.enter(Window::FULL)?;
    let children = walk.children(node)?;
    if children.len() == 0 {
        return Ok(walk.leaf(node)?.into());
    }
    let (count, mut sum, mut highest) = (children.len(), 0.0, None);
    for (number, child) in children {
        let value = walk.at(number, |walk| search(walk, &child, best))?;
        sum += value;
        // For the player who plays best.
        let own = if best == Player::Max { value } else { -value };
        if walk.player() == best && highest.is_none_or(|highest| own > highest) {
            highest = Some(own);
            walk.improve(number, nearest(value))?;
        }
    }
    let value = match highest {
        Some(own) if best == Player::Max => own,
        Some(own) => -own,
        None => sum / count as f64,
    };
    walk.leave_with(nearest(value), Bound::Exact)?;
    Ok(value)
}

/// The nearest integer, half a unit away from zero.
fn nearest(value: f64) -> Value {
    value.round() as Value
}
