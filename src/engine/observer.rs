//! What the engine tells of its work, for others to count.

use super::{Priority, Report};

/// Hears what becomes of questions. Others wait meanwhile, so it has to be quick.
pub trait Observer: Send + Sync {
    /// A question about a game was asked, and its answer comes from there.
    fn asked(&self, game: &'static str, tier: Tier);
    /// A search has ended, be it for nobody any more.
    fn searched(&self, priority: Priority, report: &Report);
}

/// Nobody listens.
impl Observer for () {
    fn asked(&self, _: &'static str, _: Tier) {}
    fn searched(&self, _: Priority, _: &Report) {}
}

/// Where the answer to a question comes from, the cheapest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tier {
    /// The rules: the game is over.
    Rules,
    /// A proven answer that was kept.
    Kept,
    /// A search that is in flight for an equal question.
    Joined,
    /// A search of its own.
    Search,
}

impl Tier {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Rules, Self::Kept, Self::Joined, Self::Search];
}
