//! Scores in English.

use super::{Bound, TablebaseVerdict, Verdict};
use std::fmt::{self, Display};

/// A verdict, and how it relates to the true one. Its [`Display`] is English.
///
/// ```
/// use bestmove_core::types::{Bound, BoundedVerdict, Verdict};
///
/// let text = |verdict, bound| BoundedVerdict { verdict, bound }.to_string();
/// assert_eq!(text(Verdict::Win { plies: Some(5) }, Bound::Exact), "win in 5 plies");
/// assert_eq!(text(Verdict::Draw, Bound::Lower), "at least a draw");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundedVerdict {
    /// The verdict.
    pub verdict: Verdict,
    /// How it relates to the true one.
    pub bound: Bound,
}

impl Display for BoundedVerdict {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { verdict, bound } = *self;
        let (is_win, is_loss) = match (verdict, verdict.tablebase()) {
            (Verdict::Win { .. } | Verdict::Margin(1..), _) | (_, Some(TablebaseVerdict::Win)) => {
                (true, false)
            }
            (Verdict::Loss { .. } | Verdict::Margin(..=0), _) | (_, Some(TablebaseVerdict::Loss)) => {
                (false, true)
            }
            _ => (false, false),
        };
        // Better than a win is a sooner one, and worse than a loss a sooner one.
        let is_sooner = matches!((is_win, is_loss, bound), (true, _, Bound::Lower) | (_, true, Bound::Upper));
        let is_margin = matches!(verdict, Verdict::Margin(_));
        let relation = match bound {
            Bound::Exact => "",
            _ if is_sooner && !is_margin => "",
            Bound::Lower => "at least ",
            Bound::Upper => "at most ",
        };
        out.write_str(relation)?;
        let article = if relation.is_empty() { "" } else { "a " };
        match verdict {
            Verdict::Win { plies } => distance(out, article, "win", plies, is_sooner),
            Verdict::Loss { plies } => distance(out, article, "loss", plies, is_sooner),
            Verdict::Draw => write!(out, "{article}draw"),
            Verdict::Margin(units @ 1..) => write!(out, "{article}win by {units}"),
            Verdict::Margin(units) => write!(out, "{article}loss by {}", units.unsigned_abs()),
            Verdict::Estimate(_) if is_win => out.write_str("won by the tablebase, length unknown"),
            Verdict::Estimate(_) if is_loss => out.write_str("lost by the tablebase, length unknown"),
            Verdict::Estimate(value) => write!(out, "estimate {value:+}"),
        }
    }
}

fn distance(
    out: &mut fmt::Formatter<'_>,
    article: &str,
    result: &str,
    plies: Option<u16>,
    is_sooner: bool,
) -> fmt::Result {
    write!(out, "{article}{result}")?;
    let Some(plies) = plies else { return Ok(()) };
    let at_most = if is_sooner { "at most " } else { "" };
    write!(out, " in {at_most}{plies} {}", if plies == 1 { "ply" } else { "plies" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_told_as_what_they_are() {
        for (verdict, bound, words) in [
            (Verdict::Win { plies: Some(1) }, Bound::Exact, "win in 1 ply"),
            (Verdict::Win { plies: Some(5) }, Bound::Lower, "win in at most 5 plies"),
            (Verdict::Win { plies: Some(5) }, Bound::Upper, "at most a win in 5 plies"),
            (Verdict::Win { plies: None }, Bound::Exact, "win"),
            (Verdict::Win { plies: None }, Bound::Lower, "win"),
            (Verdict::Loss { plies: Some(1) }, Bound::Upper, "loss in at most 1 ply"),
            (Verdict::Loss { plies: Some(2) }, Bound::Lower, "at least a loss in 2 plies"),
            (Verdict::Loss { plies: None }, Bound::Exact, "loss"),
            (Verdict::Draw, Bound::Exact, "draw"),
            (Verdict::Draw, Bound::Lower, "at least a draw"),
            (Verdict::Draw, Bound::Upper, "at most a draw"),
            (Verdict::Margin(12), Bound::Exact, "win by 12"),
            (Verdict::Margin(12), Bound::Lower, "at least a win by 12"),
            (Verdict::Margin(-4), Bound::Upper, "at most a loss by 4"),
            (Verdict::Estimate(70), Bound::Exact, "estimate +70"),
            (Verdict::Estimate(25_000), Bound::Exact, "estimate +25000"),
            (Verdict::Estimate(28_756), Bound::Lower, "won by the tablebase, length unknown"),
            (Verdict::Estimate(-26_000), Bound::Exact, "lost by the tablebase, length unknown"),
        ] {
            assert_eq!(BoundedVerdict { verdict, bound }.to_string(), words);
        }
    }
}
