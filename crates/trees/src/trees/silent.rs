//! Facts of a tree that take no search: this work records no events, but the observer can stop it.

use super::tree::Tree;
use crate::record::{Observer, Stopped};
use crate::value::{Mean, Player};

/// The value of a node where `player` moves, `plies` ahead: of a chance node the mean. Other values are whole.
pub(crate) fn value<T: Tree>(
    tree: &T,
    node: &T::Node,
    player: Player,
    plies: Option<usize>,
    observer: &mut dyn Observer,
) -> Result<f64, Stopped> {
    value_within(tree, node, (player, FULL), plies, observer)
}

/// The bounds that every value is inside.
const FULL: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);

fn value_within<T: Tree>(
    tree: &T,
    node: &T::Node,
    (player, (mut alpha, mut beta)): (Player, (f64, f64)),
    plies: Option<usize>,
    observer: &mut dyn Observer,
) -> Result<f64, Stopped> {
    observer.poll()?;
    let children = tree.children(node);
    if plies == Some(0) || children.len() == 0 {
        return Ok(tree.value(node).into());
    }
    let plies = plies.map(|plies| plies - 1);
    if tree.is_chance(node) {
        let mut mean = Mean::default();
        for child in children {
            mean.add(tree.weight(&child), value_within(tree, &child, (player, FULL), plies, observer)?);
        }
        return Ok(mean.value());
    }
    let mut best = f64::from(player.worst());
    for child in children {
        let score = value_within(tree, &child, (!player, (alpha, beta)), plies, observer)?;
        match player {
            Player::Max => (best, alpha) = (best.max(score), alpha.max(score)),
            Player::Min => (best, beta) = (best.min(score), beta.min(score)),
        }
        if alpha >= beta {
            break;
        }
    }
    Ok(best)
}

/// Plies from a node to the deepest leaf below it; the search ends where one is `most` plies away.
pub(crate) fn height<T: Tree>(
    tree: &T,
    node: &T::Node,
    most: usize,
    observer: &mut dyn Observer,
) -> Result<usize, Stopped> {
    observer.poll()?;
    let mut found = 0;
    for child in tree.children(node) {
        if found == most {
            break;
        }
        found = found.max(1 + height(tree, &child, most - 1, observer)?);
    }
    Ok(found)
}
