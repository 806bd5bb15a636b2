//! The texts at a node, the same in all kinds of pictures.

use super::state::{Listed, Status};
use super::{Below, Picture};
use crate::record::NodeName;
use crate::record::words::{Number, plural};
use crate::trees::Critical;
use crate::value::Window;

impl Picture<'_> {
    /// The value of a leaf, the score of another node: the best so far while it is being visited.
    pub(super) fn score(&self, node: u32) -> Option<String> {
        if let Below::Leaf { value } = self.state.layout()[node].below {
            return Some(Number(value).to_string());
        }
        let state = &self.state.nodes()[node as usize];
        let (sign, score) = match state.status {
            Status::Finished { score, bound } => (bound.sign(), score),
            Status::Open => ("=", state.best_score?),
            Status::Unvisited | Status::Dropped | Status::LeftOut(_) => return None,
        };
        let sign = if sign == "=" { "" } else { sign };
        self.show.scores.then(|| format!("{sign}{}", Number(score)))
    }

    /// The window on entry of the last visit, as it has become while the visit lasts.
    pub(super) fn window(&self, node: u32) -> Option<Window> {
        let state = &self.state.nodes()[node as usize];
        let window = state.window?;
        Some(match (state.status, state.best_score) {
            (Status::Open, Some(score)) => window.narrowed(self.state.layout()[node].player, score),
            _ => window,
        })
    }

    /// The window of a node with drawn children, where windows are shown.
    pub(super) fn shown_window(&self, node: u32) -> Option<Window> {
        let has_children = matches!(self.state.layout()[node].below, Below::Children(_));
        self.window(node).filter(|_| self.show.windows && has_children)
    }

    /// The type of a critical position, where types are shown.
    pub(super) fn critical(&self, node: u32) -> Option<u8> {
        let critical = Critical::at(&self.state.layout().path(node)).filter(|_| self.show.types);
        critical.map(Critical::number)
    }

    /// The name of the move to a node.
    pub(super) fn move_to(&self, node: u32) -> Option<&str> {
        self.moves?.get(node as usize).map(String::as_str).filter(|name| !name.is_empty())
    }

    /// The leaves of a subtree that is not drawn: evaluations so far, and how many leaves there are.
    pub(super) fn folded(&self, node: u32) -> Option<String> {
        let Below::Folded { leaves } = self.state.layout()[node].below else { return None };
        let evaluations = self.state.nodes()[node as usize].evaluations.len();
        Some(match (leaves, evaluations) {
            (Some(leaves), 0) => format!("+{leaves}"),
            (Some(leaves), _) => format!("{evaluations}/{leaves}"),
            (None, 0) => "+…".to_owned(),
            (None, _) => format!("{evaluations}/…"),
        })
    }

    /// The class of a node's state.
    pub(super) fn status(&self, node: u32) -> &'static str {
        match self.state.nodes()[node as usize].status {
            Status::Open => "open",
            Status::Finished { .. } => "finished",
            Status::Dropped => "dropped",
            Status::Unvisited | Status::LeftOut(_) if self.state.left_out(node).is_some() => "left-out",
            Status::Unvisited | Status::LeftOut(_) => "unvisited",
        }
    }

    /// Whether a node was left out by its parent, so that the edge to it is crossed out.
    pub(super) fn is_cut(&self, node: u32) -> bool {
        matches!(self.state.nodes()[node as usize].status, Status::LeftOut(_))
    }

    /// All about a node in words.
    pub(super) fn tooltip(&self, node: u32) -> String {
        let path = self.state.layout().path(node);
        let left_out = self.state.left_out(node).map(|left_out| format!("; {left_out}"));
        format!("{}, {}{}", NodeName(&path), self.about(node), left_out.unwrap_or_default())
    }

    /// The same, but for its name and why it was left out.
    pub(super) fn about(&self, node: u32) -> String {
        let place = &self.state.layout()[node];
        let state = &self.state.nodes()[node as usize];
        let mut text = match place.below {
            Below::Leaf { value } => format!("a leaf worth {}", Number(value)),
            Below::Folded { leaves: Some(leaves) } => {
                let noun = plural(leaves as u64, "leaf", "leaves");
                format!("{} to move, {leaves} {noun} below", place.player)
            }
            Below::Folded { leaves: None } | Below::Children(_) => format!("{} to move", place.player),
        };
        if let Some(name) = self.move_to(node) {
            text += &format!("; move {name}");
        }
        if let Status::Finished { score, bound } = state.status {
            text += &format!("; value {} {}", bound.sign(), Number(score));
        }
        if let (Status::Open, Some(score)) = (state.status, state.best_score) {
            text += &format!("; best so far {}", Number(score));
        }
        if let Some(window) = self.window(node) {
            text += &format!("; window {window}");
        }
        if let Some(Listed { merit, is_solved }) = state.listed {
            let state = if is_solved { "solved" } else { "live" };
            text += &format!("; in the list, {state} with merit {}", Number(merit));
        }
        match &state.visits[..] {
            [] => {}
            [visit] => text += &format!("; visit {visit}"),
            visits => text += &format!("; visits {}", listed(visits)),
        }
        match &state.evaluations[..] {
            _ if matches!(place.below, Below::Folded { .. }) => {}
            [] => {}
            [evaluation] => text += &format!("; evaluation {evaluation}"),
            evaluations => text += &format!("; evaluations {}", listed(evaluations)),
        }
        text
    }
}

fn listed(numbers: &[u32]) -> String {
    const MOST: usize = 12;
    let texts: Vec<_> = numbers.iter().take(MOST).map(ToString::to_string).collect();
    let more = if numbers.len() > MOST { ", …" } else { "" };
    texts.join(", ") + more
}
