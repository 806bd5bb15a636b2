//! Text: a line for each node, with box characters for the edges.

use super::state::Status;
use super::{Below, Picture};
use crate::value::Player;
use std::fmt::{self, Display, Formatter, Write};

/// A node in a text, in parts, so that a terminal may colour them.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The edges.
    pub edges: String,
    /// The shape of the node: ▲ for Max, ▼ for Min, ● for chance, nothing for a leaf.
    pub shape: &'static str,
    /// The number of the child, or nothing.
    pub number: String,
    /// The name of the move, or nothing.
    pub name: String,
    /// What the search says of the node.
    pub text: String,
    /// Where the search stands with it.
    pub status: Status,
    /// Whether it was left out, by its parent or further up.
    pub is_left_out: bool,
    /// Whether it is on the line of best play.
    pub is_on_line: bool,
    /// Whether it is the node of the current event.
    pub is_current: bool,
}

impl Display for Line {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let parts = [self.number.as_str(), self.name.as_str(), self.shape, self.text.as_str()];
        let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        write!(out, "{}{}", self.edges, parts.join(" "))?;
        out.write_str(match (self.is_current, self.is_on_line) {
            (true, _) => " ◀",
            (false, true) => " *",
            (false, false) => "",
        })
    }
}

impl Picture<'_> {
    /// The picture as lines of text, the root first. A subtree that was left out is one line.
    #[must_use]
    pub fn lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut push = |line| {
            lines.push(line);
            Ok(())
        };
        self.write_lines(0, &self.on_line(), String::new(), "", &mut push).expect("a list takes any line");
        lines
    }

    /// The picture as text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.write_text(&mut text).expect("a string takes any text");
        text
    }

    /// Writes the picture as text.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_text(&self, out: &mut dyn Write) -> fmt::Result {
        self.write_lines(0, &self.on_line(), String::new(), "", &mut |line| writeln!(out, "{line}"))
    }

    /// `edges` lead to the node, `below` to its children.
    fn write_lines(
        &self,
        node: u32,
        on_line: &[bool],
        edges: String,
        below: &str,
        write: &mut dyn FnMut(Line) -> fmt::Result,
    ) -> fmt::Result {
        let layout = self.state.layout();
        let place = &layout[node];
        let left_out = self.state.left_out(node);
        let is_leaf = matches!(place.below, Below::Leaf { .. });
        write(Line {
            edges,
            shape: match place.player {
                _ if is_leaf => "",
                _ if place.is_chance => "●",
                Player::Max => "▲",
                Player::Min => "▼",
            },
            number: if node == 0 { String::new() } else { format!("{}:", place.number) },
            name: self.move_to(node).unwrap_or_default().to_owned(),
            text: self.line_text(node),
            status: self.state.nodes()[node as usize].status,
            is_left_out: left_out.is_some(),
            is_on_line: on_line[node as usize],
            is_current: self.state.current_node() == Some(node),
        })?;
        let children = if left_out.is_some() { 0..0 } else { layout.children(node) };
        for child in children.clone() {
            let (branch, stem) =
                if child + 1 == children.end { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            let (edges, stem) = (format!("{below}{branch}"), format!("{below}{stem}"));
            self.write_lines(child, on_line, edges, &stem, write)?;
        }
        Ok(())
    }

    fn line_text(&self, node: u32) -> String {
        let place = &self.state.layout()[node];
        let state = &self.state.nodes()[node as usize];
        let is_leaf = matches!(place.below, Below::Leaf { .. });
        let order = match &state.evaluations[..] {
            [] => None,
            _ if !self.show.order || !is_leaf => None,
            numbers => {
                Some(format!("#{}", numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", #")))
            }
        };
        let critical = self.critical(node).map(|number| format!("type {number}"));
        let mark = match state.status {
            Status::LeftOut(_) => Some("╳".to_owned()),
            Status::Open => Some("…".to_owned()),
            Status::Dropped => Some("dropped".to_owned()),
            Status::Unvisited | Status::Finished { .. } => None,
        };
        let parts = [self.score(node), self.folded(node), self.shown_window(node), order, critical, mark];
        parts.into_iter().flatten().collect::<Vec<_>>().join("  ")
    }
}
