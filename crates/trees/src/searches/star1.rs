//! Star1: alpha-beta on a tree with chance nodes. All values lie between known bounds, so the mean of a chance node does
//! too as soon as some of its children are known: the rest is cut once it can no longer be inside the window.
//!
//! Ballard, *The \*-Minimax Search Procedure for Trees Containing Chance Nodes*, 1983; Hauk, Buro and Schaeffer,
//! *Rediscovering \*-Minimax Search*, 2004.
//!
//! The bounds are the least and the largest leaf of the tree. Without chance nodes it is alpha-beta.

use super::expectiminimax::{nearest, prefers};
use super::order::Children;
use super::walk::Walk;
use crate::record::{Against, Cutoff, Event, Observer, Reach, Stopped};
use crate::trees::Tree;
use crate::value::{Bound, MINUS_INFINITY, PLUS_INFINITY, Player, Value, Window};

/// The expectation of the root, or a bound of it that is outside the window.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn star1<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    root: &T::Node,
    window: Window,
) -> Result<f64, Stopped> {
    let range = if walk.tree().has_chance() { walk.tree().leaf_range() } else { None };
    let (least, most) = range.unwrap_or((MINUS_INFINITY, PLUS_INFINITY));
    let values = Interval { low: least.into(), high: most.into() };
    search(walk, root, Interval::of(window), values)
}

/// A window or a range of expectations.
#[derive(Clone, Copy)]
pub(super) struct Interval {
    low: f64,
    high: f64,
}

impl Interval {
    pub(super) fn of(Window { alpha, beta }: Window) -> Self {
        let low = if alpha == MINUS_INFINITY { f64::NEG_INFINITY } else { alpha.into() };
        let high = if beta == PLUS_INFINITY { f64::INFINITY } else { beta.into() };
        Self { low, high }
    }

    /// The least window of integers around it.
    fn rounded_outward(self) -> Window {
        Window { alpha: to_value(self.low.floor()), beta: to_value(self.high.ceil()) }
    }

    /// What a score says of the expectation.
    pub(super) fn bound(self, score: f64) -> Bound {
        if score <= self.low {
            Bound::Upper
        } else if score >= self.high {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }

    /// The part of a window in which a value may be; not empty, so that a score tells on which side the value is.
    fn within(self, values: Self) -> Self {
        let (low, high) = (self.low.max(values.low), self.high.min(values.high));
        Self { low: if low < high { low } else { high - 1.0 }, high }
    }
}

fn search<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    node: &T::Node,
    window: Interval,
    values: Interval,
) -> Result<f64, Stopped> {
    walk.enter(window.rounded_outward())?;
    let children: Children<_> = walk.children(node)?.collect();
    if children.is_empty() {
        return Ok(walk.leaf(node)?.into());
    }
    let score = if walk.tree().is_chance(node) {
        mean(walk, &children, window, values)?
    } else {
        best(walk, &children, window, values)?
    };
    walk.leave_with(nearest(score), window.bound(score))?;
    Ok(score)
}

fn best<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    children: &[(u16, T::Node)],
    mut window: Interval,
    values: Interval,
) -> Result<f64, Stopped> {
    let mut best = None;
    for (searched, (number, child)) in (1..).zip(children) {
        let value = walk.at(*number, |walk| search(walk, child, window, values))?;
        let player = walk.player();
        if best.is_none_or(|best| prefers(player, value, best)) {
            best = Some(value);
            walk.improve(*number, nearest(value))?;
        }
        match player {
            Player::Max => window.low = window.low.max(value),
            Player::Min => window.high = window.high.min(value),
        }
        if window.low >= window.high {
            if searched < children.len() {
                let rounded =
                    Window { alpha: to_value(window.low.round()), beta: to_value(window.high.round()) };
                walk.cut(rounded, searched, children.len())?;
            }
            break;
        }
    }
    Ok(best.expect("there are children"))
}

/// The mean of a chance node, each child with the window in which its value decides whether the mean is inside.
fn mean<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    children: &[(u16, T::Node)],
    window: Interval,
    values: Interval,
) -> Result<f64, Stopped> {
    let weight = |child| f64::from(walk.tree().weight(child));
    let all: f64 = children.iter().map(|(_, child)| weight(child)).sum();
    let (mut known, mut rest) = (0.0, all);
    for (searched, (number, child)) in (1..).zip(children) {
        let own = f64::from(walk.tree().weight(child));
        rest -= own;
        let others = Interval { low: known + rest * values.low, high: known + rest * values.high };
        let needed = Interval {
            low: (all * window.low - others.high) / own,
            high: (all * window.high - others.low) / own,
        };
        let value = walk.after_chance(|walk| {
            walk.at(*number, |walk| search(walk, child, needed.within(values), values))
        })?;
        known += own * value;
        let (score, player) = match needed.bound(value) {
            Bound::Exact => continue,
            Bound::Upper => ((own * value + others.high) / all, Player::Min),
            Bound::Lower => ((own * value + others.low) / all, Player::Max),
        };
        if searched < children.len() {
            let skipped = (children.len() - searched) as u16;
            let cutoff = cutoff(player, score, window, values);
            walk.emit(Event::Cut(Cutoff { searched: searched as u16, skipped, ..cutoff }))?;
        }
        return Ok(score);
    }
    Ok(known / all)
}

/// The cutoff of a chance node, but for its children.
fn cutoff(player: Player, score: f64, window: Interval, values: Interval) -> Cutoff {
    let (bound, rest) = match player {
        Player::Max => (window.high, values.low),
        Player::Min => (window.low, values.high),
    };
    Cutoff {
        player,
        searched: 0,
        skipped: 0,
        score: nearest(score),
        bound: to_value(bound.round()),
        against: Against::Chance { window: window.rounded_outward(), rest: nearest(rest) },
        reach: Reach::Window,
    }
}

/// A whole number or an infinity as a value.
fn to_value(value: f64) -> Value {
    value.clamp(MINUS_INFINITY.into(), PLUS_INFINITY.into()) as Value
}
