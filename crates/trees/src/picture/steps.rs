//! A search as changes of its picture, step by step, for programs that draw it themselves.

use super::measures::{LEAF, Measures, TALL};
use super::state::{Listed, State, Why};
use super::{Layout, Picture};
use crate::record::{CutoffReason, Event, NodePath, Recording, Step};
use std::collections::HashMap;
use std::mem::replace;

/// The steps of a search, each with what changes at the nodes.
pub struct DrawnSteps<'a> {
    events: Box<dyn ExactSizeIterator<Item = (Vec<u16>, Event<f64>)> + 'a>,
    state: State<'a>,
    line: Option<&'a NodePath>,
    moves: Option<&'a [String]>,
    measures: Measures,
    looks: Vec<Look>,
    on_line: Vec<u32>,
    reasons: HashMap<Why, u32>,
}

/// A node as a picture shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Where the search stands with the node: unvisited, open, finished, dropped or left-out.
    pub status: &'static str,
    /// Its score, or the value of a leaf.
    pub score: Option<String>,
    /// Its window, or the single value that it holds, if it has children.
    pub window: Option<String>,
    /// The numbers of the evaluations of a leaf.
    pub order: Option<String>,
    /// Its state in the list of SSS*, if it is there.
    pub listed: Option<Listed>,
    /// All about it in words, but for its name and why it was left out.
    pub about: String,
    /// The number of the reason for which it was left out, by its parent or further up.
    pub left_out: Option<u32>,
    /// Whether its parent has left it out, so that the edge to it is crossed out.
    pub is_cut: bool,
    /// Whether it is on the line of best play.
    pub is_on_line: bool,
}

/// A step and what it changes in the picture.
pub struct DrawnStep {
    /// The step.
    pub step: Step,
    /// Its node.
    pub node: u32,
    /// The reasons that come with it, numbered on from those of the steps before.
    pub reasons: Vec<DrawnReason>,
    /// The nodes that look different.
    pub changes: Vec<Change>,
}

/// Why nodes were left out.
pub struct DrawnReason {
    /// The reason in words.
    pub text: String,
    /// The cutoff and its node, if it was one.
    pub cutoff: Option<(u32, CutoffReason)>,
}

/// A node that looks different after a step.
pub struct Change {
    /// The node.
    pub node: u32,
    /// How it looked before.
    pub before: Look,
    /// How it looks now.
    pub after: Look,
}

/// The size of a shape in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// The width.
    pub width: f32,
    /// The height.
    pub height: f32,
}

impl<'a> DrawnSteps<'a> {
    /// The steps of a recording. `line` is the line of best play at the end, where it is better known than from the
    /// events; `moves` are the names of the moves to the nodes.
    #[must_use]
    pub fn new(
        layout: &'a Layout,
        recording: &'a Recording,
        line: Option<&'a NodePath>,
        moves: Option<&'a [String]>,
    ) -> Self {
        let state = State::new(layout).presented(recording.presentation());
        let picture = Picture { moves, ..Picture::new(&state, "") };
        let measures = Measures::new(&picture);
        let nodes = 0..layout.places().len() as u32;
        let looks = nodes.map(|node| picture.look(node, &measures)).collect();
        let events = Box::new(recording.exact_events());
        Self { events, line, moves, measures, looks, on_line: Vec::new(), reasons: HashMap::new(), state }
    }

    /// How each node looks now: before the first step, or after the last that was taken.
    #[must_use]
    pub fn looks(&self) -> &[Look] {
        &self.looks
    }

    /// The point in the middle above each node, in pixels.
    pub fn points(&self) -> impl Iterator<Item = (f32, f32)> {
        let places = self.state.layout().places().iter();
        places.map(|place| (self.measures.x(place.x), self.measures.y(place.ply)))
    }

    /// The size of the shape of a leaf.
    #[must_use]
    pub const fn leaf_size(&self) -> Size {
        Size { width: self.measures.leaf, height: LEAF }
    }

    /// The size of the shape of a node with children.
    #[must_use]
    pub const fn inner_size(&self) -> Size {
        Size { width: 2.0 * self.measures.half, height: TALL }
    }

    fn look(&self, node: u32) -> Look {
        let picture = Picture { moves: self.moves, ..Picture::new(&self.state, "") };
        Look {
            left_out: self.state.why(node).map(|why| self.reasons[&why]),
            is_on_line: self.on_line.contains(&node),
            ..picture.look(node, &self.measures)
        }
    }

