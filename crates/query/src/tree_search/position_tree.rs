//! The tree of a position.

use super::RunObserver;
use super::any_tree::{AnyTree, DrawnPositions, TreeOrigin};
use crate::FieldError;
use crate::typed_query::replay;
use bestmove_core::game::{Invalid, Notation};
use bestmove_core::search::Path;
use bestmove_core::types::Depth;
use bestmove_trees::picture::{Layout, MAX_DRAWN};
use bestmove_trees::{
    GameNode, GameTree, Leaf, Player, Polled, ResourceLimiter, Scoring, Search, SearchAnswer, Settings,
    Stopped, Tree, TreeSize, catalogue,
};
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
    /// The static evaluation after all noisy moves, with which the tree goes on.
    NoisyMoves,
}

impl LeafRule {
    /// All rules with their names.
    pub const ALL: &[(&str, Self)] = &[
        ("quiescence", Self::Quiescence),
        ("evaluation", Self::Evaluation),
        ("result", Self::Result),
        ("noisy-moves", Self::NoisyMoves),
    ];
}

/// A move by its notation, and `stand pat` for none.
fn name<G: Notation>(node: &GameNode<G>, played: Option<G::Move>) -> String {
    played.map_or_else(|| "stand pat".to_owned(), |played| G::print_move(node.position(), played))
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
            LeafRule::NoisyMoves => (Leaf::NoisyMoves, Scoring::Score),
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

    fn has_slow_leaves(&self) -> bool {
        true
    }

    fn size_field(&self) -> &'static str {
        "depth"
    }

    fn count(&self, limiter: &dyn ResourceLimiter) -> Option<TreeSize> {
        TreeSize::count(&self.tree(), &mut Polled::new(limiter, ())).ok()
    }

    fn origin(&self, _: &dyn ResourceLimiter) -> TreeOrigin {
        TreeOrigin::Position { game: G::INFO.id, position: G::print(self.path.position()) }
    }

    fn search(
        &self,
        search: Search,
        settings: &Settings,
        observer: &mut RunObserver<'_>,
    ) -> Result<SearchAnswer, Stopped> {
        catalogue::run(search, &self.tree(), settings, observer)
    }

    fn layout(&mut self, limiter: &dyn ResourceLimiter) -> Result<Layout, Invalid> {
        Layout::paused(&self.tree(), None, MAX_DRAWN, limiter)
    }

    fn moves_of(&self, line: &[u16]) -> Option<Vec<String>> {
        let tree = self.tree();
        let mut node = tree.root();
        let next = |&child: &u16| {
            let text = name::<G>(&node, tree.moves(&node).nth(child.into())?);
            let next = tree.children(&node).nth(child.into())?;
            node = next;
            Some(text)
        };
        line.iter().map(next).collect()
    }

    /// The nodes of a layout are numbered ply by ply, so the children of each follow those of the one before.
    fn positions_in(&self, layout: &Layout, limiter: &dyn ResourceLimiter) -> Option<DrawnPositions> {
        let tree = self.tree();
        let (mut nodes, mut moves, mut positions) = (vec![tree.root()], vec![String::new()], Vec::new());
        for number in 0..layout.places().len() {
            limiter.pause().ok()?;
            let node = nodes[number].clone();
            moves.extend(tree.moves(&node).map(|played| name(&node, played)));
            positions.push(G::print(node.position()));
            nodes.extend(tree.children(&node));
        }
        Some(DrawnPositions { moves, positions })
    }
}
