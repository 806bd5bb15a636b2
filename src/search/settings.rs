//! The switches of the search.

/// Which refinements are on. None but [`Settings::selective`] changes the score of a fixed-depth
/// search: that is what the tests against plain minimax hold them to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Search all moves but the first with a null window.
    pub null_windows: bool,
    /// Start each iteration with a narrow window around the last score.
    pub aspiration: bool,
    /// Try moves first that refuted siblings.
    pub killers: bool,
    /// Try moves early that refuted other positions.
    pub history: bool,
    /// Use [`Game::promise`](crate::game::Game::promise).
    pub promise: bool,
    /// Look for a refutation among the children's table entries before searching any, and rank moves by them.
    pub enhanced_cutoffs: bool,
    /// Reduce late moves, extend lines without choice, believe deeper table entries, shallower
    /// searches that are far above the window and, near the horizon, evaluations far from it. Stronger
    /// in a given time. Without it the search is full-width: its score is a function of the
    /// position, the path and the depth alone, whatever the table holds.
    pub selective: bool,
}

impl Settings {
    /// The strongest play in a given time.
    pub const STRONGEST: Self = Self {
        null_windows: true,
        aspiration: true,
        killers: true,
        history: true,
        promise: true,
        enhanced_cutoffs: true,
        selective: true,
    };

    /// The exact value at a given depth.
    pub const FULL_WIDTH: Self = Self { selective: false, ..Self::STRONGEST };

    /// Alpha-beta and nothing else.
    pub const PLAIN: Self = Self {
        null_windows: false,
        aspiration: false,
        killers: false,
        history: false,
        promise: false,
        enhanced_cutoffs: false,
        selective: false,
    };
}
