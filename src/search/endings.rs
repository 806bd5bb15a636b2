//! What the game's tables of endings tell the search.

use super::negamax::Searcher;
use super::node::Node;
use super::{Cutoffs, Found, Path, Probes, StoppedBy};
use crate::game::{Game, Known, Moves};
use crate::types::{Bound, Depth, Ply, Score, Verdict};

impl<G: Game> Searcher<'_, G> {
    /// The score of a node, if the game knows its ending by heart.
    ///
    /// A win of unknown length is no proof, as it may take longer than the rules allow; and it is only
    /// made use of after an irreversible move, as nothing else is sure to bring its end nearer.
    pub(super) fn ending(&mut self, node: &Node<'_, G>) -> Option<Score> {
        let at = |plies| Ply::new(node.ply.moves() + plies);
        match self.known(node)? {
            Known::Draw => Some(Score::DRAW),
            Known::Win { plies: Some(plies) } if node.can_play_out(plies) => Some(Score::win(at(plies))),
            Known::Loss { plies: Some(plies) } if node.can_play_out(plies) => Some(Score::loss(at(plies))),
            Known::Win { .. } => self.likely(node).map(Score::towards_win),
            Known::Loss { .. } => self.likely(node).map(|score| -Score::towards_win(-score)),
        }
    }

    /// What tables tell of a node; right after the root all that they tell, for the sake of exact scores of
    /// single moves.
    fn known(&self, node: &Node<'_, G>) -> Option<Known> {
        let look_up = if node.ply == Ply::ROOT.next() { G::known_in_full } else { G::known };
        look_up(&node.position, self.knowledge)
    }

    /// The evaluation, where it tells more and less promising endings of equal result apart.
    fn likely(&mut self, node: &Node<'_, G>) -> Option<Score> {
        if !self.settings.selective || !node.has_progressed() {
            return None;
        }
        self.grounds.estimated = true;
        Some(G::evaluate(&node.position, self.knowledge))
    }
}

/// What there is to find if the game's tables tell the root's ending with its length. A known draw is
/// left to the search: there a move must be chosen.
pub(super) fn known_at_root<G: Game>(path: &Path<G>, knowledge: &G::Knowledge) -> Option<Found<G>> {
    let root = Node::<G>::root(*path.position(), path.before());
    let (plies, score) = match G::known_in_full(&root.position, knowledge)? {
        Known::Win { plies: Some(plies) } => (plies, Score::win(Ply::new(plies))),
        Known::Loss { plies: Some(plies) } => (plies, Score::loss(Ply::new(plies))),
        Known::Draw | Known::Win { plies: None } | Known::Loss { plies: None } => return None,
    };
    let proven = Found {
        line: play_out::<G>(root.position, knowledge),
        verdict: Verdict::of(score, true),
        bound: Bound::Exact,
        others: Vec::new(),
        depth: Depth::new(plies.min(u16::from(u8::MAX)) as u8),
        selective_depth: Ply::new(plies),
        nodes: 0,
        cutoffs: Cutoffs::default(),
        probes: Probes::default(),
        stopped_by: StoppedBy::Proven,
    };
    root.can_play_out(plies).then_some(proven)
}

/// The move that the game's tables play, be the way to the end longer than the rules may allow: no other
/// move is sure to bring it nearer.
pub(super) fn table_move<G: Game>(path: &Path<G>, knowledge: &G::Knowledge) -> Option<G::Move> {
    let root = Node::<G>::root(*path.position(), path.before());
    if root.has_spent_positions() { None } else { next::<G>(&root.position, knowledge) }
}

/// Best play from a position of known ending, as far as the number of plies is known: to the end of
/// the game, if it is not drawn.
pub(super) fn play_out<G: Game>(mut position: G::Position, knowledge: &G::Knowledge) -> Vec<G::Move> {
    let mut line = Vec::new();
    while let Some(played) = next::<G>(&position, knowledge) {
        position = G::play(&position, played);
        line.push(played);
    }
    line
}

/// A move that keeps the known distance to the end.
fn next<G: Game>(position: &G::Position, knowledge: &G::Knowledge) -> Option<G::Move> {
    let wanted = match known::<G>(position, knowledge)? {
        Known::Win { plies: Some(plies) } => Known::Loss { plies: Some(plies - 1) },
        Known::Loss { plies: Some(plies) } => Known::Win { plies: Some(plies.checked_sub(1)?) },
        Known::Draw | Known::Win { plies: None } | Known::Loss { plies: None } => return None,
    };
    let mut moves = Moves::new();
    G::moves(position, &mut moves);
    moves.into_iter().find(|&played| known::<G>(&G::play(position, played), knowledge) == Some(wanted))
}

/// What is known of a position, over or not.
fn known<G: Game>(position: &G::Position, knowledge: &G::Knowledge) -> Option<Known> {
    let Some(outcome) = G::outcome(position) else { return G::known_in_full(position, knowledge) };
    Some(match outcome.winner {
        None => Known::Draw,
        Some(winner) if winner == G::to_move(position) => Known::Win { plies: Some(0) },
        Some(_) => Known::Loss { plies: Some(0) },
    })
}
