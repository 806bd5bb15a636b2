//! Whether a reason is true: by plain minimax, by the notation of the moves, and by counting pieces.

use crate::all_games::Oracle;
use crate::positions::moves;
use bestmove_core::explanation::{DoubleThreat, Exchange, Pieces, Reason};
use bestmove_core::game::{Coordinate, Game, Notation, Piece, Side};
use bestmove_core::search::{Path, ScoredLine};
use bestmove_core::types::{Bound, Score, Verdict};

/// A line with its reason, in its position.
pub(crate) struct Claim<'a, G: Game> {
    pub(crate) path: &'a Path<G>,
    pub(crate) line: &'a ScoredLine<G>,
    pub(crate) reason: &'a Reason,
}

pub(crate) fn play<G: Game>(path: &Path<G>, line: &[G::Move]) -> Path<G> {
    let mut path = path.clone();
    line.iter().for_each(|&played| path.play(played));
    path
}

/// The legal moves, each with the game after it; none if the game is over.
pub(crate) fn children<G: Game>(path: &Path<G>) -> Vec<(G::Move, Path<G>)> {
    let legal = if path.outcome().is_none() { moves::<G>(path.position()) } else { Default::default() };
    legal.into_iter().map(|played| (played, play(path, &[played]))).collect()
}

fn winner<G: Game>(path: &Path<G>) -> Option<Side> {
    path.outcome()?.winner
}

/// The texts of the moves that win at once.
fn wins<G: Notation>(path: &Path<G>) -> Vec<String> {
    let mover = Some(G::to_move(path.position()));
    let winning = children(path).into_iter().filter(|(_, next)| winner(next) == mover);
    winning.map(|(played, _)| G::print_move(path.position(), played)).collect()
}

/// Whether the side to move loses within so many plies, whatever it plays.
fn loses_within<G: Game>(path: &Path<G>, plies: u16) -> bool {
    let mover = G::to_move(path.position());
    match path.outcome() {
        Some(outcome) => outcome.winner == Some(!mover),
        None => plies > 0 && children(path).iter().all(|(_, next)| wins_within(next, plies - 1)),
    }
}

fn wins_within<G: Game>(path: &Path<G>, plies: u16) -> bool {
    let mover = G::to_move(path.position());
    match path.outcome() {
        Some(outcome) => outcome.winner == Some(mover),
        None => plies > 0 && children(path).iter().any(|(_, next)| loses_within(next, plies - 1)),
    }
}

/// The scores of the legal moves: 1 for a win, 0 for a draw, -1 for a loss.
pub(crate) type Results<M> = Vec<(M, i32)>;

/// The results of all moves by minimax to the end of the game, unless that is too long.
pub(crate) fn results<G: Game>(path: &Path<G>, oracle: &mut Oracle<G>) -> Option<Results<G::Move>> {
    let of = |(played, next)| Some((played, -i32::from(oracle.score(&next)?.units().signum())));
    children(path).into_iter().map(of).collect()
}

