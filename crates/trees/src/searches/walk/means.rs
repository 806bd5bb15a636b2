//! Scores of a walk that are means: reported unrounded, stored as the nearest integer.

use super::Walk;
use crate::record::{Event, Observer, Stopped};
use crate::trees::Tree;
use crate::value::{Bound, Window, nearest};

impl<T: Tree, O: Observer> Walk<'_, T, O> {
    /// Begins a visit of the current node.
    pub(in crate::searches) fn enter_mean(&mut self, window: Window<f64>) -> Result<(), Stopped> {
        self.open(window.rounded_outward());
        self.emit_mean(Event::Enter { window })
    }

    /// A child of the current node is better than those before.
    pub(in crate::searches) fn improve_mean(&mut self, child: u16, score: f64) -> Result<(), Stopped> {
        self.take_line(child, nearest(score));
        self.emit_mean(Event::Improve { score, child })
    }

    /// Ends the visit of the current node with a score that is known to be this kind of bound.
    pub(in crate::searches) fn leave_mean(&mut self, score: f64, bound: Bound) -> Result<(), Stopped> {
        self.emit_mean(Event::Leave { score, bound })?;
        self.close(nearest(score), |opponent| bound != Bound::beyond(opponent));
        Ok(())
    }

    /// Tells the observer of an event at the current node.
    pub(in crate::searches) fn emit_mean(&mut self, event: Event<f64>) -> Result<(), Stopped> {
        self.observer.observe_mean(self.path.as_slice().into(), event)
    }
}