    /// Numbers the reason for which a node was left out, and tells it if it is a new one.
    fn reason(&mut self, node: u32) -> Option<DrawnReason> {
        let (why, number) = (self.state.why(node)?, self.reasons.len() as u32);
        if self.reasons.contains_key(&why) {
            return None;
        }
        self.reasons.insert(why, number);
        let cutoff = self.state.cutoff(why).cloned();
        let cutoff = cutoff.map(|reason| (self.state.layout().at(&reason.node).0, reason));
        Some(DrawnReason { text: self.state.left_out(node)?.to_string(), cutoff })
    }

    /// The nodes on the line of best play, once the step has been taken.
    fn line_nodes(&self) -> Vec<u32> {
        let line = self.line.filter(|_| self.events.len() == 0);
        let line = line.map_or_else(|| self.state.line(), <[u16]>::to_vec);
        let nodes = (0..=line.len()).filter(|_| !line.is_empty());
        nodes.map(|length| self.state.layout().at(&line[..length]).0).collect()
    }
}

impl Iterator for DrawnSteps<'_> {
    type Item = DrawnStep;

    fn next(&mut self) -> Option<DrawnStep> {
        let (path, event) = self.events.next()?;
        self.state.apply(&path, event);
        let mut due = self.state.touched().to_vec();
        let line = self.line_nodes();
        if line != self.on_line {
            due.extend(replace(&mut self.on_line, line));
            due.extend(&self.on_line);
        }
        let (mut reasons, mut changes) = (Vec::new(), Vec::new());
        while let Some(node) = due.pop() {
            reasons.extend(self.reason(node));
            let after = self.look(node);
            let before = replace(&mut self.looks[node as usize], after.clone());
            if before.left_out != after.left_out {
                // Those below that were never visited are left out with it.
                due.extend(self.state.layout().children(node));
            }
            if before != after {
                changes.push(Change { node, before, after });
            }
        }
        let node = self.state.current_node()?;
        Some(DrawnStep { step: self.state.current()?.clone(), node, reasons, changes })
    }
}

impl Picture<'_> {
    /// A node, but for its reason and its place on the line.
    fn look(&self, node: u32, measures: &Measures) -> Look {
        Look {
            status: self.status(node),
            score: self.score(node),
            window: self.shown_window(node),
            order: self.order(node, measures),
            listed: self.state.nodes()[node as usize].listed,
            about: self.about(node),
            is_cut: self.is_cut(node),
            ..Look::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::MAX_DRAWN;
    use crate::searches::{CATALOGUE, Settings, catalogue};
    use crate::trees::TreeSource;

    /// All nodes are looked at afresh after each step.
    #[test]
    fn each_step_tells_all_that_has_changed() {
        for text in
            ["textbook-figure", "stockman", "random:branching=3,depth=4,leaves=integers,low=-2,high=2", "7"]
        {
            let tree = TreeSource::parse(text, None).unwrap().into_tree();
            let layout = Layout::new(&tree, None, MAX_DRAWN).unwrap();
            for entry in &CATALOGUE {
                let mut recording = Recording::new(20_000);
                let outcome =
                    catalogue::run(entry.search, &tree, &Settings::default(), &mut recording).unwrap();
                let mut steps = DrawnSteps::new(&layout, &recording, Some(&outcome.line), None);
                let (mut looks, mut reasons) = (steps.looks().to_vec(), Vec::new());
                while let Some(drawn) = steps.next() {
                    reasons.extend(drawn.reasons);
                    for Change { node, before, after } in drawn.changes {
                        assert_eq!(replace(&mut looks[node as usize], after), before);
                    }
                    for (look, node) in looks.iter().zip(0..) {
                        assert_eq!(*look, steps.look(node), "{text}, {}, {node}", entry.id);
                        let reason = look.left_out.map(|number| reasons[number as usize].text.clone());
                        assert_eq!(reason, steps.state.left_out(node).map(|left_out| left_out.to_string()));
                    }
                }
                let end: Vec<_> =
                    (0..).zip(&looks).filter(|(_, look)| look.is_on_line).map(|(node, _)| node).collect();
                let line = (0..=outcome.line.len()).filter(|_| !outcome.line.is_empty());
                let mut line: Vec<u32> = line.map(|length| layout.at(&outcome.line[..length]).0).collect();
                line.sort_unstable();
                assert_eq!(end, line, "{text}, {}", entry.id);
            }
        }
    }
}
