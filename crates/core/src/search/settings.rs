//! Which search techniques are on.

/// Switches for the search techniques. Only [`Settings::selective`] and [`Settings::tablebases`] change the
/// score of a fixed-depth search; the tests compare all other combinations with plain minimax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Principal variation search: null windows for all moves but the first.
    pub null_windows: bool,
    /// Aspiration windows around the score of the previous iteration.
    pub aspiration: bool,
    /// History, counter-move and follow-up heuristics.
    pub history: bool,
    /// Static move ordering by [`Evaluator::order_score`](crate::game::Evaluator::order_score).
    pub order_scores: bool,
    /// Enhanced transposition cutoffs, and move ordering by the children's table entries.
    pub enhanced_cutoffs: bool,
    /// Endgame tablebases, probed at every node below the root. Without them proofs are fewer, but as true.
    pub tablebases: bool,
    /// Late move reductions, one-reply extensions, futility pruning, ProbCut, and cutoffs by deeper
    /// table entries: stronger in a given time. Without it the search is full-width, and its score a
    /// function of position, path and depth alone, whatever the table holds.
    pub selective: bool,
}

impl Settings {
    /// The strongest play in a given time.
    pub const STRONGEST: Self = Self {
        null_windows: true,
        aspiration: true,
        history: true,
        order_scores: true,
        enhanced_cutoffs: true,
        tablebases: true,
        selective: true,
    };

    /// The exact minimax value at a given depth.
    pub const FULL_WIDTH: Self = Self { selective: false, ..Self::STRONGEST };

    /// Plain alpha-beta.
    pub const PLAIN: Self = Self {
        null_windows: false,
        aspiration: false,
        history: false,
        order_scores: false,
        enhanced_cutoffs: false,
        tablebases: true,
        selective: false,
    };
}
