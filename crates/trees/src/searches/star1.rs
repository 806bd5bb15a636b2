//! Star1: alpha-beta on a tree with chance nodes. All values lie between known bounds, so the mean
//! of a chance node does too as soon as some of its children are known: the rest is cut once it can
//! no longer be inside the window.
//!
//! Ballard, *The \*-Minimax Search Procedure for Trees Containing Chance Nodes*, 1983; Hauk, Buro
//! and Schaeffer, *Rediscovering \*-Minimax Search*, 2004.
//!
//! The bounds are the least and the largest leaf of the tree. Without chance nodes it is
//! alpha-beta. Star2 is the same with probes.

use super::expectiminimax::prefers;
use super::order::Children;
use super::star2::Probed;
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
    StarSearch::new(walk.tree(), false).root(walk, root, window)
}

/// A window or a range of expectations.
#[derive(Clone, Copy)]
pub(super) struct Interval {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Interval {
    pub(super) fn of(Window { alpha, beta }: Window) -> Self {
        let low = if alpha == MINUS_INFINITY { f64::NEG_INFINITY } else { alpha.into() };
        let high = if beta == PLUS_INFINITY { f64::INFINITY } else { beta.into() };
        Self { low, high }
    }

    /// As a window.
    pub(super) const fn window(self) -> Window<f64> {
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
    pub(super) fn within(self, values: Self) -> Self {
        let (low, high) = (self.low.max(values.low), self.high.min(values.high));
        Self { low: if low < high { low } else { high - 1.0 }, high }
    }
}

/// Star1 or Star2 on its way.
pub(super) struct StarSearch {
    /// The range of the leaves.
    pub(super) values: Interval,
    /// Whether it probes, as Star2 does.
    is_probing: bool,
    /// The nodes of the path from the root or the last chance node down.
    pub(super) levels: Vec<Level>,
}

/// A node whose children are being searched.
pub(super) struct Level {
    /// The window on entry.
    window: Interval,
    /// The best score of the finished children.
    best: f64,
    /// What the player to move is sure of by them.
    sure: f64,
}

impl Level {
    /// Before the first child.
    pub(super) fn new(window: Interval, player: Player) -> Self {
        let worst = player.worst().into();
        Self { window, best: worst, sure: worst }
    }
}

impl StarSearch {
    pub(super) fn new<T: Tree>(tree: &T, is_probing: bool) -> Self {
        let range = if tree.has_chance() { tree.leaf_range() } else { None };
        let (least, most) = range.unwrap_or((MINUS_INFINITY, PLUS_INFINITY));
        let values = Interval { low: least.into(), high: most.into() };
        Self { values, is_probing, levels: Vec::new() }
    }

    pub(super) fn root<T: Tree, O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        root: &T::Node,
        window: Window,
    ) -> Result<f64, Stopped> {
        Ok(self.search(walk, root, Interval::of(window), None)?.0)
    }

