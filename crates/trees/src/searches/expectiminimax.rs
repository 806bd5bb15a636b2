//! Expectiminimax: minimax on a tree with chance nodes. A chance node is worth the mean of its children, each with its
//! chance.
//!
//! Michie, *Game-Playing and Game-Learning Automata*, 1966; Russell and Norvig, *Artificial Intelligence: A Modern
//! Approach*, 1995.
//!
//! Means are compared and reported unrounded. The line of best play ends where chance begins.

use super::order::Children;
use super::walk::Walk;
use crate::record::{Observer, Stopped};
use crate::trees::Tree;
use crate::value::{Bound, Mean, Player, Window};

/// The expectation of the root.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn expectiminimax<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    root: &T::Node,
) -> Result<f64, Stopped> {
    expectation(walk, root, None)
}

/// The expectation of a node, where this player moves at random, if any.
pub(super) fn expectation<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    node: &T::Node,
    random: Option<Player>,
) -> Result<f64, Stopped> {
    walk.enter(Window::FULL)?;
    let children: Children<_> = walk.children(node)?.collect();
    if children.is_empty() {
        return Ok(walk.leaf(node)?.into());
    }
    let value = if walk.tree().is_chance(node) {
        walk.after_chance(|walk| mean(walk, &children, random))?
    } else if random == Some(walk.player()) {
        mean(walk, &children, random)?
    } else {
        best(walk, &children, random)?
    };
    walk.leave_mean(value, Bound::Exact)?;
    Ok(value)
}

fn mean<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    children: &[(u16, T::Node)],
    random: Option<Player>,
) -> Result<f64, Stopped> {
    let mut mean = Mean::default();
    for (number, child) in children {
        let value = walk.at(*number, |walk| expectation(walk, child, random))?;
        mean.add(walk.tree().weight(child), value);
    }
    Ok(mean.value())
}

fn best<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    children: &[(u16, T::Node)],
    random: Option<Player>,
) -> Result<f64, Stopped> {
    let mut best = None;
    for (number, child) in children {
        let value = walk.at(*number, |walk| expectation(walk, child, random))?;
        if best.is_none_or(|best| prefers(walk.player(), value, best)) {
            best = Some(value);
            walk.improve_mean(*number, value)?;
        }
    }
    Ok(best.expect("there are children"))
}

/// Whether a player likes one expectation more than another.
pub(super) fn prefers(player: Player, value: f64, other: f64) -> bool {
    match player {
        Player::Max => value > other,
        Player::Min => value < other,
    }
}
