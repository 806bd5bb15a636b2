//! Trees behind one interface.

use super::RunObserver;
use bestmove_core::game::Invalid;
use bestmove_trees::{
    GivenTree, NodePath, OutOfMemory, Player, Polled, RandomTree, ResourceLimiter, Search, SearchAnswer,
    Settings, Stopped, Tree, TreeSize, TreeSource, UniformSize, catalogue, picture, smallest_proof,
};
use picture::{Layout, MAX_DRAWN};

/// The most leaves of a tree that is written as text.
const MAX_PRINTED_LEAVES: usize = 10_000;

/// A tree to search.
pub trait AnyTree: Send {
    /// Makes the tree, if it is not in memory and there is time to make it.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`] if there is none for it.
    fn make(&mut self, _limiter: &dyn ResourceLimiter) -> Result<(), OutOfMemory> {
        Ok(())
    }
    /// The player to move at the root.
    fn root(&self) -> Player;
    /// The depth in plies.
    fn depth(&self) -> usize;
    /// The size, if it is the same for all inner nodes.
    fn uniform_size(&self) -> Option<UniformSize> {
        None
    }
    /// Whether a leaf takes longer to value than a look at the clock takes.
    fn has_slow_leaves(&self) -> bool {
        false
    }
    /// The field of a request that decides its size.
    fn size_field(&self) -> &'static str;
    /// Counts its nodes, if its size does not come with it and the limiter leaves the time.
    fn count(&self, _limiter: &dyn ResourceLimiter) -> Option<TreeSize> {
        None
    }
    /// Where it comes from. What takes time to compute is unknown if the limiter stops that.
    fn origin(&self, limiter: &dyn ResourceLimiter) -> TreeOrigin;
    /// Runs a search.
    ///
    /// # Errors
    ///
    /// [`Stopped`] by the observer, or because there was no time to make the tree.
    fn search(
        &self,
        search: Search,
        settings: &Settings,
        observer: &mut RunObserver<'_>,
    ) -> Result<SearchAnswer, Stopped>;
    /// The places of its nodes in a picture. Makes the tree, which takes next to no time if it may be drawn.
    ///
    /// # Errors
    ///
    /// If the tree is too large to draw.
    fn layout(&mut self, limiter: &dyn ResourceLimiter) -> Result<Layout, Invalid>;
    /// A line by the moves of its game, if it is the tree of a position.
    fn moves_of(&self, line: &NodePath) -> Option<Vec<String>>;
    /// The move to each node of a picture, the root first, if it is the tree of a position.
    fn moves_in(&self, layout: &Layout, limiter: &dyn ResourceLimiter) -> Option<Vec<String>>;
}

/// Where a tree comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreeOrigin {
    /// It is in memory.
    InMemory {
        /// The tree as nested numbers, unless it is large.
        text: Option<String>,
        /// The number of leaves.
        leaves: usize,
        /// The number of nodes.
        nodes: usize,
        /// The least number of leaves that prove its value.
        smallest_proof: Option<usize>,
    },
    /// It is the tree of a position.
    Position {
        /// The ID of the game.
        game: &'static str,
        /// The position.
        position: String,
    },
}

/// A tree of numbers. A random one is made when a worker needs it.
pub enum NumberTree {
    /// It is in memory.
    Made(GivenTree),
    /// Its arguments, which are within their ranges, and the player to move at the root.
    Random(RandomTree, Player),
}

impl From<TreeSource> for NumberTree {
    fn from(source: TreeSource) -> Self {
        match source {
            TreeSource::InMemory(tree) => Self::Made(tree),
            TreeSource::Random(random, root) => Self::Random(random, root),
        }
    }
}

impl NumberTree {
    /// The tree, if it has been made.
    const fn made(&self) -> Option<&GivenTree> {
        match self {
            Self::Made(tree) => Some(tree),
            Self::Random(..) => None,
        }
    }
}

impl AnyTree for NumberTree {
    fn make(&mut self, limiter: &dyn ResourceLimiter) -> Result<(), OutOfMemory> {
        let Self::Random(random, root) = *self else { return Ok(()) };
        let (bytes, more) = (random.bytes(), random.bytes_of_generation());
        limiter.take_memory(bytes + more)?;
        if let Ok(tree) = random.generate_within(root, limiter) {
            *self = Self::Made(tree);
        }
        limiter.return_memory(more);
        Ok(())
    }

    fn root(&self) -> Player {
        match self {
            Self::Made(tree) => tree.root_player(),
            Self::Random(_, root) => *root,
        }
    }

    fn depth(&self) -> usize {
        match self {
            Self::Made(tree) => tree.depth(),
            Self::Random(random, _) => random.depth,
        }
    }

    fn uniform_size(&self) -> Option<UniformSize> {
        match self {
            Self::Made(tree) => tree.uniform_size(),
            Self::Random(random, _) => Some(random.size()),
        }
    }

    fn size_field(&self) -> &'static str {
        "tree"
    }

    fn origin(&self, limiter: &dyn ResourceLimiter) -> TreeOrigin {
        match self {
            Self::Made(tree) => TreeOrigin::InMemory {
                text: (tree.leaf_count() <= MAX_PRINTED_LEAVES).then(|| tree.to_string()),
                leaves: tree.leaf_count(),
                nodes: tree.node_count(),
                smallest_proof: smallest_proof(tree, &mut Polled::new(limiter, ()))
                    .ok()
                    .map(|leaves| leaves.len()),
            },
            Self::Random(random, _) => {
                let size = random.size();
                let (leaves, nodes) = (size.leaves, size.nodes());
                TreeOrigin::InMemory { text: None, leaves, nodes, smallest_proof: None }
            }
        }
    }

    fn search(
        &self,
        search: Search,
        settings: &Settings,
        observer: &mut RunObserver<'_>,
    ) -> Result<SearchAnswer, Stopped> {
        catalogue::run(search, self.made().ok_or(Stopped)?, settings, observer)
    }

    fn layout(&mut self, limiter: &dyn ResourceLimiter) -> Result<Layout, Invalid> {
        if let Self::Random(random, root) = self {
            Layout::refuse_larger(&random.size(), MAX_DRAWN)?;
            *self = Self::Made(random.generate(*root)?);
        }
        let tree = self.made().expect("it has just been made");
        Layout::paused(tree, None, MAX_DRAWN, limiter)
    }

    fn moves_of(&self, _: &NodePath) -> Option<Vec<String>> {
        None
    }

    fn moves_in(&self, _: &Layout, _: &dyn ResourceLimiter) -> Option<Vec<String>> {
        None
    }
}
