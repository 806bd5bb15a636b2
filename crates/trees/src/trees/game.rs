//! The tree of a game from a position to a depth, with the draws by repetition and lack of progress, the
//! tablebases and the quiescence of the service's full-width search.

use super::tree::Tree;
use crate::record::NodePath;
use crate::value::{Player, Value};
use bestmove_core::game::{Game, Moves, Outcome, Side, TablebaseResult};
use bestmove_core::types::{Depth, Key, Ply, Score};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::iter::successors;
use std::sync::Arc;

/// A position of a game as the root of a tree. Max moves there, unless told otherwise.
#[derive(Debug)]
pub struct GameTree<'a, G: Game> {
    root: G::Position,
    /// Keys of the earlier positions that could occur again, oldest first.
    before: &'a [Key],
    /// Whether one of them occurred twice.
    has_twofold: bool,
    depth: Depth,
    knowledge: &'a G::Knowledge,
    leaf: Leaf,
    scoring: Scoring,
    max: Side,
}

/// The value of a leaf where the game goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Leaf {
    /// The static evaluation.
    Evaluation,
    /// The value of the search of noisy moves, in which a side with a quiet move may stand pat on the
    /// evaluation.
    #[default]
    Quiescence,
    /// The static evaluation, after all noisy moves: the tree goes on with these beyond its depth,
    /// and a side with a quiet move may stand pat instead, which is the first child.
    NoisyMoves,
}

/// The value of a game that is over, by the rules or by a tablebase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scoring {
    /// The units of the [`Score`] of the service: beyond all evaluations, a sooner win higher than a later one.
    #[default]
    Score,
    /// 1, 0 or −1. A leaf where the game goes on is worth 0.
    Result,
    /// A win is worth `win` less the plies from the root, a draw 0. A leaf where the game goes on is worth 0.
    Distance {
        /// More than the depth.
        win: Value,
    },
}

/// A position on a path from the root.
#[derive(Debug)]
pub struct GameNode<G: Game> {
    position: G::Position,
    ply: Ply,
    /// Plies since the last irreversible move, those before the root included.
    no_progress_plies: u16,
    /// The latest of the earlier positions from the root on that could occur again.
    earlier: Option<Arc<Earlier>>,
    /// Whether the side to move makes no move here any more.
    stands_pat: bool,
}

/// A position that a path has gone through, and those before it.
#[derive(Debug)]
struct Earlier {
    key: Key,
    before: Option<Arc<Self>>,
}

impl<G: Game> Clone for GameNode<G> {
    fn clone(&self) -> Self {
        Self { earlier: self.earlier.clone(), ..*self }
    }
}

impl<G: Game> GameNode<G> {
    /// The position.
    #[must_use]
    pub const fn position(&self) -> &G::Position {
        &self.position
    }

    fn child(&self, played: G::Move) -> Self {
        let is_irreversible = G::is_irreversible(&self.position, played);
        let earlier = || Earlier { key: G::key(&self.position), before: self.earlier.clone() };
        Self {
            position: G::play(&self.position, played),
            ply: self.ply.next(),
            no_progress_plies: if is_irreversible { 0 } else { self.no_progress_plies + 1 },
            earlier: (!is_irreversible).then(|| Arc::new(earlier())),
            stands_pat: false,
        }
    }
}

impl<'a, G: Game> GameTree<'a, G> {
    /// The tree of a position to a depth. `before` are the keys of the earlier positions since the last
    /// irreversible move, oldest first.
    #[must_use]
    pub fn new(
        root: G::Position,
        before: &'a [Key],
        depth: Depth,
        knowledge: &'a G::Knowledge,
        leaf: Leaf,
    ) -> Self {
        let has_twofold = before.iter().enumerate().any(|(at, key)| before[..at].contains(key));
        let (scoring, max) = (Scoring::default(), G::to_move(&root));
        Self { root, before, has_twofold, depth, knowledge, leaf, scoring, max }
    }

    /// The same tree with other values of finished games.
    #[must_use]
    pub fn scored(self, scoring: Scoring) -> Self {
        Self { scoring, ..self }
    }

