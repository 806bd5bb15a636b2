//! The principal variation, built on the way up the tree.

/// Moves from a node onwards: best play by both sides as far as the search knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M>(Vec<M>);

impl<M: Copy> Line<M> {
    /// The empty line.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Removes all moves.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Becomes `first` followed by `rest`.
    pub fn join(&mut self, first: M, rest: &Self) {
        self.0.clear();
        self.0.push(first);
        self.0.extend_from_slice(&rest.0);
    }

    /// The moves in order of play.
    #[must_use]
    pub fn moves(&self) -> &[M] {
        &self.0
    }
}

impl<M: Copy> Default for Line<M> {
    fn default() -> Self {
        Self::new()
    }
}
