//! Review of played moves: labels, and accuracy by side.
//!
//! Between proven scores a label is a fact. Between estimates it follows the points lost, with the thresholds of
//! chess.com's classification (blunder from 0.20). The accuracy of a move is that of lichess (scalachess and lila,
//! `AccuracyPercent`), with points in place of the win percentage.
//!
//! The points lost are expected points, and where both moves lose, what the longer resistance scores in practice.

mod score;

pub use score::MoveScore;

use std::cmp::Ordering;

/// Expected points lost from which a move is a blunder.
const BLUNDER: f64 = 0.20;
/// Expected points lost from which a move is a mistake.
const MISTAKE: f64 = 0.10;
/// Expected points lost from which a move is an inaccuracy.
const INACCURACY: f64 = 0.05;
/// Expected points lost below which a move is as good as the best.
const BEST: f64 = 0.02;
/// Rounding in sums of chances.
const EPSILON: f64 = 1e-9;
/// By how many plies an inaccuracy delays a win or hastens a loss.
const INACCURATE_PLIES: u16 = 4;

/// How good a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Label {
    /// As good as the best move.
    Best,
    /// The best move, where all others are mistakes or blunders.
    OnlyMove,
    /// Hardly worse than the best move.
    Good,
    /// Proven: the same result, but at least four plies later (a win) or sooner (a loss).
    Inaccuracy,
    /// Proven: a win becomes a draw, or a draw a loss; or the other side wins at once, four plies or more sooner.
    Mistake,
    /// Proven: a win becomes a loss.
    Blunder,
}

impl Label {
    /// All labels, from the best to the worst moves.
    pub const ALL: [Self; 6] =
        [Self::Best, Self::OnlyMove, Self::Good, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The label of a move by its result and that of the best move, both proven.
    fn of_results(best: &MoveScore, played: &MoveScore, results: [Ordering; 2]) -> Self {
        match results {
            [Ordering::Greater, Ordering::Less] => Self::Blunder,
            [best, played] if played < best => Self::Mistake,
            _ if played.is_plies_worse(best, INACCURATE_PLIES) => {
                if played.loses_at_once() {
                    Self::Mistake
                } else {
                    Self::Inaccuracy
                }
            }
            _ if played.verdict == best.verdict || best.is_plies_worse(played, 0) => Self::Best,
            _ => Self::Good,
        }
    }

    /// The label of a move, at least one of both scores an estimate.
    fn of_points(best: &MoveScore, played: &MoveScore) -> Self {
        let lost = played.points_lost(best);
        let gives_up = played.loses_at_once() && best.resistance() >= MoveScore::AT_ONCE + INACCURATE_PLIES;
        let reaches = |threshold| lost >= threshold - EPSILON;
        match () {
            () if reaches(BLUNDER) => Self::Blunder,
            () if reaches(MISTAKE) || gives_up => Self::Mistake,
            () if reaches(INACCURACY) => Self::Inaccuracy,
            () if reaches(BEST) => Self::Good,
            () => Self::Best,
        }
    }

    /// Whether the move is a mistake or a blunder.
    const fn is_error(self) -> bool {
        matches!(self, Self::Mistake | Self::Blunder)
    }
}

/// What a review says about a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveReview {
    /// The score of the best move.
    pub best: MoveScore,
    /// The score of the move played.
    pub played: MoveScore,
    /// How good the move is.
    pub label: Label,
    /// The expected points of the best move minus those of the move played.
    pub expected_points_lost: f64,
    /// The same, and in practice what a longer resistance would have scored.
    pub points_lost: f64,
    /// Whether the move gives away a proven win.
    pub missed_win: bool,
    /// Whether the move gives away a proven draw.
    pub missed_draw: bool,
    /// Whether the label depends on a score without proof.
    pub is_estimate: bool,
}

impl MoveReview {
    /// Reviews a move. `others` are the scores of the other moves; the best of them is enough. A forced
    /// move has none.
    #[must_use]
    pub fn new(played: MoveScore, others: &[MoveScore]) -> Self {
        let best =
            others.iter().fold(played, |best, other| if other.is_better_than(&best) { *other } else { best });
        let (label, is_estimate) = compare(&best, &played);
        let compared: Vec<_> = others.iter().map(|other| compare(&best, other)).collect();
        let is_only =
            label == Label::Best && !others.is_empty() && compared.iter().all(|(other, _)| other.is_error());
        let decides = |(_, is_estimate): &(Label, bool)| is_only && *is_estimate;
        let missed = |result| label.is_error() && best.result() == Some(result);
        Self {
            best,
            played,
            label: if is_only { Label::OnlyMove } else { label },
            expected_points_lost: played.expected_points_lost(&best),
            points_lost: played.points_lost(&best),
            missed_win: missed(Ordering::Greater),
            missed_draw: missed(Ordering::Equal),
            is_estimate: is_estimate || compared.iter().any(decides),
        }
    }

