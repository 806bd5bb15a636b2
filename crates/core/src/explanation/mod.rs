//! Reasons in words: why a move of an analysis is good or bad. A reason follows from the rules, from proven
//! scores or from the line itself. Nothing is searched for it, and a move without one gets none.

mod comparison;
mod corners;
mod material;
mod mobility;
mod reason;
mod threats;

pub use material::is_within_exchange;
pub use reason::{DoubleThreat, Exchange, Pieces, Reason};

use crate::game::{Notation, Outcome, Searchable};
use crate::search::{Path, ScoredLine};
use crate::types::Verdict;
use threats::Replies;

/// The reason of each line of an analysis. `lines` start with different legal moves.
///
/// ```
/// use bestmove_core::explanation::explain;
/// use bestmove_core::game::Notation;
/// use bestmove_core::games::TicTacToe;
/// use bestmove_core::search::{Path, ScoredLine};
/// use bestmove_core::types::{Bound, Verdict};
///
/// let path = Path::<TicTacToe>::from(TicTacToe::parse("X...O.O.X")?);
/// let line = ScoredLine { line: vec![2], verdict: Verdict::Estimate(1), bound: Bound::Exact };
/// let reasons = explain(&path, &[line]);
/// assert_eq!(
///     reasons[0].as_ref().map(ToString::to_string).as_deref(),
///     Some("wins in 3 plies: makes two threats at once, 2 and 6"),
/// );
/// # Ok::<(), bestmove_core::game::Invalid>(())
/// ```
pub fn explain<G: Notation>(path: &Path<G>, lines: &[ScoredLine<G>]) -> Vec<Option<Reason>> {
    let replies = Replies::new(path);
    let explain = |at: usize| {
        let line = &lines[at];
        let played = *line.line.first()?;
        threats::win_at_once(path, played)
            .or_else(|| (replies.count() == 1).then_some(Reason::OnlyLegalMove))
            .or_else(|| threats::attack(path, line))
            .or_else(|| replies.prevented_win(path, played))
            .or_else(|| replies.allowed_win(path, played))
            .or_else(|| comparison::only_good_move(lines, at, replies.count()))
            .or_else(|| comparison::longest_resistance(lines, at, replies.count()))
            .or_else(|| draw_at_once(path, played))
            .or_else(|| material::change(path, &line.line))
            .or_else(|| corners::forced_pass(path, played))
            .or_else(|| corners::taken(path, played))
            .or_else(|| corners::given_up(path, played))
            .or_else(|| mobility::last_of_region(path, played))
            .or_else(|| mobility::few_replies(path, played))
            .or_else(|| repetition(path, line))
            .or_else(|| tablebase_result(line.verdict))
    };
    (0..lines.len()).map(explain).collect()
}

fn draw_at_once<G: Searchable>(path: &Path<G>, played: G::Move) -> Option<Reason> {
    match path.after(&[played]).outcome()? {
        Outcome { winner: None, ending } => Some(Reason::DrawsAtOnce { ending }),
        Outcome { winner: Some(_), .. } => None,
    }
}

/// The line is as good as a draw, as it leads to a position that occurred before.
fn repetition<G: Notation>(path: &Path<G>, line: &ScoredLine<G>) -> Option<Reason> {
    let end = path.after(&line.line);
    let is_draw = matches!(line.verdict, Verdict::Draw | Verdict::Estimate(0));
    let recurs = is_draw && end.before().contains(&G::key(end.position()));
    recurs.then_some(Reason::RepeatsPosition { plies: line.line.len() as u16 })
}

/// Only an endgame tablebase has a winner without a distance.
const fn tablebase_result(verdict: Verdict) -> Option<Reason> {
    match verdict {
        Verdict::Win { plies: None } => Some(Reason::TablebaseWin),
        Verdict::Loss { plies: None } => Some(Reason::TablebaseLoss),
        _ => None,
    }
}
