//! Expectimax: the player to move at the root plays best, and the opponent at random, each move equally likely. A node
//! of the opponent is worth the mean of its children.
//!
//! Michie, *Game-Playing and Game-Learning Automata*, 1966.
//!
//! Means are compared and reported unrounded. The line of best play ends where chance begins.

use super::expectiminimax::expectation;
use super::walk::Walk;
use crate::record::{Observer, Stopped};
use crate::trees::Tree;

/// The expectation of the root.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn expectimax<T: Tree, O: Observer>(walk: &mut Walk<'_, T, O>, root: &T::Node) -> Result<f64, Stopped> {
    let opponent = !walk.tree().root_player();
    expectation(walk, root, Some(opponent))
}