    /// The accuracy of the move, from 0 to 100.
    #[must_use]
    pub fn accuracy(&self) -> f64 {
        let percent_lost = 100.0 * self.points_lost;
        let fitted =
            103.166_810_071_164_9 * (-0.043_544_153_867_539_51 * percent_lost).exp() - 3.166_924_740_191_411;
        (fitted + 1.0).clamp(0.0, 100.0)
    }
}

/// The label of a move with the score `played`, and whether that is an estimate.
fn compare(best: &MoveScore, played: &MoveScore) -> (Label, bool) {
    match (best.result(), played.result()) {
        (Some(best_result), Some(result)) => (Label::of_results(best, played, [best_result, result]), false),
        _ => (Label::of_points(best, played), true),
    }
}

/// The moves of a side in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SideReview {
    accuracies: f64,
    counts: [u32; Label::ALL.len()],
}

impl SideReview {
    /// Counts a move with that label and [accuracy](MoveReview::accuracy).
    pub fn add(&mut self, label: Label, accuracy: f64) {
        self.accuracies += accuracy;
        self.counts[label as usize] += 1;
    }

    /// The number of moves with that label.
    #[must_use]
    pub const fn count(&self, label: Label) -> u32 {
        self.counts[label as usize]
    }

    /// The number of moves counted.
    #[must_use]
    pub fn reviewed(&self) -> u32 {
        self.counts.iter().sum()
    }

