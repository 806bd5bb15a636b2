//! Trees behind one interface.

use crate::classic::{
    Event, GivenTree, Observer, Outcome, Path, Player, Polled, Search, Settings, Stopped, Tree, TreeSource,
    catalogue, picture, smallest_proof,
};
use crate::game::Invalid;
use picture::{Layout, MAX_DRAWN};
use std::cell::LazyCell;

/// The most leaves of a tree that is written as text.
const MAX_PRINTED_LEAVES: usize = 10_000;

/// A tree to search.
pub trait AnyTree: Send {
    /// The player to move at the root.
    fn root(&self) -> Player;
    /// The depth in plies.
    fn depth(&self) -> usize;
    /// The field of a request that decides its size.
    fn size_field(&self) -> &'static str;
    /// Where it comes from. What takes time to compute is unknown if it must stop.
    fn origin(&self, must_stop: &dyn Fn() -> bool) -> TreeOrigin;
    /// Runs a search.
    ///
    /// # Errors
    ///
    /// [`Stopped`] by the observer.
    fn search(
        &self,
        search: Search,
        settings: &Settings,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, Stopped>;
    /// The places of its nodes in a picture.
    ///
    /// # Errors
    ///
    /// If the tree is too large to draw.
    fn layout(&self) -> Result<Layout, Invalid>;
    /// A line by the moves of its game, if it is the tree of a position.
    fn moves_of(&self, line: &Path) -> Option<Vec<String>>;
    /// The move to each node of a picture, the root first, if it is the tree of a position.
    fn moves_in(&self, layout: &Layout) -> Option<Vec<String>>;
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

/// A tree of numbers, which is made when a worker needs it.
pub struct NumberTree(LazyCell<GivenTree, Box<dyn FnOnce() -> GivenTree + Send>>);

impl From<TreeSource> for NumberTree {
    fn from(source: TreeSource) -> Self {
        Self(LazyCell::new(Box::new(move || source.into_tree())))
    }
}

impl AnyTree for NumberTree {
    fn root(&self) -> Player {
        self.0.root_player()
    }

    fn depth(&self) -> usize {
        self.0.depth()
    }

    fn size_field(&self) -> &'static str {
        "tree"
    }

    fn origin(&self, must_stop: &dyn Fn() -> bool) -> TreeOrigin {
        let tree: &GivenTree = &self.0;
        let mut observer = Polled::new(must_stop, Unwatched);
        TreeOrigin::InMemory {
            text: (tree.leaf_count() <= MAX_PRINTED_LEAVES).then(|| tree.to_string()),
            leaves: tree.leaf_count(),
            nodes: tree.node_count(),
            smallest_proof: smallest_proof(tree, &mut observer).ok().map(|leaves| leaves.len()),
        }
    }

    fn search(
        &self,
        search: Search,
        settings: &Settings,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, Stopped> {
        catalogue::run(search, &*self.0, settings, observer)
    }

    fn layout(&self) -> Result<Layout, Invalid> {
        Layout::new(&*self.0, None, MAX_DRAWN)
    }

    fn moves_of(&self, _: &Path) -> Option<Vec<String>> {
        None
    }

    fn moves_in(&self, _: &Layout) -> Option<Vec<String>> {
        None
    }
}

/// Lets the work be stopped, and nothing else.
struct Unwatched;

impl Observer for Unwatched {
    fn observe(&mut self, _: &Path, _: Event) -> Result<(), Stopped> {
        Ok(())
    }
}
