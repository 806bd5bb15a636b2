//! The texts at a node, the same in all kinds of pictures.

use super::state::{Listed, Status};
use super::{Below, Picture, Place};
use crate::record::words::{Number, plural};
use crate::record::{Convention, NodeName, bound_name};
use crate::trees::Critical;
use crate::value::{Bound, Player, Window, nearest};

impl Picture<'_> {
    /// The player whose values a node shows.
    fn viewer(&self, node: u32) -> Player {
        self.state.presentation().viewer(self.state.layout()[node].ply.into())
    }

    /// A score with what it says of the value, both by the convention of the search.
    fn told_score(&self, node: u32, score: f64, bound: Bound) -> (&'static str, Number<f64>) {
        match self.viewer(node) {
            Player::Max => (bound.sign(), Number(score)),
            Player::Min => (bound.negated().sign(), Number(-score)),
        }
    }

    /// The value of a leaf, the score of another node: the best so far while it is being visited.
    pub(super) fn score(&self, node: u32) -> Option<String> {
        if let Below::Leaf { value } = self.state.layout()[node].below {
            return Some(Number(self.viewer(node).view(value)).to_string());
        }
        let state = &self.state.nodes()[node as usize];
        let (score, bound) = match state.status {
            Status::Finished { score, bound } => (score, bound),
            Status::Open => (state.best_score?, Bound::Exact),
            Status::Unvisited | Status::Dropped | Status::LeftOut(_) => return None,
        };
        let (sign, score) = self.told_score(node, score, bound);
        let sign = if sign == "=" { "" } else { sign };
        self.show.scores.then(|| format!("{sign}{score}"))
    }

    /// The window on entry of the last visit, as it has become while the visit lasts.
    fn window(&self, node: u32) -> Option<Window<f64>> {
        let state = &self.state.nodes()[node as usize];
        let window = state.window?;
        let window = match (state.status, state.best_score) {
            (Status::Open, Some(score)) => window.narrowed(self.state.layout()[node].player, score),
            _ => window,
        };
        Some(window.seen_by(self.viewer(node)))
    }

    /// The single value that a node holds: where it is stored, also when the visit is over.
    fn single_value(&self, node: u32) -> Option<String> {
        let (place, state, presentation) =
            (&self.state.layout()[node], &self.state.nodes()[node as usize], self.state.presentation());
        let is_stack = presentation.convention == Convention::Stack;
        let window = state.window.filter(|_| !is_stack || state.status == Status::Open)?;
        let held = presentation
            .single_value(place.ply.into(), window.rounded_outward(), state.best_score.map(nearest))
            .map(Number)?;
        Some(match is_stack {
            true => format!("[{}] = {held}", place.ply),
            false => format!("{} = {held}", bound_name(place.player)),
        })
    }

    /// The bounds with which a node is searched.
    fn bounds(&self, node: u32) -> Option<String> {
        match self.state.presentation().convention.has_single_values() {
            true => self.single_value(node),
            false => self.window(node).map(|window| window.to_string()),
        }
    }

    /// The bounds of a node with drawn children, where windows are shown.
    pub(super) fn shown_window(&self, node: u32) -> Option<String> {
        let has_children = matches!(self.state.layout()[node].below, Below::Children(_));
        self.bounds(node).filter(|_| self.show.windows && has_children)
    }

    /// The type of a critical position beside the line of best play, where types are shown. A tree
    /// with chance nodes has none.
    pub(super) fn critical(&self, node: u32) -> Option<u8> {
        let layout = self.state.layout();
        if !self.show.types || layout.has_chance() {
            return None;
        }
        let path = layout.path(node);
        let line = self.line.map_or_else(|| self.state.line(), <[u16]>::to_vec);
        let (mut critical, mut at) = (Critical::Pv, 0);
        for (ply, &child) in path.iter().enumerate() {
            let next = line.get(ply).filter(|_| critical == Critical::Pv);
            let first = next.copied().unwrap_or_else(|| self.expected(at));
            critical = critical.child(child == first)?;
            at = layout.at(&path[..=ply]).0;
        }
        Some(critical.number())
    }

    /// The child of a node that the search has found best, or else has visited first, or else would.
    fn expected(&self, node: u32) -> u16 {
        let nodes = self.state.nodes();
        let visited = |&(_, child): &(u16, u32)| nodes[child as usize].visits.first().copied();
        let children = (0..).zip(self.state.layout().children(node));
        let first =
            || children.min_by_key(|child| visited(child).unwrap_or(u32::MAX)).map(|(number, _)| number);
        nodes[node as usize].best_child.or_else(first).unwrap_or(0)
    }

    /// The name of the move to a node, or its chance.
    pub(super) fn move_to(&self, node: u32) -> Option<&str> {
        let name = self.moves.and_then(|moves| moves.get(node as usize)).map(String::as_str);
        name.filter(|name| !name.is_empty()).or(self.state.layout()[node].chance.as_deref())
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
            Below::Leaf { value } => match self.state.presentation().is_of_mover() {
                true => format!("a leaf worth {} for {}", Number(place.player.view(value)), place.player),
                false => format!("a leaf worth {}", Number(value)),
            },
            Below::Folded { leaves: Some(leaves) } => {
                let noun = plural(leaves as u64, "leaf", "leaves");
                format!("{}, {leaves} {noun} below", place.mover())
            }
            Below::Folded { leaves: None } | Below::Children(_) => place.mover(),
        };
        if let Some(name) = self.move_to(node) {
            let noun = if place.chance.is_some() { "chance" } else { "move" };
            text += &format!("; {noun} {name}");
        }
        if let Status::Finished { score, bound } = state.status {
            let (sign, score) = self.told_score(node, score, bound);
            text += &format!("; value {sign} {score}");
        }
        if let (Status::Open, Some(score)) = (state.status, state.best_score) {
            text += &format!("; best so far {}", Number(self.viewer(node).view(score)));
        }
        if let Some(bounds) = self.bounds(node) {
            let noun = if self.state.presentation().convention.has_single_values() { "" } else { "window " };
            text += &format!("; {noun}{bounds}");
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

impl Place {
    /// Who moves, in words.
    fn mover(&self) -> String {
        if self.is_chance { "chance decides".to_owned() } else { format!("{} to move", self.player) }
    }
}

fn listed(numbers: &[u32]) -> String {
    const MOST: usize = 12;
    let texts: Vec<_> = numbers.iter().take(MOST).map(ToString::to_string).collect();
    let more = if numbers.len() > MOST { ", …" } else { "" };
    texts.join(", ") + more
}