impl<G: Notation> Claim<'_, G> {
    /// Whether the reason is true. `results` are needed for some.
    pub(crate) fn holds(&self, results: Option<&Results<G::Move>>) -> bool {
        let (path, line) = (self.path, &self.line.line);
        let next = play(path, &line[..1]);
        let ends_by = |ending| next.outcome().is_some_and(|outcome| outcome.ending == ending);
        let mover = G::to_move(path.position());
        let others = || children(path).into_iter().filter(|(other, _)| *other != line[0]);
        match self.reason {
            Reason::WinsAtOnce { ending } => ends_by(*ending) && winner(&next) == Some(mover),
            Reason::DrawsAtOnce { ending } => ends_by(*ending) && winner(&next).is_none(),
            Reason::OnlyLegalMove => others().count() == 0,
            Reason::DoubleThreat(threat) => threat.ply % 2 == 1 && self.has_double_threat(threat),
            Reason::AllowsDoubleThreat(threat) => threat.ply % 2 == 0 && self.has_double_threat(threat),
            Reason::WinsAgainstEveryReply { plies } => {
                *plies == 3 && next.outcome().is_none() && loses_within(&next, 2) && wins_slowly(&next)
            }
            Reason::PreventsWin { threat } => {
                let wins_after = |(_, other): (_, Path<G>)| wins(&other);
                let is_threat = |wins: &Vec<String>| threat.as_ref().is_none_or(|text| wins.contains(text));
                let mut others = others().map(wins_after);
                wins(&next).is_empty() && others.all(|wins| !wins.is_empty() && is_threat(&wins))
            }
            Reason::AllowsWinAtOnce { replies } => !replies.is_empty() && *replies == wins(&next),
            Reason::OnlyWinningMove => self.is_only_move(results, |own, others| own == 1 && others < 1),
            Reason::OnlyDrawingMove => self.is_only_move(results, |own, others| own == 0 && others < 0),
            Reason::OthersLose => self.is_only_move(results, |_, others| others < 0),
            Reason::ResistsLongest { .. } => self.is_only_move(results, |own, others| own < 0 && others < 0),
            Reason::WinsMaterial(exchange) => self.has_exchange(exchange, 1),
            Reason::LosesMaterial(exchange) => self.has_exchange(exchange, -1),
            Reason::Promotes { piece, plies } => self.promotes(piece, usize::from(*plies)),
            Reason::ForcesPass | Reason::TakesCorner | Reason::AllowsCorner { .. } => {
                super::corners::holds(self)
            }
            Reason::KeepsParity { .. } | Reason::LimitsMobility { .. } => super::mobility::holds(self),
            Reason::RepeatsPosition { plies } => {
                let end = play(path, line);
                let recurs = |length| play(path, &line[..length]).position() == end.position();
                usize::from(*plies) == line.len()
                    && ((0..line.len()).any(recurs) || path.before().contains(&G::key(end.position())))
            }
            Reason::TablebaseWin => self.is_only_move(results, |own, _| own == 1),
            Reason::TablebaseLoss => self.is_only_move(results, |own, _| own == -1),
        }
    }

    /// Whether the result of the move and the best other result are as stated. Minimax must know them.
    fn is_only_move(&self, results: Option<&Results<G::Move>>, is: impl Fn(i32, i32) -> bool) -> bool {
        let results = results.expect("the results of all moves");
        let of = |is_own: bool| {
            let chosen = results.iter().filter(|(played, _)| (*played == self.line.line[0]) == is_own);
            chosen.map(|(_, result)| *result).max()
        };
        is(of(true).unwrap(), of(false).unwrap_or(-1))
    }

    fn has_double_threat(&self, threat: &DoubleThreat) -> bool {
        let DoubleThreat { ply, played, threats, plies, is_exact } = threat;
        let line = &self.line.line;
        let (before, after) = {
            let ply = usize::from(*ply);
            (play(self.path, &line[..ply - 1]), play(self.path, &line[..ply]))
        };
        let stated = G::print_move(before.position(), line[usize::from(*ply) - 1]);
        let wins_after: Vec<_> = children(&after).iter().map(|(_, next)| wins(next)).collect();
        let stops = |threat: &String| wins_after.iter().filter(|wins| !wins.contains(threat)).count();
        let stops_both = |wins: &Vec<String>| threats.iter().all(|threat| !wins.contains(threat));
        let stops_none = |wins: &Vec<String>| threats.iter().all(|threat| wins.contains(threat));
        let is_distance = *ply + 2 == *plies && *is_exact == (*ply == 1 || self.line.bound == Bound::Exact);
        let is_in_line = *ply == 1 || (line.len() == usize::from(*plies) && self.line_is_won_by_both());
        is_distance
            && is_in_line
            && stated == *played
            && threats[0] != threats[1]
            && threats.iter().all(|threat| stops(threat) <= 1)
            && !wins_after.iter().any(stops_both)
            && wins_after.iter().any(stops_none)
            && loses_within(&after, 2)
            && wins_slowly(&after)
    }

    /// Whether the line ends with a win of the side of the score.
    fn line_is_won_by_both(&self) -> bool {
        let mover = G::to_move(self.path.position());
        match self.line.verdict {
            Verdict::Win { .. } => winner(&play(self.path, &self.line.line)) == Some(mover),
            Verdict::Loss { .. } => winner(&play(self.path, &self.line.line)) == Some(!mover),
            _ => false,
        }
    }

    /// Whether the last move before the line was a capture.
    fn follows_capture(&self) -> bool {
        let pieces = |position: &G::Position| G::pieces(position).into_iter().flatten().count();
        self.path.previous().is_some_and(|previous| pieces(previous) > pieces(self.path.position()))
    }

    /// Whether the stated pieces are those on the captured squares, and the side is ahead at the end.
    fn has_exchange(&self, exchange: &Exchange, sign: i64) -> bool {
        let Exchange { won, lost, captures, plies } = exchange;
        let plies = usize::from(*plies);
        let positions: Vec<_> =
            (0..=self.line.line.len()).map(|length| play(self.path, &self.line.line[..length])).collect();
        let mover = G::to_move(self.path.position());
        let mut taken = [Vec::new(), Vec::new()];
        let (mut at, mut left) = (plies, captures.len());
        while left > 0 {
            at -= 1;
            let (text, pieces) = capture::<G>(positions[at].position(), self.line.line[at]);
            if !pieces.is_empty() {
                left -= 1;
                if text != captures[left] {
                    return false;
                }
                let is_own = G::to_move(positions[at].position()) == mover;
                taken[usize::from(!is_own)].extend(pieces);
            }
        }
        let is_quiet = |length: usize| {
            let position = positions[length].position();
            moves::<G>(position).iter().all(|&played| capture::<G>(position, played).1.is_empty())
        };
        // By the numbers of pieces on the board.
        let [own, other] = [mover, !mover]
            .map(|side| positions.iter().map(|path| count::<G>(path, side)).collect::<Vec<_>>());
        let Some(first) = (0..positions.len()).find(|&length| is_quiet(length) || !self.follows_capture())
        else {
            return false;
        };
        let lead = |length: usize| (other[first] - other[length]) - (own[first] - own[length]);
        let stays_ahead =
            (plies..positions.len()).filter(|&length| is_quiet(length)).all(|length| lead(length) * sign > 0);
        is_quiet(plies)
            && is_quiet(positions.len() - 1)
            && first <= at
            && stays_ahead
            && own[at] - own[plies] == total(lost)
            && other[at] - other[plies] == total(won)
            && lead(at) == 0
            && lead(plies) == total(won) - total(lost)
            && is_count(&taken[0], won)
            && is_count(&taken[1], lost)
    }

    fn promotes(&self, piece: &str, plies: usize) -> bool {
        let mover = G::to_move(self.path.position());
        let count = |length: usize| {
            let pieces =
                G::pieces(play(self.path, &self.line.line[..length]).position()).into_iter().flatten();
            pieces.filter(|own| own.owner == mover && own.kind == piece).count()
        };
        let rises = |length: &usize| count(*length) > count(length - 1);
        plies % 2 == 1 && (1..=plies).step_by(2).find(rises) == Some(plies)
    }
}