    /// The mean accuracy of the moves; `None` without any.
    #[must_use]
    pub fn accuracy(&self) -> Option<f64> {
        let reviewed = self.reviewed();
        (reviewed > 0).then(|| self.accuracies / f64::from(reviewed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Bound, Expectation, Verdict};

    fn proven(verdict: Verdict) -> MoveScore {
        let expectation = Expectation::proven(verdict).unwrap();
        MoveScore { verdict, bound: Bound::Exact, expectation, depth: 12 }
    }

    fn win(plies: u16) -> MoveScore {
        proven(Verdict::Win { plies: Some(plies) })
    }

    fn loss(plies: u16) -> MoveScore {
        proven(Verdict::Loss { plies: Some(plies) })
    }

    fn draw() -> MoveScore {
        proven(Verdict::Draw)
    }

    fn estimate(points: f64) -> MoveScore {
        let expectation = Expectation { win: points, draw: 0.0, loss: 1.0 - points };
        MoveScore { verdict: Verdict::Estimate(1), bound: Bound::Exact, expectation, depth: 12 }
    }

    #[test]
    fn labels_of_proven_moves_are_facts() {
        for (played, others, label) in [
            (win(5), vec![win(5), draw()], Label::Best),
            (win(7), vec![win(5)], Label::Good),
            (win(9), vec![win(5), loss(2)], Label::Inaccuracy),
            (draw(), vec![win(5)], Label::Mistake),
            (loss(8), vec![win(5)], Label::Blunder),
            (draw(), vec![draw(), loss(2)], Label::Best),
            (draw(), vec![loss(20), loss(2)], Label::OnlyMove),
            (win(31), vec![draw(), loss(2)], Label::OnlyMove),
            (loss(8), vec![draw()], Label::Mistake),
            (loss(8), vec![loss(8)], Label::Best),
            (loss(6), vec![loss(8)], Label::Good),
            (loss(4), vec![loss(8)], Label::Inaccuracy),
            (loss(8), vec![loss(4)], Label::Best),
            (loss(8), vec![loss(2)], Label::OnlyMove),
            (loss(2), vec![loss(8)], Label::Mistake),
            (loss(2), vec![loss(6)], Label::Mistake),
            (loss(2), vec![loss(4)], Label::Good),
            (loss(4), vec![loss(40)], Label::Inaccuracy),
            (draw(), vec![], Label::Best),
        ] {
            let review = MoveReview::new(played, &others);
            assert_eq!((review.label, review.is_estimate), (label, false), "{played:?} {others:?}");
            let best = others
                .iter()
                .fold(played.expectation.points(), |best, other| best.max(other.expectation.points()));
            let missed = |points| best == points && played.expectation.points() < points;
            assert_eq!((review.missed_win, review.missed_draw), (missed(1.0), missed(0.5)));
        }
    }

    /// The distance of a bound is an upper limit.
    #[test]
    fn unknown_distances_give_no_inaccuracies() {
        let at_least = |score: MoveScore| MoveScore { bound: Bound::Lower, ..score };
        let at_most = |score: MoveScore| MoveScore { bound: Bound::Upper, ..score };
        let unknown = proven(Verdict::Win { plies: None });
        for (played, other, label) in [
            (at_least(win(15)), win(5), Label::Good),
            (win(15), at_least(win(5)), Label::Inaccuracy),
            (loss(4), at_most(loss(8)), Label::Good),
            (at_most(loss(4)), loss(8), Label::Inaccuracy),
            (unknown, unknown, Label::Best),
            (unknown, win(5), Label::Good),
        ] {
            let review = MoveReview::new(played, &[other]);
            assert_eq!((review.label, review.is_estimate), (label, false), "{played:?} {other:?}");
        }
        assert!(MoveReview::new(at_least(draw()), &[draw()]).is_estimate, "perhaps a win");
    }

    #[test]
    fn labels_of_estimates_follow_expected_points() {
        for (points, label) in [
            (0.81, Label::Best),
            (0.8, Label::Best),
            (0.781, Label::Best),
            (0.78, Label::Good),
            (0.751, Label::Good),
            (0.75, Label::Inaccuracy),
            (0.701, Label::Inaccuracy),
            (0.7, Label::Mistake),
            (0.601, Label::Mistake),
            (0.6, Label::Blunder),
            (0.0, Label::Blunder),
        ] {
            let review = MoveReview::new(estimate(points), &[estimate(0.8), estimate(0.1)]);
            assert_eq!((review.label, review.is_estimate), (label, true), "{points}");
            assert!(!review.missed_win && !review.missed_draw);
        }
        assert_eq!(MoveReview::new(estimate(0.8), &[estimate(0.7)]).label, Label::OnlyMove);
        assert_eq!(MoveReview::new(estimate(0.8), &[estimate(0.71)]).label, Label::Best);
    }

    /// The longer a loss could have lasted, the more it costs to lose at once; a win may take its time.
    #[test]
    fn lost_moves_cost_accuracy_by_their_distance() {
        let accuracy = |played, best| MoveReview::new(played, &[best]).accuracy();
        let at_once = [2, 4, 6, 16, 40].map(|plies| accuracy(loss(2), loss(plies)).round());
        assert_eq!(at_once, [100.0, 92.0, 84.0, 57.0, 29.0]);
        let sooner = [40, 38, 36, 20, 4].map(|plies| accuracy(loss(plies), loss(40)).round());
        assert_eq!(sooner, [100.0, 97.0, 93.0, 60.0, 32.0]);
        assert_eq!(accuracy(win(41), win(1)), 100.0);
        assert_eq!(accuracy(loss(40), draw()), accuracy(loss(2), draw()));
        let review = MoveReview::new(loss(2), &[loss(16)]);
        assert_eq!(review.expected_points_lost, 0.0, "a statement about results");
    }

    /// An unproven loss is at best one beyond the depth of the search.
    #[test]
    fn losing_at_once_costs_the_same_beside_an_estimate() {
        let [by_estimate, by_proof] =
            [estimate(0.01), loss(12)].map(|best| MoveReview::new(loss(2), &[best]));
        assert_eq!((by_estimate.label, by_proof.label), (Label::Mistake, Label::Mistake));
        assert!(by_estimate.is_estimate && !by_proof.is_estimate);
        assert!((by_estimate.accuracy() - by_proof.accuracy()).abs() < 4.0);
        let shallow = MoveScore { depth: 6, ..estimate(0.001) };
        assert_eq!(MoveReview::new(loss(2), &[shallow]).label, Label::Mistake);
        assert_eq!(MoveReview::new(loss(2), &[MoveScore { depth: 5, ..shallow }]).label, Label::Good);
        let unknown = proven(Verdict::Loss { plies: None });
        assert_eq!(MoveReview::new(unknown, &[loss(40)]).points_lost, 0.0, "it may be longer");
    }

    #[test]
    fn a_label_is_an_estimate_if_a_score_that_decides_it_is() {
        let only = MoveReview::new(win(5), &[estimate(0.6), draw()]);
        assert_eq!((only.label, only.is_estimate), (Label::OnlyMove, true));
        let best = MoveReview::new(win(5), &[estimate(0.6), win(5)]);
        assert_eq!((best.label, best.is_estimate), (Label::Best, false));
        let missed = MoveReview::new(estimate(0.6), &[win(5)]);
        assert_eq!((missed.label, missed.is_estimate, missed.missed_win), (Label::Blunder, true, true));
    }

    #[test]
    fn accuracy_falls_from_100_to_0() {
        let accuracy = |points| MoveReview::new(estimate(points), &[estimate(1.0)]).accuracy().round();
        let points = [1.0, 0.95, 0.9, 0.8, 0.6, 0.2, 0.0];
        assert_eq!(points.map(accuracy), [100.0, 81.0, 65.0, 41.0, 16.0, 1.0, 0.0]);
    }

    #[test]
    fn sides_have_mean_accuracies_and_counts() {
        let mut side = SideReview::default();
        assert_eq!(side.accuracy(), None);
        let review = MoveReview::new(win(1), &[win(1)]);
        side.add(review.label, review.accuracy());
        let review = MoveReview::new(loss(2), &[win(1)]);
        side.add(review.label, review.accuracy());
        assert_eq!((side.accuracy(), side.reviewed()), (Some(50.0), 2));
        assert_eq!(Label::ALL.map(|label| side.count(label)), [1, 0, 0, 0, 0, 1]);
    }
}
