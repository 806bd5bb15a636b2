//! The nodes of an SVG picture.

use super::measures::{HALF, LEAF, LINE, Measures, TALL};
use super::state::Status;
use super::style::{ACTIVE, BEST, Escaped, GREY, Px, triangle};
use super::{Below, Picture, Place};
use crate::record::NodeName;
use crate::value::Player;
use std::fmt::{self, Write};

impl Picture<'_> {
    pub(super) fn write_nodes(
        &self,
        out: &mut dyn Write,
        measures: &Measures,
        on_line: &[bool],
    ) -> fmt::Result {
        let layout = self.state.layout();
        let current = self.state.current_node();
        writeln!(out, "<g class=\"nodes\">")?;
        for (place, node) in layout.places().iter().zip(0..) {
            let at = (measures.x(place.x), measures.y(place.ply));
            let path = if node == 0 { String::new() } else { NodeName(&layout.path(node)).to_string() };
            let status = self.status(node);
            let color = if status == "left-out" { format!(" color=\"{GREY}\"") } else { String::new() };
            let kind = kind(place);
            write!(out, "<g class=\"node {kind} {status}\" data-path=\"{path}\"{color}>")?;
            write!(out, "<title>{}</title>", Escaped(&self.tooltip(node)))?;
            if current == Some(node) {
                self.write_ring(out, node, at, measures)?;
            }
            self.write_shape(out, node, at, measures, on_line[node as usize])?;
            self.write_labels(out, node, at, measures)?;
            out.write_str("</g>\n")?;
        }
        out.write_str("</g>\n")
    }

    fn write_shape(
        &self,
        out: &mut dyn Write,
        node: u32,
        (x, y): (f32, f32),
        measures: &Measures,
        on_line: bool,
    ) -> fmt::Result {
        let style = match self.state.nodes()[node as usize].status {
            Status::Open => {
                format!("fill=\"{ACTIVE}\" fill-opacity=\"0.2\" stroke=\"{ACTIVE}\" stroke-width=\"2\"")
            }
            Status::Finished { .. } if on_line => {
                format!("fill=\"{BEST}\" fill-opacity=\"0.12\" stroke=\"{BEST}\" stroke-width=\"2.5\"")
            }
            Status::Finished { .. } | Status::Dropped => {
                "fill-opacity=\"0.08\" stroke=\"currentColor\" stroke-width=\"1.6\"".to_owned()
            }
            Status::Unvisited | Status::LeftOut(_) if self.state.left_out(node).is_some() => {
                "fill=\"none\" stroke=\"currentColor\" stroke-dasharray=\"4 3\"".to_owned()
            }
            Status::Unvisited | Status::LeftOut(_) => {
                "fill=\"none\" stroke=\"currentColor\" stroke-opacity=\"0.45\"".to_owned()
            }
        };
        let place = &self.state.layout()[node];
        if let Below::Leaf { .. } = place.below {
            let width = measures.leaf;
            let left = Px(x - width / 2.0);
            let (top, width) = (Px(y), Px(width));
            return write!(
                out,
                "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{LEAF}\" rx=\"4\" {style}/>"
            );
        }
        if place.is_chance {
            // A circle, unless scores are long.
            let (x, y) = (Px(x), Px(y + TALL / 2.0));
            let (across, down) = (Px(measures.half + TALL / 2.0 - HALF), Px(TALL / 2.0));
            return write!(out, "<ellipse cx=\"{x}\" cy=\"{y}\" rx=\"{across}\" ry=\"{down}\" {style}/>");
        }
        write!(
            out,
            "<path d=\"{}\" {style} stroke-linejoin=\"round\"/>",
            triangle(place.player, measures.half, (x, y))
        )
    }

    fn write_labels(
        &self,
        out: &mut dyn Write,
        node: u32,
        (x, y): (f32, f32),
        measures: &Measures,
    ) -> fmt::Result {
        let place = &self.state.layout()[node];
        let is_leaf = matches!(place.below, Below::Leaf { .. });
        if let Some(score) = self.score(node) {
            let baseline = match (is_leaf, place.player) {
                (true, _) => 17.5,
                _ if place.is_chance => 25.0,
                (false, Player::Max) => 34.0,
                (false, Player::Min) => 16.0,
            };
            let small = if !is_leaf && score.chars().count() > 3 { " font-size=\"10.5\"" } else { "" };
            let (x, y) = (Px(x), Px(y + baseline));
            write!(out, "<text class=\"score\" x=\"{x}\" y=\"{y}\"{small}>{score}</text>")?;
        }
        if let Some(window) = self.shown_window(node) {
            let (x, y) = (Px(x), Px(y - 5.0));
            write!(
                out,
                "<text class=\"window\" x=\"{x}\" y=\"{y}\" font-size=\"11\">{}</text>",
                Escaped(&window)
            )?;
        }
        if let Some(number) = self.critical(node) {
            let half = if is_leaf { measures.leaf / 2.0 } else { measures.half };
            let down = if is_leaf || place.player == Player::Max { 9.0 } else { TALL - 2.0 };
            let away = if is_leaf { 6.0 } else { -4.0 };
            let (x, y) = (Px(x - half - away), Px(y + down));
            write!(
                out,
                "<text class=\"type\" x=\"{x}\" y=\"{y}\" font-size=\"9.5\" fill-opacity=\"0.75\">{number}</text>"
            )?;
        }
        let order = self.order(node, measures).filter(|_| self.show.order);
        if let Some(below) = order.or_else(|| self.folded(node)) {
            let height = if is_leaf { LEAF } else { TALL };
            let (x, y) = (Px(x), Px(y + height + LINE - 4.0));
            write!(
                out,
                "<text class=\"order\" x=\"{x}\" y=\"{y}\" font-size=\"10.5\" fill-opacity=\"0.75\">{below}</text>"
            )?;
        }
        Ok(())
    }

    /// Around the node of the current event and its window.
    fn write_ring(
        &self,
        out: &mut dyn Write,
        node: u32,
        (x, y): (f32, f32),
        measures: &Measures,
    ) -> fmt::Result {
        const GAP: f32 = 4.0;
        let window = self.shown_window(node).map(|window| measures.small(&window) / 2.0);
        let (half, height) = match self.state.layout()[node].below {
            Below::Leaf { .. } => (measures.leaf / 2.0, LEAF),
            Below::Children(_) | Below::Folded { .. } => (measures.half, TALL),
        };
        let half = window.map_or(half, |window| window.max(half)) + GAP;
        let above = window.map_or(GAP, |_| LINE + 2.0);
        let (left, top) = (Px(x - half), Px(y - above));
        let (width, height) = (Px(2.0 * half), Px(above + height + GAP));
        write!(
            out,
            "<rect class=\"current\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" rx=\"7\" \
             fill=\"none\" stroke=\"{ACTIVE}\" stroke-width=\"2.5\"/>"
        )
    }

    /// The numbers of the evaluations of a leaf, as far as there is room.
    pub(super) fn order(&self, node: u32, measures: &Measures) -> Option<String> {
        let Below::Leaf { .. } = self.state.layout()[node].below else { return None };
        let evaluations = &self.state.nodes()[node as usize].evaluations;
        let (first, rest) = evaluations.split_first()?;
        let mut all = first.to_string();
        for number in rest {
            if !measures.fits(&all) {
                break;
            }
            all.push(' ');
            all.push_str(&number.to_string());
        }
        Some(if measures.fits(&all) { all } else { format!("{first} ×{}", evaluations.len()) })
    }
}

pub(super) const fn kind(place: &Place) -> &'static str {
    match (place.below, place.player) {
        (Below::Leaf { .. }, _) => "leaf",
        _ if place.is_chance => "chance",
        (_, Player::Max) => "max",
        (_, Player::Min) => "min",
    }
}
