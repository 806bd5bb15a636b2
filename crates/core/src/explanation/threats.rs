//! Wins at once, and threats of them.

use super::reason::{DoubleThreat, Reason};
use crate::game::{Game, Moves, Notation};
use crate::search::{Path, ScoredLine};
use crate::types::{Bound, Verdict};

/// The moves that win at once.
fn winning_moves<G: Game>(path: &Path<G>) -> Moves<G::Move> {
    let (position, mover) = (path.position(), G::to_move(path.position()));
    let mut moves = path.legal_moves();
    moves.retain(|played| {
        G::outcome(&G::play(position, *played)).is_some_and(|outcome| outcome.winner == Some(mover))
    });
    moves
}

/// The move wins at once.
pub(super) fn win_at_once<G: Game>(path: &Path<G>, played: G::Move) -> Option<Reason> {
    let outcome = G::outcome(&G::play(path.position(), played))?;
    let wins = outcome.winner == Some(G::to_move(path.position()));
    wins.then_some(Reason::WinsAtOnce { ending: outcome.ending })
}

/// The legal moves, each with the replies to it that win at once.
pub(super) struct Replies<M>(Vec<(M, Moves<M>)>);

impl<M: Copy + PartialEq> Replies<M> {
    pub(super) fn new<G: Game<Move = M>>(path: &Path<G>) -> Self {
        let with_wins = |played| (played, winning_moves(&path.after(&[played])));
        Self(path.legal_moves().into_iter().map(with_wins).collect())
    }

    /// The number of legal moves.
    pub(super) const fn count(&self) -> usize {
        self.0.len()
    }

    fn to(&self, played: M) -> &[M] {
        self.0.iter().find(|(own, _)| *own == played).map_or(&[], |(_, wins)| wins)
    }

    /// The move allows a win at once.
    pub(super) fn allowed_win<G: Notation<Move = M>>(&self, path: &Path<G>, played: M) -> Option<Reason> {
        let wins = self.to(played);
        let after = G::play(path.position(), played);
        let replies = wins.iter().map(|&reply| G::print_move(&after, reply)).collect();
        (!wins.is_empty()).then_some(Reason::AllowsWinAtOnce { replies })
    }

    /// Every other move allows a win at once.
    pub(super) fn prevented_win<G: Notation<Move = M>>(&self, path: &Path<G>, played: M) -> Option<Reason> {
        let others = || self.0.iter().filter(|(other, _)| *other != played);
        if !self.to(played).is_empty() || others().any(|(_, wins)| wins.is_empty()) {
            return None;
        }
        let (other, wins) = others().next()?;
        let threat = wins.iter().find(|&win| others().all(|(_, wins)| wins.contains(win)));
        let threat = threat.map(|&win| G::print_move(&G::play(path.position(), *other), win));
        Some(Reason::PreventsWin { threat })
    }
}

/// A move of the line wins whatever the reply: the first one; or, in a proven win or loss with a line to the
/// end of the game, the winner's last but one.
pub(super) fn attack<G: Notation>(path: &Path<G>, line: &ScoredLine<G>) -> Option<Reason> {
    attack_after(path, line.line.get(..1)?, 3, true).or_else(|| {
        let plies = proven_distance(line).filter(|&plies| usize::from(plies) == line.line.len())?;
        path.after(&line.line).outcome()?;
        let by_winner = line.line.get(..line.line.len().checked_sub(2)?)?;
        attack_after(path, by_winner, plies, line.bound == Bound::Exact)
    })
}

/// The plies to the end of a win that the first side of the line ends, or of a loss that the other side ends.
fn proven_distance<G: Game>(line: &ScoredLine<G>) -> Option<u16> {
    match (line.verdict, line.bound) {
        (Verdict::Win { plies }, Bound::Exact | Bound::Lower) => plies.filter(|plies| plies % 2 == 1),
        (Verdict::Loss { plies }, Bound::Exact | Bound::Upper) => plies.filter(|plies| plies % 2 == 0),
        _ => None,
    }
}

/// The last of `moves` wins whatever the reply, `plies` after the root.
fn attack_after<G: Notation>(
    path: &Path<G>,
    moves: &[G::Move],
    plies: u16,
    is_exact: bool,
) -> Option<Reason> {
    let (&played, before) = moves.split_last()?;
    let (before, played_on) = (path.after(before), path.after(moves));
    let replies = played_on.legal_moves();
    let wins: Vec<_> =
        replies.iter().map(|&reply| winning_moves_after(&played_on, reply)).collect::<Option<_>>()?;
    let Some((threats, reply)) = double_threat(&wins) else {
        let is_first = moves.len() == 1 && !wins.is_empty();
        return is_first.then_some(Reason::WinsAgainstEveryReply { plies });
    };
    let reply = played_on.after(&[replies[reply]]);
    let threat = Box::new(DoubleThreat {
        ply: moves.len() as u16,
        played: G::print_move(before.position(), played),
        threats: threats.map(|threat| G::print_move(reply.position(), threat)),
        plies,
        is_exact,
    });
    let is_own = !moves.len().is_multiple_of(2);
    Some(if is_own { Reason::DoubleThreat(threat) } else { Reason::AllowsDoubleThreat(threat) })
}

/// The moves that win after a reply; `None` if there is none.
fn winning_moves_after<G: Game>(path: &Path<G>, reply: G::Move) -> Option<Moves<G::Move>> {
    Some(winning_moves(&path.after(&[reply]))).filter(|moves| !moves.is_empty())
}

/// Two moves of which each wins after every reply but at most one, and one of them after every reply, with
/// the index of a reply after which both do. `wins` has the moves that win after each reply.
fn double_threat<M: Copy + PartialEq>(wins: &[Moves<M>]) -> Option<([M; 2], usize)> {
    let stopped = |threat: &M| wins.iter().filter(|moves| !moves.contains(threat)).count();
    let mut threats: Moves<M> = wins.iter().take(2).flatten().copied().collect();
    threats.retain(|threat| stopped(threat) <= 1);
    let (&first, rest) = threats.split_first()?;
    let is_second = |second: &&M| {
        **second != first && wins.iter().all(|moves| moves.contains(&first) || moves.contains(second))
    };
    let second = *rest.iter().find(is_second)?;
    let both = wins.iter().position(|moves| moves.contains(&first) && moves.contains(&second))?;
    let mut pair = wins[both].iter().copied().filter(|own| *own == first || *own == second);
    Some(([pair.next()?, pair.next()?], both))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The winning moves after each reply.
    fn after_replies(wins: &[&str]) -> Option<([char; 2], usize)> {
        double_threat(&wins.iter().map(|wins| wins.chars().collect()).collect::<Vec<_>>())
    }

    #[test]
    fn two_threats_are_told_from_one_after_the_other() {
        assert_eq!(after_replies(&["b", "a", "ab"]), Some((['a', 'b'], 2)));
        assert_eq!(after_replies(&["ab", "ab"]), Some((['a', 'b'], 0)));
        assert_eq!(after_replies(&["b", "a", "a"]), None, "the block allows another win");
        assert_eq!(after_replies(&["ab", "a", "a"]), None, "a reply allows another win");
        assert_eq!(after_replies(&["b", "a"]), None, "no reply leaves both");
    }
}