    /// The same tree with values for this side.
    #[must_use]
    pub fn valued_for(self, max: Side) -> Self {
        Self { max, ..self }
    }

    /// The moves to the children of a node, in their order; `None` if the side to move stands pat.
    pub fn moves(&self, node: &GameNode<G>) -> impl ExactSizeIterator<Item = Option<G::Move>> + use<G> {
        let mut moves = Moves::new();
        let mut may_stand_pat = false;
        if !node.stands_pat && self.end(node).is_none() {
            if node.ply.moves() < self.depth.plies().into() {
                G::moves(&node.position, &mut moves);
            } else if self.leaf == Leaf::NoisyMoves {
                may_stand_pat = G::noisy_moves(&node.position, &mut moves) && !moves.is_empty();
            }
        }
        let first = usize::from(may_stand_pat);
        (0..first + moves.len()).map(move |child| child.checked_sub(first).map(|number| moves[number]))
    }

    /// The node at the end of a path, if there is one.
    #[must_use]
    pub fn at(&self, path: &NodePath) -> Option<GameNode<G>> {
        path.iter().try_fold(self.root(), |node, &child| self.children(&node).nth(child.into()))
    }

    /// The score for the side to move if nothing below the node matters: the game is over, or a tablebase
    /// has the result.
    fn end(&self, node: &GameNode<G>) -> Option<Score> {
        if self.is_drawn_by_repetition(node) {
            return Some(Score::DRAW);
        }
        if let Some(Outcome { winner, .. }) = G::outcome(&node.position) {
            return Some(match winner {
                _ if G::SCORED_BY_MARGIN => Score::margin(G::final_margin(&node.position)),
                None => Score::DRAW,
                Some(winner) if winner == G::to_move(&node.position) => Score::win(node.ply),
                Some(_) => Score::loss(node.ply),
            });
        }
        if G::NO_PROGRESS_LIMIT.is_some_and(|limit| node.no_progress_plies >= limit) {
            return Some(Score::DRAW);
        }
        if node.ply == Ply::ROOT { None } else { self.probe(node) }
    }

    /// Whether the position occurred at or after the root, or twice before it.
    fn is_drawn_by_repetition(&self, node: &GameNode<G>) -> bool {
        if node.no_progress_plies < G::MIN_CYCLE {
            return false;
        }
        let key = G::key(&node.position);
        let mut since = successors(node.earlier.as_deref(), |earlier| earlier.before.as_deref());
        let twice = || self.before.iter().filter(|&&earlier| earlier == key).count() >= 2;
        since.any(|earlier| earlier.key == key) || (!has_progressed(node) && twice())
    }

    /// The score by the tablebase, unless a win may not fit the rules. The probe right below the root is
    /// for the full distance.
    fn probe(&self, node: &GameNode<G>) -> Option<Score> {
        use TablebaseResult::{Draw, Loss, Win};
        let probe = if node.ply == Ply::ROOT.next() { G::probe_dtw } else { G::probe };
        let at = |plies| Ply::new(node.ply.moves() + plies);
        match probe(&node.position, self.knowledge)? {
            Draw => Some(Score::DRAW),
            Win { plies: Some(plies) } if self.fits_rules(node, plies) => Some(Score::win(at(plies))),
            Loss { plies: Some(plies) } if self.fits_rules(node, plies) => Some(Score::loss(at(plies))),
            Win { .. } | Loss { .. } => None,
        }
    }

    /// Whether a tablebase win in `plies` fits under the no-progress limit, needs no position for the third
    /// time and is within the range of scores.
    fn fits_rules(&self, node: &GameNode<G>, plies: u16) -> bool {
        let reversible = G::max_no_progress_plies(&node.position).map_or(plies, |most| most.min(plies));
        let spent = node.no_progress_plies.max(G::MIN_CYCLE);
        let fits_limit = G::NO_PROGRESS_LIMIT.is_none_or(|limit| spent.saturating_add(reversible) <= limit);
        let fits_score = node.ply.moves().saturating_add(plies) <= Score::MAX_PLIES;
        fits_limit && fits_score && (!self.has_twofold || has_progressed(node))
    }

