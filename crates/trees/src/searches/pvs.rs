//! Principal variation search: after the first child, null windows test whether another one is better.
//!
//! Finkel and Fishburn, *Parallel Alpha-Beta Search on Arachne*, 1980 (Calphabeta); Marsland and Campbell, *Parallel
//! Search of Strongly Ordered Game Trees*, 1982.

use super::walk::Walk;
use crate::record::{Event, Stopped};
use crate::trees::Tree;
use crate::value::{Value, Window};

/// Searches a node with a window.
///
/// Where a second search returns the score of the first, each has proven one half of the value. Then the line of the
/// walk still ends at the value, but a move in it may not be the best.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn pvs<T: Tree>(walk: &mut Walk<'_, T>, node: &T::Node, mut window: Window) -> Result<Value, Stopped> {
    walk.enter(window)?;
    let children = walk.children(node)?;
    if children.is_empty() {
        return walk.leaf(node);
    }
    let player = walk.player();
    let mut best = player.worst();
    for (searched, (number, child)) in (1..).zip(&children) {
        let tried = if searched == 1 { window } else { window.null(player) };
        let mut score = walk.at(*number, |walk| pvs(walk, child, tried))?;
        if searched > 1 && window.contains(score) {
            let rest = window.narrowed(player, score);
            score = walk.at(*number, |walk| {
                walk.emit(Event::Research { window: rest })?;
                pvs(walk, child, rest)
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
