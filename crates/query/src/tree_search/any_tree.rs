//! Trees behind one interface.

use super::RunObserver;
use bestmove_core::game::Invalid;
use bestmove_trees::{
    GivenTree, MAX_NODES, NodePath, OutOfMemory, Player, Polled, RandomTree, ResourceLimiter, Search,
    SearchAnswer, Settings, Stopped, Tree, TreeSize, TreeSource, UniformSize, UniformTree, catalogue,
    minimal_leaves, picture, smallest_proof,
};
use picture::{Layout, MAX_DRAWN};

/// The most nodes that the counts of distinct leaves name, for all searches of a request: 84 MB.
const MAX_NAMED_NODES: usize = 4_000_000;
/// The same where a leaf is valued in less time than it is named.
const MAX_NAMED_NODES_OF_UNIFORM: usize = 500_000;
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
    /// Whether it has chance nodes.
    fn has_chance(&self) -> bool {
        false
    }
    /// The size, if all inner nodes have as many children and a number for each node fits in memory.
    fn uniform_size(&self) -> Option<UniformSize> {
        None
    }
    /// The most nodes that the counts of distinct leaves name, for all searches of a request.
    fn most_named(&self) -> usize {
        MAX_NAMED_NODES
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
    /// The moves and positions of a picture, if it is the tree of a position.
    fn positions_in(&self, layout: &Layout, limiter: &dyn ResourceLimiter) -> Option<DrawnPositions>;
}

/// What a game says of each node of a picture, the root first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawnPositions {
    /// The move to the node; empty at the root.
    pub moves: Vec<String>,
    /// The position.
    pub positions: Vec<String>,
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
        /// The least number of leaves that prove its value, if it has no chance nodes.
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

/// A tree of numbers. A random one is made when a worker needs it, a uniform one never.
pub enum NumberTree {
    /// It is in memory.
    Made(GivenTree),
    /// Its arguments, which are within their ranges, and the player to move at the root.
    Random(RandomTree, Player),
    /// Its values follow from its arguments, which are within their ranges.
    Uniform(UniformTree),
}

impl From<TreeSource> for NumberTree {
    fn from(source: TreeSource) -> Self {
        match source {
            TreeSource::InMemory(tree) => Self::Made(tree),
            TreeSource::Random(random, root) => Self::Random(random, root),
            TreeSource::Uniform(uniform) => Self::Uniform(uniform),
        }
    }
}

/// What is said of a tree in memory.
fn origin_in_memory(tree: &GivenTree, limiter: &dyn ResourceLimiter) -> TreeOrigin {
    // A mean has no smallest proof.
    let proof =
        if tree.has_chance() { None } else { smallest_proof(tree, &mut Polled::new(limiter, ())).ok() };
    TreeOrigin::InMemory {
        text: (tree.leaf_count() <= MAX_PRINTED_LEAVES).then(|| tree.to_string()),
        leaves: tree.leaf_count(),
        nodes: tree.node_count(),
        smallest_proof: proof.map(|leaves| leaves.len()),
    }
}

/// What is said of a tree whose values follow from its arguments.
fn origin_of_uniform(tree: &UniformTree, limiter: &dyn ResourceLimiter) -> TreeOrigin {
    let size = tree.size();
    if let (true, Ok(tree)) = (size.leaves <= MAX_PRINTED_LEAVES, tree.to_given()) {
        return origin_in_memory(&tree, limiter);
    }
    let minimal = || minimal_leaves(tree.branching as u64, tree.depth as u32);
    let smallest_proof = if tree.has_chance() { None } else { minimal() };
    let smallest_proof = smallest_proof.and_then(|leaves| usize::try_from(leaves).ok());
    TreeOrigin::InMemory { text: None, leaves: size.leaves, nodes: size.nodes(), smallest_proof }
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
            Self::Uniform(uniform) => uniform.root,
        }
    }

    fn depth(&self) -> usize {
        match self {
            Self::Made(tree) => tree.depth(),
            Self::Random(random, _) => random.depth,
            Self::Uniform(uniform) => uniform.depth,
        }
    }

    fn has_chance(&self) -> bool {
        match self {
            Self::Made(tree) => tree.has_chance(),
            Self::Random(random, _) => random.has_chance(),
            Self::Uniform(tree) => tree.has_chance(),
        }
    }

    fn uniform_size(&self) -> Option<UniformSize> {
        match self {
            Self::Made(tree) => tree.uniform_size(),
            Self::Random(random, _) => Some(random.size()),
            Self::Uniform(uniform) => Some(uniform.size()).filter(|size| size.nodes() <= MAX_NODES),
        }
    }

    fn most_named(&self) -> usize {
        if matches!(self, Self::Uniform(_)) { MAX_NAMED_NODES_OF_UNIFORM } else { MAX_NAMED_NODES }
    }

    fn size_field(&self) -> &'static str {
        "tree"
    }

    fn origin(&self, limiter: &dyn ResourceLimiter) -> TreeOrigin {
        match self {
            Self::Made(tree) => origin_in_memory(tree, limiter),
            Self::Uniform(uniform) => origin_of_uniform(uniform, limiter),
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
        match self {
            Self::Made(tree) => catalogue::run(search, tree, settings, observer),
            Self::Uniform(tree) => catalogue::run(search, tree, settings, observer),
            Self::Random(..) => Err(Stopped),
        }
    }

    fn layout(&mut self, limiter: &dyn ResourceLimiter) -> Result<Layout, Invalid> {
        match self {
            Self::Made(tree) => Layout::paused(tree, None, MAX_DRAWN, limiter),
            Self::Uniform(tree) => {
                Layout::refuse_larger(&tree.size(), MAX_DRAWN)?;
                Layout::paused(tree, None, MAX_DRAWN, limiter)
            }
            Self::Random(random, root) => {
                Layout::refuse_larger(&random.size(), MAX_DRAWN)?;
                let tree = random.generate(*root)?;
                let layout = Layout::paused(&tree, None, MAX_DRAWN, limiter);
                *self = Self::Made(tree);
                layout
            }
        }
    }

    fn moves_of(&self, _: &NodePath) -> Option<Vec<String>> {
        None
    }

    fn positions_in(&self, _: &Layout, _: &dyn ResourceLimiter) -> Option<DrawnPositions> {
        None
    }
}