    /// The score of the noisy moves for the side to move, by alpha-beta, where the game is not over.
    fn quiescence(&self, node: &GameNode<G>, alpha: Score, beta: Score) -> Score {
        let mut noisy = Moves::new();
        let has_quiet = G::noisy_moves(&node.position, &mut noisy);
        let mut best = -Score::INFINITE;
        if has_quiet {
            best = G::evaluate(&node.position, self.knowledge);
        }
        for played in noisy {
            if best >= beta {
                break;
            }
            let child = node.child(played);
            let quiescence = || self.quiescence(&child, -beta, -best.max(alpha));
            best = best.max(-self.end(&child).unwrap_or_else(quiescence));
        }
        best
    }

    /// The value for the side to move of a node at the horizon.
    fn at_horizon(&self, node: &GameNode<G>) -> Value {
        let end = self.end(node);
        match self.scoring {
            Scoring::Score => {
                let score = end.unwrap_or_else(|| match self.leaf {
                    Leaf::Evaluation | Leaf::NoisyMoves => G::evaluate(&node.position, self.knowledge),
                    Leaf::Quiescence => self.quiescence(node, -Score::INFINITE, Score::INFINITE),
                });
                score.units().into()
            }
            Scoring::Result => end.map_or(0, |score| score.units().signum().into()),
            Scoring::Distance { win } => end.map_or(0, |score| {
                let plies = score.plies().unwrap_or_default();
                Value::from(score.units().signum()) * (win - Value::from(plies))
            }),
        }
    }
}

/// Whether an irreversible move has been played since the root.
const fn has_progressed<G: Game>(node: &GameNode<G>) -> bool {
    node.no_progress_plies < node.ply.moves()
}

impl<G: Game> Tree for GameTree<'_, G> {
    type Node = GameNode<G>;

    fn root(&self) -> GameNode<G> {
        let no_progress_plies = self.before.len() as u16;
        GameNode { position: self.root, ply: Ply::ROOT, no_progress_plies, earlier: None, stands_pat: false }
    }

    fn root_player(&self) -> Player {
        if G::to_move(&self.root) == self.max { Player::Max } else { Player::Min }
    }

    fn children(&self, node: &GameNode<G>) -> impl ExactSizeIterator<Item = GameNode<G>> {
        self.moves(node).map(|played| match played {
            Some(played) => node.child(played),
            None => GameNode { stands_pat: true, ..node.clone() },
        })
    }

    fn value(&self, node: &GameNode<G>) -> Value {
        let value = self.at_horizon(node);
        if G::to_move(&node.position) == self.max { value } else { -value }
    }

    fn max_depth(&self) -> Option<usize> {
        self.full_width_depth().filter(|_| self.leaf != Leaf::NoisyMoves)
    }

    fn full_width_depth(&self) -> Option<usize> {
        Some(self.depth.plies().into())
    }

    /// The code of the move, so that the same move at other nodes counts as the same.
    fn move_to(&self, node: &GameNode<G>, child: usize) -> usize {
        self.moves(node).nth(child).flatten().map_or(u16::MAX, G::code).into()
    }

    fn is_noisy(&self, node: &GameNode<G>, child: usize) -> bool {
        self.moves(node).nth(child).flatten().is_some_and(|played| G::is_noisy(&node.position, played))
    }

    /// The position, and all that its tree depends on: the plies before it, and the positions that could occur again.
    fn position_key(&self, node: &GameNode<G>) -> Option<u64> {
        let mut hasher = DefaultHasher::new();
        (G::key(&node.position), node.ply, node.no_progress_plies, node.stands_pat).hash(&mut hasher);
        let earlier = successors(node.earlier.as_deref(), |earlier| earlier.before.as_deref());
        earlier.for_each(|earlier| earlier.key.hash(&mut hasher));
        Some(hasher.finish())
    }
}
