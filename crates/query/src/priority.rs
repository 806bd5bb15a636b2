//! Priorities of searches.

/// How a search is scheduled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Priority {
    /// A client waits for this one answer.
    Interactive,
    /// One of many positions of a batch.
    Batch,
    /// A background analysis, which outlives the request that started it.
    Background,
}

impl Priority {
    /// All priorities, highest first.
    pub const ALL: [Self; 3] = [Self::Interactive, Self::Batch, Self::Background];
}
