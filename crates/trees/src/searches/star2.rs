//! Star2: Star1 that probes. Before it searches the children of a chance node, it searches one
//! child of each of them: the value of that is a bound of the child, so that many means are decided
//! by the probes alone.
//!
//! Ballard, *The \*-Minimax Search Procedure for Trees Containing Chance Nodes*, 1983; Hauk, Buro
//! and Schaeffer, *Rediscovering \*-Minimax Search*, 2004.
//!
//! It probes the first child, and where the mean is still open, goes on with the second one: no
//! leaf is evaluated twice.

use super::order::Children;
use super::star1::{Interval, Level, PartialMean, StarSearch};
use super::walk::Walk;
use crate::record::{Event, Observer, Stopped};
use crate::trees::Tree;
use crate::value::{Bound, Player, Window};

/// The expectation of the root, or a bound of it that is outside the window.
///
/// # Errors
///
/// [`Stopped`] by the observer.
pub fn star2<T: Tree, O: Observer>(
    walk: &mut Walk<'_, T, O>,
    root: &T::Node,
    window: Window,
) -> Result<f64, Stopped> {
    StarSearch::new(walk.tree(), true).root(walk, root, window)
}

/// The first child of a child of a chance node, searched.
#[derive(Clone, Copy)]
pub(super) struct Probed {
    pub(super) value: f64,
    pub(super) bound: Bound,
    /// The player who chooses it.
    player: Player,
}

impl Probed {
    /// The range of the value of its parent: at least this value for Max, at most this value for Min.
    pub(super) fn range(self, values: Interval) -> Interval {
        let Self { value, bound, player } = self;
        match player {
            _ if bound == Bound::beyond(player) => values,
            Player::Max => Interval { low: values.low.max(value), ..values },
            Player::Min => Interval { high: values.high.min(value), ..values },
        }
    }
}

impl StarSearch {
    /// Probes the children of a chance node where a player moves, one after the other, as far as
    /// the mean is open. The score if a probe decides.
    pub(super) fn probe<T: Tree, O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        children: &[(u16, T::Node)],
        weights: &[f64],
        mean: &PartialMean,
        probes: &mut Vec<Option<Probed>>,
    ) -> Result<Option<f64>, Stopped> {
        let (mut before, mut rest) = (Interval { low: 0.0, high: 0.0 }, mean.all);
        for ((number, child), &own) in children.iter().zip(weights) {
            rest -= own;
            let others = Interval {
                low: before.low + rest * self.values.low,
                high: before.high + rest * self.values.high,
            };
            let needed = mean.needed(own, others);
            let probed =
                walk.after_chance(|walk| walk.at(*number, |walk| self.probe_child(walk, child, needed)))?;
            let range = probed.map_or(self.values, |probed| probed.range(self.values));
            probes.push(probed);
            // A probe proves one side alone: Max gets no less, Min no more.
            let decided = probed.and_then(|Probed { value, player, .. }| {
                let bound = needed.bound(value);
                let is_proven = bound == Bound::beyond(!player);
                if is_proven { mean.decided(own * value, others, bound) } else { None }
            });
            if let Some(decided) = decided {
                mean.cut(walk, decided, probes.len(), children.len(), false)?;
                return Ok(Some(decided.0));
            }
            before = Interval { low: before.low + own * range.low, high: before.high + own * range.high };
        }
        Ok(None)
    }

    /// Searches the first child of the current node, if a player moves there.
    fn probe_child<T: Tree, O: Observer>(
        &mut self,
        walk: &mut Walk<'_, T, O>,
        node: &T::Node,
        needed: Interval,
    ) -> Result<Option<Probed>, Stopped> {
        if walk.tree().is_chance(node) || walk.tree().children(node).len() == 0 {
            return Ok(None);
        }
        let window = needed.within(self.values);
        walk.emit_mean(Event::ProbeChild)?;
        walk.enter_mean(window.window())?;
        let children: Children<_> = walk.children(node)?.collect();
        let player = walk.player();
        self.levels.push(Level::new(window, player));
        let (number, child) = &children[0];
        let (value, bound) = walk.at(*number, |walk| self.search(walk, child, window, None))?;
        self.levels.pop();
        walk.improve_mean(*number, value)?;
        let trivial = if player == Player::Max { self.values.low } else { self.values.high };
        let (score, proven) = match bound {
            _ if children.len() == 1 => (value, bound),
            _ if bound == Bound::beyond(player) => (trivial, Bound::beyond(!player)),
            _ => (value, Bound::beyond(!player)),
        };
        walk.leave_mean(score, proven)?;
        Ok(Some(Probed { value, bound, player }))
    }
}
