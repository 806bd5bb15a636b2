//! What the game's tables of endings tell the search.

use super::negamax::{Searcher, end};
use super::node::Node;
use super::{Cutoffs, Found, Path, Probes, StoppedBy};
use crate::game::{Game, Known, Moves, Side};
use crate::types::{Bound, Depth, Ply, Score, Verdict};
use std::cmp::Reverse;

/// Positions at most that noisy moves are followed through for what tables tell beyond them.
const MOST_NOISE: u32 = 50;

impl<G: Game> Searcher<'_, G> {
    /// The score of a node, if the game knows its ending by heart.
    ///
    /// A win of unknown length is no proof, as it may take longer than the rules allow; and it is only
    /// made use of after an irreversible move, as nothing else is sure to bring its end nearer. Those do not count that
    /// are due from the root on: the search would end before it began.
    pub(super) fn ending(&mut self, node: &Node<'_, G>) -> Option<Score> {
        let at = |plies| Ply::new(node.ply.moves() + plies);
        match self.known(node)? {
            Known::Draw => Some(Score::DRAW),
            Known::Win { plies: Some(plies) } if node.can_play_out(plies) => Some(Score::win(at(plies))),
            Known::Loss { plies: Some(plies) } if node.can_play_out(plies) => Some(Score::loss(at(plies))),
            Known::Win { .. } | Known::Loss { .. } if G::outcome(&node.position).is_some() => Some(end(node)),
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
        if self.sees_ends || !self.settings.selective || !node.has_progressed_by_choice() {
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
    let line = play_out::<G>(root.position, root.quiet_plies(), knowledge);
    let fits_rules = line.len() == usize::from(plies) && root.can_play_out(plies);
    let proven = Found {
        line,
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
    fits_rules.then_some(proven)
}

/// The way that tables know to a win, or to the next progress towards it, as far as the rules allow: no other move is
/// sure to bring the end nearer.
pub(super) fn long_win<G: Game>(path: &Path<G>, knowledge: &G::Knowledge) -> Option<Vec<G::Move>> {
    let root = Node::<G>::root(*path.position(), path.before());
    if root.has_spent_positions() {
        return None;
    }
    match G::known_in_full(&root.position, knowledge)? {
        Known::Win { plies: Some(_) } => Some(play_out::<G>(root.position, root.quiet_plies(), knowledge)),
        Known::Win { plies: None } => progress_line::<G>(root.position, knowledge),
        Known::Draw | Known::Loss { .. } => None,
    }
}

/// The moves to the next progress, from a position that the side to move wins.
fn progress_line<G: Game>(mut position: G::Position, knowledge: &G::Knowledge) -> Option<Vec<G::Move>> {
    let mut line = Vec::new();
    let mut plies = G::progress(&position, knowledge);
    while let Some(left) = plies {
        let expected = if line.len().is_multiple_of(2) { 1 } else { -1 };
        let keeps = |&played: &G::Move| {
            if G::is_irreversible(&position, played) {
                left <= 2 && result::<G>(&position, played, knowledge) == Some(expected)
            } else {
                left > 1 && G::progress(&G::play(&position, played), knowledge) == Some(left - 1)
            }
        };
        let mut moves = Moves::new();
        G::moves(&position, &mut moves);
        let played = moves.into_iter().find(keeps)?;
        plies = (!G::is_irreversible(&position, played)).then_some(left - 1);
        position = G::play(&position, played);
        line.push(played);
    }
    (!line.is_empty()).then_some(line)
}

/// The moves, but for those of which tables tell that another of them is better.
pub(super) fn keeping<G: Game>(
    position: &G::Position,
    moves: &Moves<G::Move>,
    knowledge: &G::Knowledge,
) -> Moves<G::Move> {
    let results: Moves<_> = moves.iter().map(|&played| result::<G>(position, played, knowledge)).collect();
    let best = results.iter().copied().max().flatten();
    let kept = moves.iter().zip(results).filter(|(_, result)| result.is_none() || *result == best);
    kept.map(|(&played, _)| played).collect()
}

/// Puts moves that win by what tables tell before the others, and those that lose behind them.
pub(super) fn by_result<G: Game>(
    position: &G::Position,
    moves: &mut Moves<G::Move>,
    knowledge: &G::Knowledge,
) {
    moves.sort_by_cached_key(|&played| Reverse(result::<G>(position, played, knowledge).unwrap_or(0)));
}

/// The result of a move, as far as tables know it: 1 for a win, -1 for a loss.
fn result<G: Game>(position: &G::Position, played: G::Move, knowledge: &G::Knowledge) -> Option<i32> {
    Some(-worth(known::<G>(&G::play(position, played), knowledge)?))
}

/// The result for the side to move: 1 for a win, -1 for a loss.
const fn worth(known: Known) -> i32 {
    match known {
        Known::Win { .. } => 1,
        Known::Draw => 0,
        Known::Loss { .. } => -1,
    }
}

/// The score of a move by what tables tell: the result without the way to it, or an estimate where the rules may not
/// leave room for it. A draw is one by any way.
pub fn known_result<G: Game>(
    path: &Path<G>,
    played: G::Move,
    estimate: Score,
    knowledge: &G::Knowledge,
) -> Option<Verdict> {
    Some(told(known_after(path, played, knowledge)?, estimate))
}

/// The score of the position by what tables tell of the move that is to be played, if they know of no better one. A
/// loss is sure if the rules leave room for it whatever is played.
pub fn known_best<G: Game>(
    path: &Path<G>,
    played: G::Move,
    estimate: Score,
    knowledge: &G::Knowledge,
) -> Option<Verdict> {
    let (after, has_room) = known_after(path, played, knowledge)?;
    let is_sure = match (after, known::<G>(path.position(), knowledge)) {
        (Known::Loss { .. }, _) | (Known::Draw, Some(Known::Draw)) => has_room,
        (Known::Win { .. }, Some(Known::Loss { .. })) => {
            let mut moves = Moves::new();
            G::moves(path.position(), &mut moves);
            let loses = |&other: &G::Move| matches!(known_after(path, other, knowledge), Some((_, true)));
            moves.iter().all(loses)
        }
        _ => return None,
    };
    Some(told((after, is_sure), estimate))
}

/// The score of a move by what is known of the position after it, and whether that is sure.
fn told((after, is_sure): (Known, bool), estimate: Score) -> Verdict {
    match (after, is_sure) {
        (Known::Loss { plies: Some(0) }, _) => Verdict::Win { plies: Some(1) },
        (Known::Win { plies: Some(0) }, _) => Verdict::Loss { plies: Some(1) },
        (Known::Draw, _) => Verdict::Draw,
        (Known::Loss { .. }, true) => Verdict::Win { plies: None },
        (Known::Win { .. }, true) => Verdict::Loss { plies: None },
        (Known::Loss { .. }, false) => Verdict::Estimate(estimate.likely_win().units()),
        (Known::Win { .. }, false) => Verdict::Estimate((-(-estimate).likely_win()).units()),
    }
}

/// What tables tell of the position after a move, and whether the rules leave room for that.
fn known_after<G: Game>(path: &Path<G>, played: G::Move, knowledge: &G::Knowledge) -> Option<(Known, bool)> {
    let root = Node::<G>::root(*path.position(), path.before());
    let node = root.child(played);
    let known = known::<G>(&node.position, knowledge)?;
    Some((known, leaves_room(&node)))
}

/// Who wins by what tables tell, or that nobody does, if the rules leave room for that.
pub fn known_winner<G: Game>(path: &Path<G>, knowledge: &G::Knowledge) -> Option<Option<Side>> {
    let root = Node::<G>::root(*path.position(), path.before());
    let mover = G::to_move(&root.position);
    let winner = match known::<G>(&root.position, knowledge)? {
        Known::Draw => return Some(None),
        Known::Win { .. } => mover,
        Known::Loss { .. } => !mover,
    };
    leaves_room(&root).then_some(Some(winner))
}

/// Whether the winner of whom tables tell can make progress in time, or has won.
fn leaves_room<G: Game>(node: &Node<'_, G>) -> bool {
    G::outcome(&node.position).is_some()
        || G::plies_to_progress(&node.position).is_some_and(|plies| node.can_play_out(plies))
}

/// Best play from a position of known ending, as far as the number of plies is known: to the end of
/// the game, if it is not drawn.
pub(super) fn play_out<G: Game>(
    mut position: G::Position,
    mut quiet_plies: u16,
    knowledge: &G::Knowledge,
) -> Vec<G::Move> {
    let mut line = Vec::new();
    while G::QUIET_PLIES.is_none_or(|limit| quiet_plies < limit)
        && let Some(played) = next::<G>(&position, knowledge)
    {
        quiet_plies = if G::is_irreversible(&position, played) { 0 } else { quiet_plies + 1 };
        position = G::play(&position, played);
        line.push(played);
    }
    line
}

/// A move that keeps the known distance to the end, irreversible if there is such a one.
fn next<G: Game>(position: &G::Position, knowledge: &G::Knowledge) -> Option<G::Move> {
    let wanted = match known::<G>(position, knowledge)? {
        Known::Win { plies: Some(plies) } => Known::Loss { plies: Some(plies.checked_sub(1)?) },
        Known::Loss { plies: Some(plies) } => Known::Win { plies: Some(plies.checked_sub(1)?) },
        Known::Draw | Known::Win { plies: None } | Known::Loss { plies: None } => return None,
    };
    let mut moves = Moves::new();
    G::moves(position, &mut moves);
    moves.sort_by_key(|&played| !G::is_irreversible(position, played));
    moves.into_iter().find(|&played| known::<G>(&G::play(position, played), knowledge) == Some(wanted))
}

/// What is known of a position, over or not: by itself, or by where noisy moves lead that have no alternative.
pub(super) fn known<G: Game>(position: &G::Position, knowledge: &G::Knowledge) -> Option<Known> {
    let mut patience = MOST_NOISE;
    known_within::<G>(position, knowledge, &mut patience)
}

/// What is known of a position after a look at so many at most.
fn known_within<G: Game>(
    position: &G::Position,
    knowledge: &G::Knowledge,
    patience: &mut u32,
) -> Option<Known> {
    *patience = patience.checked_sub(1)?;
    if let known @ Some(_) = over::<G>(position).or_else(|| G::known_in_full(position, knowledge)) {
        return known;
    }
    let mut moves = Moves::new();
    if G::noisy_moves(position, &mut moves) {
        return None;
    }
    let mut best = Known::Loss { plies: None };
    for played in moves {
        match known_within::<G>(&G::play(position, played), knowledge, patience)? {
            Known::Loss { .. } => return Some(Known::Win { plies: None }),
            Known::Draw => best = Known::Draw,
            Known::Win { .. } => {}
        }
    }
    Some(best)
}

/// The result of a position that is over.
pub(super) fn over<G: Game>(position: &G::Position) -> Option<Known> {
    Some(match G::outcome(position)?.winner {
        None => Known::Draw,
        Some(winner) if winner == G::to_move(position) => Known::Win { plies: Some(0) },
        Some(_) => Known::Loss { plies: Some(0) },
    })
}
