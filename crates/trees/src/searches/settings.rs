//! What a person may choose about a search, and what it answers.

use super::late_move_reductions::Reductions;
use super::m_n_minimax::Choice;
use super::order::Order;
use crate::value::{Bound, MAX_VALUE, MINUS_INFINITY, PLUS_INFINITY, Ties, Value, Window};
use bestmove_core::game::Invalid;

/// The options of all searches. A search ignores those that its entry in the catalogue does not list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The window of the root; the range that C* bisects.
    pub window: Window,
    /// What to do where the bounds meet.
    pub ties: Ties,
    /// The order of the children.
    pub order: Order,
    /// The seed of a random order.
    pub seed: u64,
    /// The plies that must be left below a node for its children to be put in this order: more near the root.
    pub order_depth: usize,
    /// The first guess of aspiration and MTD(f), there also infinite: the static value of the root by default.
    pub guess: Option<Value>,
    /// Aspiration: the window is open for values less than this away from the guess.
    pub margin: Value,
    /// M & N minimaxing: what a choice is worth.
    pub choice: Choice,
    /// The killer heuristic: killers a ply, 1 or 2. With two, those of two plies above come after them.
    pub killers: usize,
    /// Late move reductions: which moves are late.
    pub reductions: Reductions,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            window: Window::FULL,
            ties: Ties::Cut,
            order: Order::AsGiven,
            seed: 1,
            order_depth: 0,
            guess: None,
            margin: 2,
            choice: Choice { max_children: 2, min_children: 2, bonus: 4 },
            killers: 1,
            reductions: Reductions::default(),
        }
    }
}

impl Settings {
    /// Checks the ranges.
    ///
    /// # Errors
    ///
    /// [`Invalid`] naming the first setting that is out of range.
    pub fn check(&self) -> Result<(), Invalid> {
        let Window { alpha, beta } = self.window;
        bound("window.alpha", alpha)?;
        bound("window.beta", beta)?;
        if alpha >= beta {
            return Err(Invalid::new("window", "alpha below beta", format!("{alpha} and {beta}")));
        }
        self.guess.map_or(Ok(()), |guess| bound("guess", guess))?;
        integer("margin", self.margin.into(), 1, MAX_VALUE.into())?;
        let Choice { max_children, min_children, bonus } = self.choice;
        for (part, children) in [("m", max_children), ("n", min_children)] {
            whole(part, children, 1, u16::MAX.into())?;
        }
        integer("bonus", bonus.into(), 0, MAX_VALUE.into())?;
        whole("killers", self.killers, 1, 2)?;
        let Reductions { full_depth_moves, plies } = self.reductions;
        whole("full_depth_moves", full_depth_moves, 1, u16::MAX.into())?;
        whole("reduction", plies, 1, u16::MAX.into())
    }
}

/// A value that may be infinite.
fn bound(part: &str, value: Value) -> Result<(), Invalid> {
    match value {
        MINUS_INFINITY | PLUS_INFINITY => Ok(()),
        value => integer(part, value.into(), -i64::from(MAX_VALUE), MAX_VALUE.into()),
    }
}

fn whole(part: &str, value: usize, low: i64, high: i64) -> Result<(), Invalid> {
    integer(part, i64::try_from(value).unwrap_or(i64::MAX), low, high)
}

fn integer(part: &str, value: i64, low: i64, high: i64) -> Result<(), Invalid> {
    if (low..=high).contains(&value) {
        return Ok(());
    }
    Err(Invalid::new(part, format!("an integer from {low} to {high}"), value.to_string()))
}

/// The answer of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchAnswer {
    /// The score of the root, to the nearest integer where it is a mean.
    pub value: Value,
    /// The score as a mean, if the search takes means.
    pub mean: Option<f64>,
    /// What the score says of the value of the root.
    pub bound: Bound,
    /// The best child of the root; none at a leaf, and where the value was known without a search.
    pub best: Option<u16>,
    /// The line of best play.
    pub line: Vec<u16>,
    /// Iterative deepening: the depth of the last finished iteration.
    pub depth: Option<u16>,
    /// Whether the search ran to its end; iterative deepening may be stopped after an iteration.
    pub is_complete: bool,
}
