//! Expected points: a score as chances of winning, drawing and losing.

use super::Verdict;

/// The chances of the side to move. They add up to one.
///
/// ```
/// use bestmove_core::types::{Expectation, Verdict};
///
/// assert_eq!(Expectation::DRAW.points(), 0.5);
/// assert_eq!(Expectation::proven(Verdict::Win { plies: Some(3) }), Some(Expectation::WIN));
/// assert_eq!(Expectation::proven(Verdict::Estimate(120)), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expectation {
    /// The chance of a win, from 0 to 1.
    pub win: f64,
    /// The chance of a draw.
    pub draw: f64,
    /// The chance of a loss.
    pub loss: f64,
}

impl Expectation {
    /// A certain win.
    pub const WIN: Self = Self { win: 1.0, draw: 0.0, loss: 0.0 };
    /// A certain draw.
    pub const DRAW: Self = Self { win: 0.0, draw: 1.0, loss: 0.0 };
    /// A certain loss.
    pub const LOSS: Self = Self { win: 0.0, draw: 0.0, loss: 1.0 };

    /// The chances of a proven verdict; `None` for an estimate.
    #[must_use]
    pub const fn proven(verdict: Verdict) -> Option<Self> {
        match verdict {
            Verdict::Win { .. } | Verdict::Margin(1..) => Some(Self::WIN),
            Verdict::Draw | Verdict::Margin(0) => Some(Self::DRAW),
            Verdict::Loss { .. } | Verdict::Margin(_) => Some(Self::LOSS),
            Verdict::Estimate(_) => None,
        }
    }

    /// The chances of an estimate by ordered logistic regression (McCullagh: Regression models for ordinal
    /// data, Journal of the Royal Statistical Society B 42(2), 1980): the odds of a win are
    /// `exp((units - draw_margin) / scale)`, those of a loss `exp((-units - draw_margin) / scale)`.
    #[must_use]
    pub fn of_estimate(units: f64, scale: f64, draw_margin: f64) -> Self {
        let chance = |units: f64| 1.0 / (1.0 + ((draw_margin - units) / scale).exp());
        let (win, loss) = (chance(units), chance(-units));
        Self { win, draw: (1.0 - win - loss).max(0.0), loss }
    }

    /// The expected points: one for a win, half a point for a draw.
    #[must_use]
    pub fn points(self) -> f64 {
        self.win + self.draw / 2.0
    }
}

/// The plies in which the practical points of a loss come nearer to those of an even game by a factor of e.
const PRACTICAL_PLIES: f64 = 45.0;

/// What a loss in so many plies scores in practice, between players who err: from 0, where the game is over, to half
/// a point, as in an even game, where its end is out of sight. `docs/levels.md` has the measurement.
#[must_use]
pub fn practical_points_of_loss(plies: u16) -> f64 {
    0.5 * (1.0 - (-f64::from(plies) / PRACTICAL_PLIES).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_to_one_and_rise_with_the_estimate() {
        let mut last = 0.0;
        for units in (-29_999..=29_999).step_by(37) {
            let chances = Expectation::of_estimate(units.into(), 80.0, 60.0);
            let Expectation { win, draw, loss } = chances;
            assert!((win + draw + loss - 1.0).abs() < 1e-12 && win.min(draw).min(loss) >= 0.0, "{chances:?}");
            assert!(chances.points() > last - 1e-12, "{units}");
            last = chances.points();
        }
        let level = Expectation::of_estimate(0.0, 80.0, 60.0);
        assert!((level.points() - 0.5).abs() < 1e-12 && level.win > 0.2);
    }
}
