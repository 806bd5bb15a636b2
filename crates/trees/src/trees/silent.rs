//! Facts of a tree that take no search: this work records no events, but the observer can stop it.

use super::tree::Tree;
use crate::record::{Observer, Stopped};
use crate::value::{Mean, Player, Ties, Value, Window};

/// The value of a node where `player` moves, `plies` ahead: of a chance node the mean, to the nearest integer.
pub(crate) fn value<T: Tree>(
    tree: &T,
    node: &T::Node,
    player: Player,
    plies: Option<usize>,
    observer: &mut dyn Observer,
) -> Result<Value, Stopped> {
    value_within(tree, node, (player, Window::FULL), plies, observer)
}

fn value_within<T: Tree>(
    tree: &T,
    node: &T::Node,
    (player, mut window): (Player, Window),
    plies: Option<usize>,
    observer: &mut dyn Observer,
) -> Result<Value, Stopped> {
    observer.poll()?;
    let children = tree.children(node);
    if plies == Some(0) || children.len() == 0 {
        return Ok(tree.value(node));
    }
    let plies = plies.map(|plies| plies - 1);
    if tree.is_chance(node) {
        let mut mean = Mean::default();
        for child in children {
            let score = value_within(tree, &child, (player, Window::FULL), plies, observer)?;
            mean.add(tree.weight(&child), score.into());
        }
        return Ok(mean.value().round() as Value);
    }
    let mut best = player.worst();
    for child in children {
        let score = value_within(tree, &child, (!player, window), plies, observer)?;
        best = player.best(best, score);
        window = window.narrowed(player, best);
        if window.is_closed(Ties::Cut) {
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
