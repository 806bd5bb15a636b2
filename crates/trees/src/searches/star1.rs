//! Star1: alpha-beta on a tree with chance nodes. All values lie between known bounds, so the mean of a chance node does
//! too as soon as some of its children are known: the rest is cut once it can no longer be inside the window.
//!
//! Ballard, *The \*-Minimax Search Procedure for Trees Containing Chance Nodes*, 1983; Hauk, Buro and Schaeffer,
//! *Rediscovering \*-Minimax Search*, 2004.
//!
//! The bounds are the least and the largest leaf of the tree. Without chance nodes it is alpha-beta.

use super::expectiminimax::prefers;
use super::order::Children;
use super::walk::Walk;
use crate::record::{Against, Cutoff, Event, Observer, Reach, Stopped};
use crate::trees::Tree;
use crate::value::{Bound, MINUS_INFINITY, PLUS_INFINITY, Player, Window};

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
    let mut search = Star1 { values, levels: Vec::new() };
    Ok(search.search(walk, root, Interval::of(window))?.0)
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

    /// As a window.
    const fn window(self) -> Window<f64> {
        Window { alpha: within_infinities(self.low), beta: within_infinities(self.high) }
    }

    /// The bound that a player is sure of.
    const fn bound_of(self, player: Player) -> f64 {
        match player {
            Player::Max => self.low,
            Player::Min => self.high,
        }
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

/// The search on its way.
struct Star1 {
    /// The range of the leaves.
    values: Interval,
    /// The nodes of the path from the root or the last chance node down.
    levels: Vec<Level>,
}

/// A node whose children are being searched.
struct Level {
    /// The window on entry.
    window: Interval,
    /// The best score of the finished children.
    best: f64,
    /// What the player to move is sure of by them.
    sure: f64,
}

impl Star1 {
    fn search<T: Tree, O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        node: &T::Node,
        window: Interval,
    ) -> Result<(f64, Bound), Stopped> {
        walk.enter_mean(window.window())?;
        let children: Children<_> = walk.children(node)?.collect();
        if children.is_empty() {
            return Ok((walk.leaf(node)?.into(), Bound::Exact));
        }
        let score = if walk.tree().is_chance(node) {
            self.mean(walk, &children, window)?
        } else {
            self.best(walk, &children, window)?
        };
        let bound = window.bound(score);
        walk.leave_mean(score, bound)?;
        Ok((score, bound))
    }

    fn best<T: Tree, O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        children: &[(u16, T::Node)],
        mut window: Interval,
    ) -> Result<f64, Stopped> {
        let (player, place) = (walk.player(), self.levels.len());
        let worst = player.worst().into();
        self.levels.push(Level { window, best: worst, sure: worst });
        for (searched, (number, child)) in (1..).zip(children) {
            let (value, bound) = walk.at(*number, |walk| self.search(walk, child, window))?;
            let level = &mut self.levels[place];
            if bound != Bound::beyond(player) && prefers(player, value, level.sure) {
                level.sure = value;
            }
            if searched == 1 || prefers(player, value, level.best) {
                level.best = value;
                walk.improve_mean(*number, value)?;
            }
            match player {
                Player::Max => window.low = window.low.max(value),
                Player::Min => window.high = window.high.min(value),
            }
            if window.low >= window.high {
                if searched < children.len() {
                    let skipped = (children.len() - searched) as u16;
                    let cutoff = self.cutoff(walk, window);
                    walk.emit_mean(Event::Cut(Cutoff { searched: searched as u16, skipped, ..cutoff }))?;
                }
                break;
            }
        }
        Ok(self.levels.pop().expect("the level of the node").best)
    }

    /// The cutoff of a node of a player whose window has closed, but for its children.
    fn cutoff<T: Tree, O: Observer>(&self, walk: &Walk<'_, T, O>, window: Interval) -> Cutoff<f64> {
        let (player, ply) = (walk.player(), walk.path().len());
        let (score, bound) = (window.bound_of(player), window.bound_of(!player));
        let closes = |other| !prefers(player, other, score);
        let (own, ancestors) = self.levels.split_last().expect("the level of the node");
        let is_shallow = ancestors.last().is_some_and(|parent| closes(parent.sure) || closes(parent.best));
        // The opponent's, from the parent up.
        let mut opponents = (0..ply).rev().zip(ancestors.iter().rev()).step_by(2);
        let (against, reach) = match opponents.find(|(_, ancestor)| closes(ancestor.sure)) {
            None => (Against::Window(own.window.window()), Reach::Window),
            Some((ply, ancestor)) => {
                let against = Against::Ancestor { ply: ply as u16, sure: ancestor.sure };
                (against, if is_shallow { Reach::Shallow } else { Reach::Deep })
            }
        };
        let bound = within_infinities(bound);
        Cutoff { player, searched: 0, skipped: 0, score, bound, against, reach }
    }

    /// The mean of a chance node, each child with the window in which its value decides whether the mean is inside.
    fn mean<T: Tree, O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        children: &[(u16, T::Node)],
        window: Interval,
    ) -> Result<f64, Stopped> {
        let weight = |child| f64::from(walk.tree().weight(child));
        let (values, all) = (self.values, children.iter().map(|(_, child)| weight(child)).sum::<f64>());
        let above = std::mem::take(&mut self.levels);
        let (mut known, mut rest) = (0.0, all);
        let mut decided = None;
        for (searched, (number, child)) in (1..).zip(children) {
            let own = f64::from(walk.tree().weight(child));
            rest -= own;
            let others = Interval { low: known + rest * values.low, high: known + rest * values.high };
            let needed = Interval {
                low: (all * window.low - others.high) / own,
                high: (all * window.high - others.low) / own,
            };
            let (value, _) = walk.after_chance(|walk| {
                walk.at(*number, |walk| self.search(walk, child, needed.within(values)))
            })?;
            known += own * value;
            let (score, player) = match needed.bound(value) {
                Bound::Exact => continue,
                Bound::Upper => ((own * value + others.high) / all, Player::Min),
                Bound::Lower => ((own * value + others.low) / all, Player::Max),
            };
            if searched < children.len() {
                let skipped = (children.len() - searched) as u16;
                let cutoff = cutoff_by_chance(player, score, window, values);
                walk.emit_mean(Event::Cut(Cutoff { searched: searched as u16, skipped, ..cutoff }))?;
            }
            decided = Some(score);
            break;
        }
        self.levels = above;
        Ok(decided.unwrap_or(known / all))
    }
}

/// The cutoff of a chance node, but for its children.
const fn cutoff_by_chance(player: Player, score: f64, window: Interval, values: Interval) -> Cutoff<f64> {
    let (bound, rest) = match player {
        Player::Max => (window.high, values.low),
        Player::Min => (window.low, values.high),
    };
    Cutoff {
        player,
        searched: 0,
        skipped: 0,
        score,
        bound: within_infinities(bound),
        against: Against::Chance { window: window.window(), rest },
        reach: Reach::Window,
    }
}

/// An infinity as values have it.
const fn within_infinities(value: f64) -> f64 {
    value.clamp(MINUS_INFINITY as f64, PLUS_INFINITY as f64)
}
