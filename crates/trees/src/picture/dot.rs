//! DOT, for Graphviz.

use super::state::Status;
use super::{Below, Picture};
use crate::value::Player;
use std::fmt::{self, Write};

impl Picture<'_> {
    /// The picture as a digraph in DOT.
    #[must_use]
    pub fn dot(&self) -> String {
        let mut dot = String::new();
        self.write_dot(&mut dot).expect("a string takes any text");
        dot
    }

    /// Writes the picture as a digraph in DOT.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_dot(&self, out: &mut dyn Write) -> fmt::Result {
        let layout = self.state.layout();
        let on_line = self.on_line();
        writeln!(out, "digraph {} {{", quoted(self.title))?;
        writeln!(out, "  node [fontname=\"sans-serif\"];\n  edge [arrowhead=none];\n  ordering=out;")?;
        for (place, node) in layout.places().iter().zip(0..) {
            let shape = match (place.below, place.player) {
                (Below::Leaf { .. }, _) => "box",
                _ if place.is_chance => "circle",
                (_, Player::Max) => "triangle",
                (_, Player::Min) => "invtriangle",
            };
            let tooltip = quoted(&self.tooltip(node));
            let label = quoted(&self.dot_label(node));
            let style = self.dot_style(node, on_line[node as usize]);
            writeln!(out, "  n{node} [label={label}, shape={shape}{style}, tooltip={tooltip}];")?;
            if node != 0 {
                let is_on_line = on_line[node as usize] && on_line[place.parent as usize];
                let style = if self.state.left_out(node).is_some() {
                    "style=dashed, color=gray, "
                } else if is_on_line {
                    "penwidth=3, "
                } else {
                    ""
                };
                let label = quoted(self.move_to(node).unwrap_or_default());
                writeln!(out, "  n{} -> n{node} [{style}label={label}];", place.parent)?;
            }
        }
        out.write_str("}\n")
    }

    fn dot_label(&self, node: u32) -> String {
        let window = self.shown_window(node);
        let critical = self.critical(node).map(|number| format!("type {number}"));
        let lines = [window, self.score(node), self.folded(node), critical];
        lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
    }

    fn dot_style(&self, node: u32, on_line: bool) -> &'static str {
        match self.state.nodes()[node as usize].status {
            Status::Open => ", style=filled, fillcolor=orange",
            Status::Finished { .. } if on_line => ", penwidth=3",
            Status::Finished { .. } | Status::Dropped => "",
            Status::Unvisited | Status::LeftOut(_) if self.state.left_out(node).is_some() => {
                ", style=dashed, color=gray, fontcolor=gray"
            }
            Status::Unvisited | Status::LeftOut(_) => ", style=dotted",
        }
    }
}

/// A string of DOT: only quotes and backslashes need care.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}
