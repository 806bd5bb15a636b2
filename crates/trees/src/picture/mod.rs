//! Pictures of a search at one of its steps: SVG, DOT and text. All show the same [`State`].

mod dot;
mod labels;
mod layout;
mod legend;
mod measures;
mod state;
mod steps;
mod style;
mod svg;
mod svg_nodes;
mod text;

pub use layout::{Below, Layout, MAX_DRAWN, Place};
pub use state::{Listed, NodeState, State, Status, Why};
pub use steps::{Change, DrawnReason, DrawnStep, DrawnSteps, Look, Size};
pub use style::Escaped;
pub use text::Line;

use crate::record::NodePath;

/// A search at one of its steps, ready to draw.
///
/// ```
/// use bestmove_trees::picture::{Layout, MAX_DRAWN, Picture};
/// use bestmove_trees::{GivenTree, Player, Recording, Search, Settings, State, catalogue};
///
/// let tree = GivenTree::parse("[[3, 5], [2, 9]]", Player::Max)?;
/// let mut recording = Recording::new(10_000);
/// catalogue::run(Search::AlphaBeta, &tree, &Settings::default(), &mut recording).unwrap();
/// let layout = Layout::new(&tree, None, MAX_DRAWN)?;
/// let state = State::at(&layout, &recording, recording.len());
/// assert_eq!(
///     state.left_out(layout.at(&[1, 1]).0).unwrap().to_string(),
///     "never looked at: Max is already sure of 3 or more at the root, and Min can hold 1 to 2 or less. \
///      So 1 was cut after 1 of 2 children"
/// );
/// let svg = Picture::new(&state, "Alpha-beta on four leaves").svg();
/// assert!(svg.starts_with("<svg"));
/// # Ok::<(), bestmove_core::game::Invalid>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// The step.
    pub state: &'a State<'a>,
    /// What to show beside nodes and edges.
    pub show: Show,
    /// The title, for readers of the screen and of the file.
    pub title: &'a str,
    /// The line of best play, where it is better known than from the events, as after MTD(f).
    pub line: Option<&'a NodePath>,
    /// The name of the move to each node, in the order of the layout, whose first is the root.
    pub moves: Option<&'a [String]>,
}

/// What a picture shows beside nodes and edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Show {
    /// The windows of inner nodes: on entry, and as they have become at nodes being visited.
    pub windows: bool,
    /// The scores of inner nodes, with ≤ or ≥ if they are bounds.
    pub scores: bool,
    /// The order of evaluations, at the leaves.
    pub order: bool,
    /// The line of best play so far.
    pub line: bool,
    /// The types of critical positions: 1, 2, 3.
    pub types: bool,
    /// The event of the step in words.
    pub caption: bool,
    /// What the shapes mean.
    pub legend: bool,
}

impl Show {
    /// Everything.
    pub const ALL: Self = Self { types: true, ..Self::USUAL };
    /// Everything but the types of critical positions.
    pub const USUAL: Self = Self {
        windows: true,
        scores: true,
        order: true,
        line: true,
        types: false,
        caption: true,
        legend: true,
    };
    /// The tree and where the search stands.
    pub const NONE: Self = Self {
        windows: false,
        scores: false,
        order: false,
        line: false,
        types: false,
        caption: false,
        legend: false,
    };
}

impl Default for Show {
    fn default() -> Self {
        Self::USUAL
    }
}

impl<'a> Picture<'a> {
    /// A picture with the usual labels.
    #[must_use]
    pub const fn new(state: &'a State<'a>, title: &'a str) -> Self {
        Self { state, show: Show::USUAL, title, line: None, moves: None }
    }

    /// Whether each node is on the line of best play, as far as that is shown.
    fn on_line(&self) -> Vec<bool> {
        let layout = self.state.layout();
        let mut on_line = vec![false; layout.places().len()];
        let line = self.line.map_or_else(|| self.state.line(), <[u16]>::to_vec);
        let nodes = if self.show.line && !line.is_empty() { line.len() + 1 } else { 0 };
        for length in 0..nodes {
            on_line[layout.at(&line[..length]).0 as usize] = true;
        }
        on_line
    }
}
