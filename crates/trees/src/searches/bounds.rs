//! Bounds of the value of a node, as memories and transposition tables keep them.

use crate::value::{Bound, MINUS_INFINITY, PLUS_INFINITY, Value, Window};

/// What is proven of the value of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) lower: Value,
    pub(super) upper: Value,
}

impl Bounds {
    pub(super) const UNKNOWN: Self = Self { lower: MINUS_INFINITY, upper: PLUS_INFINITY };

    /// The score that answers a visit with this window, if the bounds suffice.
    pub(super) const fn answer(self, window: Window) -> Option<Value> {
        if self.lower >= window.beta {
            Some(self.lower)
        } else if self.upper <= window.alpha || self.lower == self.upper {
            Some(self.upper)
        } else {
            None
        }
    }

    /// Learns what the score of a search says.
    pub(super) fn learn(&mut self, bound: Bound, score: Value) {
        if bound != Bound::Upper {
            self.lower = score;
        }
        if bound != Bound::Lower {
            self.upper = score;
        }
    }

    /// The part of a window in which the value may be.
    pub(super) fn within(self, window: Window) -> Window {
        Window { alpha: window.alpha.max(self.lower), beta: window.beta.min(self.upper) }
    }
}
