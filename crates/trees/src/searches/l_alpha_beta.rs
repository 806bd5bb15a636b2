//! Lalphabeta, last move with minimal window: of the last move of the root it is enough to know whether it is the
//! best.
//!
//! Fishburn, *Another Optimization of Alpha-Beta Search*, 1980.

use super::alpha_beta::alpha_beta;
use super::walk::{Visit, Walk};
use crate::record::{Observer, Stopped};
use crate::trees::Tree;
use crate::value::{Bound, Player, Value, Window};

/// Searches the root with a window. If the last move is best, its score is no more than a bound.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn l_alpha_beta<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    root: &T::Node,
    entry: Window,
) -> Result<(Value, Bound), Stopped> {
    let mut window = entry;
    let children = match walk.visit(root, window)? {
        Visit::Leaf(value) => return Ok((value, Bound::Exact)),
        Visit::Inner(children) => children,
    };
    let player = walk.player();
    let (mut best, mut is_bound) = (player.worst(), false);
    let count = children.len();
    for (searched, (number, child)) in (1..).zip(children) {
        let is_last = searched > 1 && searched == count;
        let tried = if is_last { window.null(player) } else { window };
        let score = walk.at(number, |walk| alpha_beta(walk, &child, tried))?;
        if walk.back_up(number, score, &mut best)? {
            is_bound = is_last && window.contains(score);
            window = window.narrowed(player, best);
            if walk.cuts(window, searched, count)? {
                break;
            }
        }
    }
    let bound = match player {
        _ if !is_bound => entry.bound(best),
        Player::Max => Bound::Lower,
        Player::Min => Bound::Upper,
    };
    Ok((walk.leave_with(best, bound)?, bound))
}