/// Whether the side to move is not lost at once: no reply ends the game.
fn wins_slowly<G: Game>(path: &Path<G>) -> bool {
    children(path).iter().all(|(_, next)| next.outcome().is_none())
}

/// The text of a move, and the pieces on the squares that it captures, by its coordinates.
fn capture<G: Notation>(position: &G::Position, played: G::Move) -> (String, Vec<Piece>) {
    let text = G::move_texts(position, played).swap_remove(0);
    let captured = text.coordinates.iter().find(|(name, _)| *name == "captured");
    let squares = match captured {
        Some((_, Coordinate::Many(squares))) => squares.clone(),
        _ => Vec::new(),
    };
    let piece = |square: u8| {
        let is_there =
            |cell: &bestmove_core::game::BoardCell| cell.coordinates == [("square", Coordinate::One(square))];
        let at = G::cells().iter().position(is_there).unwrap();
        G::pieces(position)[at].unwrap()
    };
    (text.text, squares.into_iter().map(piece).collect())
}

fn count<G: Notation>(path: &Path<G>, side: Side) -> i64 {
    G::pieces(path.position()).into_iter().flatten().filter(|piece| piece.owner == side).count() as i64
}

fn total(pieces: &[Pieces]) -> i64 {
    pieces.iter().map(|pieces| i64::from(pieces.count)).sum()
}

/// Whether `stated` counts `pieces` by kind.
fn is_count(pieces: &[Piece], stated: &[Pieces]) -> bool {
    let of = |kind: &str| pieces.iter().filter(|piece| piece.kind == kind).count();
    total(stated) == pieces.len() as i64 && stated.iter().all(|own| of(own.kind) == own.count as usize)
}

/// Checks the stated distance of a win or loss against minimax, if that knows it.
pub(crate) fn distance_holds<G: Notation>(claim: &Claim<'_, G>, oracle: &mut Oracle<G>) -> bool {
    match claim.reason {
        Reason::DoubleThreat(threat) | Reason::AllowsDoubleThreat(threat) => {
            let Some(score) = oracle.score(&play(claim.path, &claim.line.line[..1])) else { return true };
            let is_win = -score > Score::DRAW;
            let plies = score.plies().map(|plies| plies + 1);
            is_win == matches!(claim.reason, Reason::DoubleThreat(_))
                && plies.is_some_and(|plies| {
                    if threat.is_exact { threat.plies == plies } else { threat.plies >= plies }
                })
        }
        Reason::ResistsLongest { plies } => {
            let mut distance = |(played, next)| {
                let lost_in =
                    |score: Score| score.plies().filter(|_| score > Score::DRAW).map(|plies| plies + 1);
                Some((played, oracle.score(&next).map(lost_in)?))
            };
            let Some(distances) =
                children(claim.path).into_iter().map(&mut distance).collect::<Option<Vec<_>>>()
            else {
                return true;
            };
            let of =
                |played| distances.iter().find(|(other, _)| *other == played).and_then(|(_, plies)| *plies);
            let are_no_longer = distances.iter().all(|(_, other)| other.is_some_and(|other| other <= *plies));
            let is_longer = distances.iter().any(|(_, other)| other.is_some_and(|other| other < *plies));
            of(claim.line.line[0]) == Some(*plies) && are_no_longer && is_longer
        }
        _ => true,
    }
}
