//! Moves that are better than all others, by proven scores.

use super::reason::Reason;
use crate::game::Game;
use crate::search::ScoredLine;
use crate::types::{Bound, Verdict};

const WIN: i32 = 1;
const DRAW: i32 = 0;
const LOSS: i32 = -1;

/// The line at `at` keeps a result that no other legal move keeps. `lines` have different first moves.
pub(super) fn only_good_move<G: Game>(
    lines: &[ScoredLine<G>],
    at: usize,
    legal_moves: usize,
) -> Option<Reason> {
    if lines.len() < legal_moves || lines.len() < 2 {
        return None;
    }
    let others = lines.iter().enumerate().filter(|(other, _)| *other != at);
    let best_other = others.map(|(_, line)| possible_results(line).1).max()?;
    match (possible_results(&lines[at]), best_other) {
        ((WIN, _), ..=DRAW) => Some(Reason::OnlyWinningMove),
        ((DRAW, DRAW), LOSS) => Some(Reason::OnlyDrawingMove),
        ((_, DRAW..), LOSS) => Some(Reason::OthersLose),
        _ => None,
    }
}

/// Every legal move loses, and the one at `at` holds out longer than some other and as long as any.
pub(super) fn longest_resistance<G: Game>(
    lines: &[ScoredLine<G>],
    at: usize,
    legal_moves: usize,
) -> Option<Reason> {
    let Verdict::Loss { plies: Some(plies) } = lines[at].verdict else { return None };
    // The distance of an upper bound is that of the longest possible loss.
    let longest = |line: &ScoredLine<G>| match (line.verdict, line.bound) {
        (Verdict::Loss { plies }, Bound::Exact | Bound::Upper) => plies,
        _ => None,
    };
    let distances: Vec<u16> = lines.iter().map(longest).collect::<Option<_>>()?;
    let is_longest = lines[at].bound == Bound::Exact && distances.iter().all(|&other| other <= plies);
    let has_choice = lines.len() >= legal_moves && distances.iter().any(|&other| other < plies);
    (is_longest && has_choice).then_some(Reason::ResistsLongest { plies })
}

/// The worst and the best result that the score of a line leaves possible.
fn possible_results<G: Game>(line: &ScoredLine<G>) -> (i32, i32) {
    let result = match line.verdict {
        Verdict::Win { .. } => WIN,
        Verdict::Draw => DRAW,
        Verdict::Loss { .. } => LOSS,
        Verdict::Margin(margin) => i32::from(margin.signum()),
        Verdict::Estimate(_) => return (LOSS, WIN),
    };
    match line.bound {
        Bound::Exact => (result, result),
        Bound::Lower => (result, WIN),
        Bound::Upper => (LOSS, result),
    }
}
