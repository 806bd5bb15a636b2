//! Pieces won, lost and promoted in a line, in games with material.

use super::reason::{Exchange, Pieces, Reason};
use crate::game::{Moves, Notation, Piece, Side};
use crate::search::Path;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The most plies from a move to the end of an exchange, or to a promotion, that still explain it.
const HORIZON: usize = 10;

/// The line soon wins or loses material, or promotes a piece.
pub(super) fn change<G: Notation>(path: &Path<G>, line: &[G::Move]) -> Option<Reason> {
    if !G::HAS_MATERIAL {
        return None;
    }
    let (mover, steps) = (G::to_move(path.position()), steps::<G>(path.position(), line));
    exchange(path, &steps).or_else(|| promotion(&steps, mover))
}

/// The line ends in a quiet position, and from one of its quiet positions on the same side is ahead in all of
/// them. A position is quiet if the side to move has no noisy move.
fn exchange<G: Notation>(path: &Path<G>, steps: &[Step<G>]) -> Option<Reason> {
    let quiet = quiet_balances(path, steps);
    let (_, last) = quiet.last().filter(|(plies, _)| *plies == steps.len())?;
    let result = last.compare().filter(|result| result.is_ne())?;
    let end = quiet.iter().rposition(|(_, balance)| balance.compare() != Some(result))? + 1;
    let begin = quiet[..end].iter().rposition(|(_, balance)| balance.compare() == Some(Ordering::Equal))?;
    let ((first, before), (plies, after)) = (&quiet[begin], &quiet[end]);
    if *plies > HORIZON {
        return None;
    }
    let captures = steps[*first..*plies].iter().filter(|step| !step.captured.is_empty());
    let exchange = Box::new(Exchange {
        won: difference(&after.won, &before.won),
        lost: difference(&after.lost, &before.lost),
        captures: captures.map(|step| G::print_move(&step.before, step.played)).collect(),
        plies: *plies as u16,
    });
    let is_win = result == Ordering::Greater;
    Some(if is_win { Reason::WinsMaterial(exchange) } else { Reason::LosesMaterial(exchange) })
}

/// A move of the first side in the line changes the kind of a piece.
fn promotion<G: Notation>(steps: &[Step<G>], mover: Side) -> Option<Reason> {
    let count = |pieces: &[Option<Piece>], piece| pieces.iter().filter(|own| **own == Some(piece)).count();
    steps.iter().take(HORIZON).enumerate().step_by(2).find_map(|(at, step)| {
        let [before, after] = [&step.before, &step.after].map(G::pieces);
        let own = after.iter().flatten().filter(|piece| piece.owner == mover);
        let promoted = own.copied().find(|&piece| count(&after, piece) > count(&before, piece))?;
        Some(Reason::Promotes { piece: promoted.kind, plies: at as u16 + 1 })
    })
}

/// A move of a line.
struct Step<G: Notation> {
    before: G::Position,
    played: G::Move,
    after: G::Position,
    captured: Vec<Piece>,
}

fn steps<G: Notation>(start: &G::Position, line: &[G::Move]) -> Vec<Step<G>> {
    let mut before = *start;
    let step = |&played: &G::Move| {
        let after = G::play(&before, played);
        let is_noisy = G::is_noisy(&before, played);
        let captured = if is_noisy { captured::<G>(&before, &after) } else { Vec::new() };
        let step = Step { before, played, after, captured };
        before = after;
        step
    };
    line.iter().map(step).collect()
}

/// The pieces of the other side that a move took off the board.
fn captured<G: Notation>(before: &G::Position, after: &G::Position) -> Vec<Piece> {
    let is_of = |side: Side| move |piece: &Piece| piece.owner == side;
    let other = !G::to_move(before);
    let cells = G::pieces(before).into_iter().zip(G::pieces(after));
    cells
        .filter_map(|(was, is)| was.filter(is_of(other)).filter(|_| !is.is_some_and(|is| is_of(other)(&is))))
        .collect()
}

/// Pieces of each kind.
type Counts = BTreeMap<&'static str, u32>;

/// What the first side of a line has won and lost since its beginning.
#[derive(Clone, Default)]
struct Balance {
    won: Counts,
    lost: Counts,
}

impl Balance {
    fn add(&mut self, captured: &[Piece], mover: Side) {
        for piece in captured {
            let counts = if piece.owner == mover { &mut self.lost } else { &mut self.won };
            *counts.entry(piece.kind).or_default() += 1;
        }
    }

    /// Whether the side has won more of every kind, or as many of each; `None` if more of some and fewer
    /// of others.
    fn compare(&self) -> Option<Ordering> {
        let count = |counts: &Counts, kind| counts.get(kind).copied().unwrap_or_default();
        let kinds = self.won.keys().chain(self.lost.keys());
        let orders = kinds.map(|kind| count(&self.won, kind).cmp(&count(&self.lost, kind)));
        orders
            .filter(|order| order.is_ne())
            .try_fold(Ordering::Equal, |all, order| (all == order || all == Ordering::Equal).then_some(order))
    }
}

/// The balance at the beginning of a line and at each quiet position, with the number of plies to it. A line
/// that begins in the middle of an exchange counts from the end of that.
fn quiet_balances<G: Notation>(path: &Path<G>, steps: &[Step<G>]) -> Vec<(usize, Balance)> {
    let (start, mut balance) = (path.position(), Balance::default());
    let mut is_exchanging = is_within_exchange(path);
    let first = (!is_exchanging).then(|| (0, balance.clone()));
    let after_step = |(at, step): (usize, &Step<G>)| {
        if !is_exchanging {
            balance.add(&step.captured, G::to_move(start));
        }
        let is_quiet = is_quiet::<G>(&step.after);
        is_exchanging &= !is_quiet;
        is_quiet.then(|| (at + 1, balance.clone()))
    };
    first.into_iter().chain(steps.iter().enumerate().filter_map(after_step)).collect()
}

/// Whether the last move captured, and a capture is possible now. Then the material of a line counts from the
/// next quiet position.
#[must_use]
pub fn is_within_exchange<G: Notation>(path: &Path<G>) -> bool {
    let position = path.position();
    let captured_before = |previous| !captured::<G>(previous, position).is_empty();
    G::HAS_MATERIAL && !is_quiet::<G>(position) && path.previous().is_some_and(captured_before)
}

fn is_quiet<G: Notation>(position: &G::Position) -> bool {
    let mut noisy = Moves::new();
    G::noisy_moves(position, &mut noisy);
    noisy.is_empty()
}

fn difference(counts: &Counts, less: &Counts) -> Vec<Pieces> {
    let left = counts
        .iter()
        .map(|(&kind, count)| Pieces { count: count - less.get(kind).copied().unwrap_or_default(), kind });
    left.filter(|pieces| pieces.count > 0).collect()
}
