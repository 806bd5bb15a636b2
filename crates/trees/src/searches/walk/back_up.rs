//! The scores of a walk: how they are backed up, and what they cut.

use super::Walk;
use crate::record::{Against, Cutoff, Event, Observer, Reach, Stopped};
use crate::searches::bounds::Bounds;
use crate::trees::Tree;
use crate::value::{Bound, Player, Ties, Value, Window};
use std::ops::Range;

impl<T: Tree, O: Observer> Walk<'_, T, O> {
    /// Backs up the score of a child to the current node, and tells whether it is better than the
    /// best of those before.
    #[inline]
    pub fn back_up(&mut self, child: u16, score: Value, best: &mut Value) -> Result<bool, Stopped> {
        let is_better = self.player().prefers(score, *best);
        if is_better {
            *best = score;
            self.improve(child, score)?;
        }
        Ok(is_better)
    }

    /// A child of the current node is better than those before, maybe by more than its score tells.
    #[inline]
    pub(in crate::searches) fn improve(&mut self, child: u16, score: Value) -> Result<(), Stopped> {
        self.take_line(child, score);
        self.emit(Event::Improve { score, child })
    }

    /// The best score of the current node so far, and its line, are those of a child.
    #[inline]
    pub(super) fn take_line(&mut self, child: u16, score: Value) {
        if self.only_counts() {
            return;
        }
        let frame = &mut self.frames[self.path.len() + 1];
        frame.best = score;
        let Range { start, end } = frame.line;
        // The line of the child is behind that of the node.
        if start < end {
            let below = end..self.lines.len();
            let length = below.len();
            self.lines.copy_within(below, start);
            self.lines.truncate(start + length);
        }
        self.lines.push(child);
        frame.line.end = self.lines.len();
    }

    /// Whether the children after the first `searched` are cut, once the window has become `window`. Takes note of
    /// the cutoff if there are any.
    #[inline]
    pub fn cuts(&mut self, window: Window, searched: usize, children: usize) -> Result<bool, Stopped> {
        if !window.is_closed(self.ties) {
            return Ok(false);
        }
        if searched < children && !self.only_counts() {
            self.cut(window, searched, children)?;
        }
        Ok(true)
    }

    /// Tells the observer of a cutoff.
    #[inline(never)]
    pub(in crate::searches) fn cut(
        &mut self,
        window: Window,
        searched: usize,
        children: usize,
    ) -> Result<(), Stopped> {
        let cutoff = self.cutoff(window, searched as u16, (children - searched) as u16);
        self.emit(Event::Cut(cutoff))
    }

    /// Ends the visit of the current node.
    #[inline]
    pub fn leave(&mut self, score: Value) -> Result<Value, Stopped> {
        if self.only_counts() {
            return Ok(score);
        }
        let window = self.frames[self.path.len() + 1].window;
        self.emit(Event::Leave { score, bound: window.bound(score) })?;
        self.close(score, |opponent| window.is_sure(opponent, score));
        Ok(score)
    }

    /// Ends the visit of the current node with a score that is known to be this kind of bound.
    #[inline]
    pub fn leave_with(&mut self, score: Value, bound: Bound) -> Result<Value, Stopped> {
        self.emit(Event::Leave { score, bound })?;
        self.close(score, |opponent| bound != Bound::beyond(opponent));
        Ok(score)
    }

    /// Keeps the score of the current node for its parent, where the opponent may be sure of it.
    #[inline]
    pub(super) fn close(&mut self, score: Value, is_sure: impl FnOnce(Player) -> bool) {
        if self.only_counts() {
            return;
        }
        let (ply, opponent) = (self.path.len(), !self.player());
        let [parent, frame] = &mut self.frames[ply..ply + 2] else { unreachable!("two plies") };
        self.lines.truncate(frame.line.end);
        if is_sure(opponent) {
            parent.assure(opponent, score);
        }
    }

    /// Finds bounds of the value of the current node in the memory, which do not suffice.
    pub(in crate::searches) fn remember(
        &mut self,
        node: &T::Node,
        Bounds { lower, upper }: Bounds,
    ) -> Result<(), Stopped> {
        if !self.only_counts() {
            let player = self.player();
            let sure = if player == Player::Max { lower } else { upper };
            self.frames[self.path.len() + 1].assure(player, sure);
        }
        self.emit_numbered(node, Event::Probe { lower, upper, hit: false })
    }

    /// Finds bounds in the memory that answer the visit, before it has come to the children.
    pub(in crate::searches) fn answer(
        &mut self,
        node: &T::Node,
        Bounds { lower, upper }: Bounds,
        (score, bound): (Value, Bound),
    ) -> Result<Value, Stopped> {
        self.emit_numbered(node, Event::Probe { lower, upper, hit: true })?;
        self.leave_unopened(score, bound)
    }

    fn cutoff(&self, window: Window, searched: u16, skipped: u16) -> Cutoff {
        let player = self.player();
        let (score, bound) = (window.bound_of(player), window.bound_of(!player));
        let least = player.view(score) - Value::from(self.ties == Ties::Search);
        let closes = |other| player.view(other) <= least;
        let ply = self.path.len();
        let (own, ancestors) = (&self.frames[ply + 1], &self.frames[self.first + 1..=ply]);
        let is_shallow = ancestors.last().is_some_and(|parent| closes(parent.sure) || closes(parent.best));
        // The opponent's, from the parent up.
        let mut opponents = ancestors.iter().enumerate().rev().step_by(2);
        let (against, reach) = match opponents.find(|(_, ancestor)| closes(ancestor.sure)) {
            None => (Against::Window(own.window), Reach::Window),
            Some((ply, ancestor)) => {
                let against = Against::Ancestor { ply: (self.first + ply) as u16, sure: ancestor.sure };
                (against, if is_shallow { Reach::Shallow } else { Reach::Deep })
            }
        };
        Cutoff { player, searched, skipped, score, bound, against, reach }
    }
}
