//! Alpha-beta with one rule for both players: the child of a node with the window (α, β) has the window (−β, −α), and
//! its score is negated.
//!
//! Knuth and Moore, *An Analysis of Alpha-Beta Pruning*, 1975 (procedure F2).

use super::walk::{Visit, Walk};
use crate::record::{Observer, Stopped};
use crate::trees::Tree;
use crate::value::{Value, Window};

/// The score of a node for the player to move there, who is sure of alpha, while the opponent is sure of beta. A score
/// below the window is its lower end, one above it a bound; that of a leaf is its value.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn alpha_beta_negamax<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    node: &T::Node,
    mut window: Window,
) -> Result<Value, Stopped> {
    let player = walk.player();
    let children = match walk.visit(node, window.seen_by(player))? {
        Visit::Leaf(value) => return Ok(player.view(value)),
        Visit::Inner(children) => children,
    };
    let mut best = player.worst();
    let count = children.len();
    for (searched, (number, child)) in (1..).zip(children) {
        let score = -walk.at(number, |walk| alpha_beta_negamax(walk, &child, window.negated()))?;
        if walk.back_up(number, player.view(score), &mut best)? {
            window.alpha = window.alpha.max(score);
            if walk.cuts(window.seen_by(player), searched, count)? {
                break;
            }
        }
    }
    walk.leave(player.view(window.alpha))?;
    Ok(window.alpha)
}
