//! The tree of a position.

use super::any_tree::{AnyTree, TreeOrigin};
use crate::classic::picture::{Layout, MAX_DRAWN};
use crate::classic::{
    GameTree, Leaf, Observer, Outcome, Player, Scoring, Search, Settings, Stopped, catalogue,
};
use crate::game::{Invalid, Notation};
use crate::query::FieldError;
use crate::query::typed_query::replay;
use crate::search::Path;
use crate::types::Depth;
use std::sync::Arc;

/// A position whose tree is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeRequest<'a> {
    /// The position; the start position if `None`.
    pub position: Option<&'a str>,
    /// The moves played from it.
    pub moves: &'a [String],
    /// The depth of the tree in plies, from 1 to [`TreeRequest::MAX_DEPTH`].
    pub depth: u8,
    /// The values of leaves.
    pub leaf: LeafRule,
}

impl TreeRequest<'_> {
    /// The largest depth in plies.
    pub const MAX_DEPTH: u64 = 64;
}

/// The values of leaves of the tree of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LeafRule {
    /// The score of a quiescence search.
    #[default]
    Quiescence,
    /// The static evaluation.
    Evaluation,
    /// 1, 0 or −1 where the game is over, 0 where it goes on.
    Result,
}

impl LeafRule {
    /// All rules with their names.
    pub const ALL: &[(&str, Self)] =
        &[("quiescence", Self::Quiescence), ("evaluation", Self::Evaluation), ("result", Self::Result)];
}

/// The tree of a position of a game of known type.
pub(crate) struct PositionTree<G: Notation> {
    path: Path<G>,
    depth: Depth,
    leaf: LeafRule,
    knowledge: Arc<G::Knowledge>,
}

impl<G: Notation> PositionTree<G> {
    /// Parses a request.
    pub(crate) fn parse(knowledge: Arc<G::Knowledge>, request: TreeRequest<'_>) -> Result<Self, FieldError> {
        let path = replay::<G>(request.position, request.moves)?.path;
        Ok(Self { path, depth: Depth::new(request.depth), leaf: request.leaf, knowledge })
    }

    fn tree(&self) -> GameTree<'_, G> {
        let (leaf, scoring) = match self.leaf {
            LeafRule::Quiescence => (Leaf::Quiescence, Scoring::Score),
            LeafRule::Evaluation => (Leaf::Evaluation, Scoring::Score),
            LeafRule::Result => (Leaf::Evaluation, Scoring::Result),
        };
        let knowledge = self.knowledge.as_ref();
        GameTree::new(*self.path.position(), self.path.before(), self.depth, knowledge, leaf).scored(scoring)
    }
}

impl<G: Notation> AnyTree for PositionTree<G> {
    fn root(&self) -> Player {
        Player::Max
    }

    fn depth(&self) -> usize {
        self.depth.plies().into()
    }

    fn size_field(&self) -> &'static str {
        "depth"
    }

    fn origin(&self, _: &dyn Fn() -> bool) -> TreeOrigin {
        TreeOrigin::Position { game: G::INFO.id, position: G::print(self.path.position()) }
    }

    fn search(
        &self,
        search: Search,
        settings: &Settings,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, Stopped> {
        catalogue::run(search, &self.tree(), settings, observer)
    }

    fn layout(&self) -> Result<Layout, Invalid> {
        Layout::new(&self.tree(), None, MAX_DRAWN)
    }

    fn moves_of(&self, line: &[u16]) -> Option<Vec<String>> {
        let tree = self.tree();
        (0..line.len()).map(|ply| Self::move_to(&tree, &line[..=ply])).collect()
    }

    fn moves_in(&self, layout: &Layout) -> Option<Vec<String>> {
        let tree = self.tree();
        let nodes = 1..layout.places().len() as u32;
        let moves = nodes.map(|node| Self::move_to(&tree, &layout.path(node)));
        [Some(String::new())].into_iter().chain(moves).collect()
    }
}

impl<G: Notation> PositionTree<G> {
    /// The move that leads to a node.
    fn move_to(tree: &GameTree<'_, G>, path: &[u16]) -> Option<String> {
        let (&child, before) = path.split_last()?;
        let parent = tree.at(before)?;
        let played = *tree.moves(&parent).get(usize::from(child))?;
        Some(G::print_move(parent.position(), played))
    }
}