    /// Searches a node, whose first child may have been probed.
    pub(super) fn search<T: Tree, O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        node: &T::Node,
        window: Interval,
        probed: Option<Probed>,
    ) -> Result<(f64, Bound), Stopped> {
        walk.enter_mean(window.window())?;
        let children: Children<_> = walk.children(node)?.collect();
        if children.is_empty() {
            return Ok((walk.leaf(node)?.into(), Bound::Exact));
        }
        let score = if walk.tree().is_chance(node) {
            self.mean(walk, &children, window)?
        } else {
            self.best(walk, &children, window, probed)?
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
        probed: Option<Probed>,
    ) -> Result<f64, Stopped> {
        let (player, place) = (walk.player(), self.levels.len());
        self.levels.push(Level::new(window, player));
        for (searched, (number, child)) in (1..).zip(children) {
            let (value, bound) = match probed.filter(|_| searched == 1) {
                Some(Probed { value, bound, .. }) => (value, bound),
                None => walk.at(*number, |walk| self.search(walk, child, window, None))?,
            };
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
        let weights: Vec<f64> = children.iter().map(|(_, child)| walk.tree().weight(child).into()).collect();
        let above = std::mem::take(&mut self.levels);
        let mut mean = PartialMean { window, all: weights.iter().sum(), values: self.values, known: 0.0 };
        let score = self.decide(walk, children, &weights, &mut mean)?;
        self.levels = above;
        Ok(score.unwrap_or(mean.known / mean.all))
    }

    /// The score that decides whether the mean of a chance node is inside its window; none if all
    /// its children are known.
    fn decide<T: Tree, O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        children: &[(u16, T::Node)],
        weights: &[f64],
        mean: &mut PartialMean,
    ) -> Result<Option<f64>, Stopped> {
        let mut probes = Vec::new();
        if self.is_probing
            && let Some(score) = self.probe(walk, children, weights, mean, &mut probes)?
        {
            return Ok(Some(score));
        }
        let rests = mean.rests(weights, &probes);
        for (place, (number, child)) in children.iter().enumerate() {
            let (own, rest) = (weights[place], rests[place]);
            let others = Interval { low: mean.known + rest.low, high: mean.known + rest.high };
            let needed = mean.needed(own, others);
            let (window, probed) = (needed.within(self.values), probes.get(place).copied().flatten());
            let (value, _) =
                walk.after_chance(|walk| walk.at(*number, |walk| self.search(walk, child, window, probed)))?;
            mean.known += own * value;
            if let Some(decided) = mean.decided(own * value, others, needed.bound(value)) {
                mean.cut(
                    walk,
                    decided,
                    place + 1,
                    children.len(),
                    probes.iter().skip(place + 1).any(Option::is_some),
                )?;
                return Ok(Some(decided.0));
            }
        }
        Ok(None)
    }
}

/// The mean of a chance node some of whose children are finished.
pub(super) struct PartialMean {
    /// The window of the node.
    pub(super) window: Interval,
    /// The sum of all weights.
    pub(super) all: f64,
    /// The range of the values of a child.
    pub(super) values: Interval,
    /// The values of the finished children, each times its weight.
    pub(super) known: f64,
}

impl PartialMean {
    /// The window in which the value of a child decides whether the mean is inside, given the sum of the others.
    pub(super) fn needed(&self, weight: f64, others: Interval) -> Interval {
        Interval {
            low: (self.all * self.window.low - others.high) / weight,
            high: (self.all * self.window.high - others.low) / weight,
        }
    }

    /// The score of the node and the player for whom it is good enough, if the part of a child decides.
    pub(super) fn decided(&self, part: f64, others: Interval, bound: Bound) -> Option<(f64, Player)> {
        match bound {
            Bound::Exact => None,
            Bound::Upper => Some(((part + others.high) / self.all, Player::Min)),
            Bound::Lower => Some(((part + others.low) / self.all, Player::Max)),
        }
    }

    /// For each child, the range of the sum of those after it, each times its weight.
    fn rests(&self, weights: &[f64], probes: &[Option<Probed>]) -> Vec<Interval> {
        let mut rest = Interval { low: 0.0, high: 0.0 };
        let rests = weights.iter().enumerate().rev().map(|(place, weight)| {
            let after = rest;
            let probed = probes.get(place).copied().flatten();
            let own = probed.map_or(self.values, |probed| probed.range(self.values));
            rest = Interval { low: rest.low + weight * own.low, high: rest.high + weight * own.high };
            after
        });
        let mut rests: Vec<_> = rests.collect();
        rests.reverse();
        rests
    }

    /// Tells of a cutoff of the node, if it leaves children out.
    pub(super) fn cut<T: Tree, O: Observer>(
        &self,
        walk: &mut Walk<'_, T, O>,
        (score, player): (f64, Player),
        searched: usize,
        children: usize,
        is_probed: bool,
    ) -> Result<(), Stopped> {
        if searched == children {
            return Ok(());
        }
        let (bound, rest) = match player {
            Player::Max => (self.window.high, self.values.low),
            Player::Min => (self.window.low, self.values.high),
        };
        walk.emit_mean(Event::Cut(Cutoff {
            player,
            searched: searched as u16,
            skipped: (children - searched) as u16,
            score,
            bound: within_infinities(bound),
            against: Against::Chance { window: self.window.window(), rest, is_probed },
            reach: Reach::Window,
        }))
    }
}

/// An infinity as values have it.
const fn within_infinities(value: f64) -> f64 {
    value.clamp(MINUS_INFINITY as f64, PLUS_INFINITY as f64)
}
