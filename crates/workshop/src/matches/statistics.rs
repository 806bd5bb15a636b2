//! Pentanomial match statistics and the sequential probability ratio test
//! (<https://www.chessprogramming.org/Match_Statistics>,
//! <https://www.chessprogramming.org/Sequential_Probability_Ratio_Test>).
//!
//! The two games of an opening are not independent, as the opening may favour a side. So the unit of the statistics is
//! the pair of games, as in fishtest. Elo differences are logistic: a score of `1 / (1 + 10^(-elo / 400))`.

use std::fmt::{self, Display};

/// The numbers of game pairs that scored 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pentanomial(pub(super) [u32; 5]);

/// An Elo difference with the half-width of its 95 % confidence interval.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Elo {
    pub(crate) difference: f64,
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

impl Pentanomial {
    /// Adds a pair that scored `half_points`, from 0 to 4.
    pub(crate) fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    pub(super) fn count(&self) -> u32 {
        self.0.iter().sum()
    }

    /// The mean score of a game, from 0 to 1.
    pub(crate) fn score(&self) -> f64 {
        moments(self.0.map(f64::from)).mean
    }

    pub(crate) fn elo(&self) -> Elo {
        let Moments { count, mean, variance } = moments(self.0.map(f64::from));
        let margin = 1.96 * (variance / count).sqrt();
        let error = (elo_from_score(mean + margin) - elo_from_score(mean - margin)) / 2.0;
        let error = if variance > 0.0 { error } else { f64::INFINITY };
        Elo { difference: elo_from_score(mean), error }
    }

    /// The log-likelihood ratio of the hypotheses `elo[1]` and `elo[0]`, by the normal
    /// approximation of the generalised sequential probability ratio test. Counts of zero are
    /// replaced by 0.001, so that the variance is never zero.
    pub(super) fn log_likelihood_ratio(&self, elo: [f64; 2]) -> f64 {
        let Moments { count, mean, variance } = moments(self.0.map(|count| f64::from(count).max(1e-3)));
        let [zero, one] = elo.map(score_from_elo);
        count * (one - zero) * (2.0 * mean - zero - one) / (2.0 * variance)
    }
}

struct Moments {
    count: f64,
    mean: f64,
    variance: f64,
}

/// The moments of the score of a pair, scaled to 0 to 1.
fn moments(counts: [f64; 5]) -> Moments {
    let count: f64 = counts.iter().sum();
    let scored = || counts.iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]);
    let mean = scored().map(|(count, score)| count * score).sum::<f64>() / count;
    let variance = scored().map(|(count, score)| count * (score - mean).powi(2)).sum::<f64>() / count;
    Moments { count, mean, variance }
}

fn elo_from_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

pub(crate) fn score_from_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// A sequential probability ratio test with error rates of 5 %.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sprt {
    /// The Elo differences of the null hypothesis H0 and the alternative H1.
    pub(super) elo: [f64; 2],
}

/// The result of a finished test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SprtDecision {
    /// The larger difference is accepted.
    AcceptH1,
    /// The smaller difference is accepted.
    AcceptH0,
}

impl Sprt {
    /// The log-likelihood ratio at which the test ends: ln(0.95 / 0.05).
    pub(super) const BOUND: f64 = 2.944_438_979_166_440_3;

    pub(super) fn decision(&self, pairs: &Pentanomial) -> Option<SprtDecision> {
        match pairs.log_likelihood_ratio(self.elo) {
            ratio if ratio >= Self::BOUND => Some(SprtDecision::AcceptH1),
            ratio if ratio <= -Self::BOUND => Some(SprtDecision::AcceptH0),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(got: f64, expected: f64) {
        assert!((got - expected).abs() < 0.01, "got {got}, expected {expected}");
    }

    /// 100 pairs with mean 0.55 and variance 0.0225, so a standard error of 0.015: from 0.5206 to
    /// 0.5794.
    #[test]
    fn elo_agrees_with_a_calculation_by_hand() {
        let pairs = Pentanomial([0, 10, 60, 30, 0]);
        assert_near(pairs.score(), 0.55);
        assert_near(pairs.elo().difference, 34.86);
        assert_near(pairs.elo().error, (55.64 - 14.32) / 2.0);
        assert_eq!(pairs.elo().to_string(), "+34.9 ± 20.7");
    }

    #[test]
    fn identical_pairs_have_no_error_estimate() {
        assert_eq!(Pentanomial([0, 0, 0, 0, 10]).elo().to_string(), "+inf ± ?");
        assert_eq!(Pentanomial([0, 0, 7, 0, 0]).elo().to_string(), "+0.0 ± ?");
    }

    /// Scores of 0.5 and 0.514387: 100 * 0.014387 * (1.1 - 1.014387) / (2 * 0.0225), and a little less
    /// for the thousandths.
    #[test]
    fn the_log_likelihood_ratio_agrees_with_a_calculation_by_hand() {
        let pairs = Pentanomial([0, 10, 60, 30, 0]);
        assert_near(pairs.log_likelihood_ratio([0.0, 10.0]), 2.737);
        assert_near(pairs.log_likelihood_ratio([0.0, 10.0]), -pairs.log_likelihood_ratio([10.0, 0.0]));
    }

    #[test]
    fn a_test_ends_at_its_bounds() {
        let test = Sprt { elo: [0.0, 10.0] };
        assert_eq!(test.decision(&Pentanomial::default()), None);
        assert_eq!(test.decision(&Pentanomial([0, 10, 60, 30, 0])), None);
        assert_eq!(test.decision(&Pentanomial([0, 11, 66, 33, 0])), Some(SprtDecision::AcceptH1));
        assert_eq!(test.decision(&Pentanomial([0, 30, 60, 10, 0])), Some(SprtDecision::AcceptH0));
        assert_eq!(test.decision(&Pentanomial([0, 0, 0, 0, 20])), Some(SprtDecision::AcceptH1));
    }
}
