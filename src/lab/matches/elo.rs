//! What the results of a match tell of the difference in strength.
//!
//! The two games of an opening are not independent: it may favour a side. So pairs of games are
//! counted, not games (the pentanomial model of fishtest,
//! <https://www.chessprogramming.org/Match_Statistics>). Elo differences are logistic: a score of
//! `1 / (1 + 10^(-elo / 400))`.

use std::fmt::{self, Display};

/// How many pairs of games gave 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::lab) struct Pairs(pub(super) [u32; 5]);

/// A difference in Elo with half of its 95 % interval.
#[derive(Clone, Copy, Debug)]
pub(in crate::lab) struct Elo {
    pub(super) difference: f64,
    pub(super) error: f64,
}

impl Display for Elo {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.difference.is_finite() && self.error.is_finite() {
            write!(out, "{:+.1} ± {:.1}", self.difference, self.error)
        } else {
            write!(out, "{:+.1} ± ?", self.difference)
        }
    }
}

impl Pairs {
    /// Counts a pair that gave so many half points.
    pub(in crate::lab) fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    pub(super) fn count(&self) -> u32 {
        self.0.iter().sum()
    }

    /// Points a game, from 0 to 1.
    pub(in crate::lab) fn score(&self) -> f64 {
        moments(self.0.map(f64::from)).mean
    }

    pub(in crate::lab) fn elo(&self) -> Elo {
        let Moments { count, mean, variance } = moments(self.0.map(f64::from));
        let margin = 1.96 * (variance / count).sqrt();
        let error = (elo_of(mean + margin) - elo_of(mean - margin)) / 2.0;
        let is_known = variance > 0.0;
        Elo { difference: elo_of(mean), error: if is_known { error } else { f64::INFINITY } }
    }

    /// The logarithm of how much more likely the results are if the difference is `elo[1]` than if
    /// it is `elo[0]`: the normal approximation of the generalised sequential probability ratio
    /// test (<https://www.chessprogramming.org/Sequential_Probability_Ratio_Test>). A result not seen counts as a
    /// thousandth, so that the variance is never zero.
    pub(super) fn likelihood_ratio(&self, elo: [f64; 2]) -> f64 {
        let Moments { count, mean, variance } = moments(self.0.map(|count| f64::from(count).max(1e-3)));
        let [zero, one] = elo.map(score_of);
        count * (one - zero) * (2.0 * mean - zero - one) / (2.0 * variance)
    }
}

struct Moments {
    count: f64,
    mean: f64,
    variance: f64,
}

/// Of the score of a pair, counted from 0 to 1.
fn moments(counts: [f64; 5]) -> Moments {
    let count: f64 = counts.iter().sum();
    let scored = || counts.iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]);
    let mean = scored().map(|(count, score)| count * score).sum::<f64>() / count;
    let variance = scored().map(|(count, score)| count * (score - mean).powi(2)).sum::<f64>() / count;
    Moments { count, mean, variance }
}

fn elo_of(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// A sequential probability ratio test with 5 % of error either way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sprt {
    /// The difference to refute and the one to accept.
    pub(super) elo: [f64; 2],
}

/// What a test has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// The larger difference.
    Accepted,
    /// The smaller one.
    Refuted,
}

impl Sprt {
    /// Where the logarithm of the likelihood ratio decides: ln(0.95 / 0.05).
    pub(super) const BOUND: f64 = 2.944_438_979_166_440_3;

    pub(super) fn decision(&self, pairs: &Pairs) -> Option<Decision> {
        match pairs.likelihood_ratio(self.elo) {
            ratio if ratio >= Self::BOUND => Some(Decision::Accepted),
            ratio if ratio <= -Self::BOUND => Some(Decision::Refuted),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 0.01, "{found} instead of {expected}");
    }

    /// 100 pairs with mean 0.55 and variance 0.0225, so a standard error of 0.015: from 0.5206 to
    /// 0.5794.
    #[test]
    fn elo_by_hand() {
        let pairs = Pairs([0, 10, 60, 30, 0]);
        near(pairs.score(), 0.55);
        near(pairs.elo().difference, 34.86);
        near(pairs.elo().error, (55.64 - 14.32) / 2.0);
        assert_eq!(pairs.elo().to_string(), "+34.9 ± 20.7");
    }

    #[test]
    fn equal_pairs_tell_no_error() {
        assert_eq!(Pairs([0, 0, 0, 0, 10]).elo().to_string(), "+inf ± ?");
        assert_eq!(Pairs([0, 0, 7, 0, 0]).elo().to_string(), "+0.0 ± ?");
    }

    /// Scores of 0.5 and 0.514387: 100 * 0.014387 * (1.1 - 1.014387) / (2 * 0.0225), and a little less
    /// for the thousandths.
    #[test]
    fn likelihood_by_hand() {
        let pairs = Pairs([0, 10, 60, 30, 0]);
        near(pairs.likelihood_ratio([0.0, 10.0]), 2.737);
        near(pairs.likelihood_ratio([0.0, 10.0]), -pairs.likelihood_ratio([10.0, 0.0]));
    }

    #[test]
    fn a_test_ends_at_its_bounds() {
        let test = Sprt { elo: [0.0, 10.0] };
        assert_eq!(test.decision(&Pairs::default()), None);
        assert_eq!(test.decision(&Pairs([0, 10, 60, 30, 0])), None);
        assert_eq!(test.decision(&Pairs([0, 11, 66, 33, 0])), Some(Decision::Accepted));
        assert_eq!(test.decision(&Pairs([0, 30, 60, 10, 0])), Some(Decision::Refuted));
        assert_eq!(test.decision(&Pairs([0, 0, 0, 0, 20])), Some(Decision::Accepted));
    }
}
