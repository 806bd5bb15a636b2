//! The lines of a search.

use std::ops::{Deref, DerefMut};
use std::vec;

/// Lines with their scores, best first: at least one, which has no moves when the game is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Lines<L>(Vec<L>);

impl<L> Lines<L> {
    /// Lines, best first.
    ///
    /// # Panics
    ///
    /// If there are none.
    #[must_use]
    pub fn new(lines: Vec<L>) -> Self {
        assert!(!lines.is_empty(), "a search has a line");
        Self(lines)
    }

    /// The best line.
    #[must_use]
    pub fn best(&self) -> &L {
        &self.0[0]
    }
}

impl<L> From<L> for Lines<L> {
    fn from(only: L) -> Self {
        Self(vec![only])
    }
}

impl<L> Deref for Lines<L> {
    type Target = [L];

    fn deref(&self) -> &[L] {
        &self.0
    }
}

impl<L> DerefMut for Lines<L> {
    fn deref_mut(&mut self) -> &mut [L] {
        &mut self.0
    }
}

impl<L> IntoIterator for Lines<L> {
    type Item = L;
    type IntoIter = vec::IntoIter<L>;

    fn into_iter(self) -> vec::IntoIter<L> {
        self.0.into_iter()
    }
}
