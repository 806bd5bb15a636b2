//! A search at one of its steps: the fold of the events so far over a drawn tree.

use super::layout::Layout;
use crate::record::{CutoffReason, Event, LeftOut, NodePath, PathValues, Presentation, Recording, Step};
use crate::value::{Bound, Value, Window, nearest};

/// The nodes of a layout after so many events.
#[derive(Clone, Debug)]
pub struct State<'a> {
    layout: &'a Layout,
    path_values: PathValues,
    nodes: Vec<NodeState>,
    found: Vec<CutoffReason>,
    /// The nodes that the last event has changed.
    touched: Vec<u32>,
    current: Option<Step>,
    step: usize,
    visits: u32,
    evaluations: u32,
}

/// What a search has done at a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeState {
    /// Where the search stands with the node.
    pub status: Status,
    /// The visits, numbered from 1 over the whole tree.
    pub visits: Vec<u32>,
    /// The calls of the leaf function at the node, numbered from 1 over the whole tree; below it, where it is folded.
    pub evaluations: Vec<u32>,
    /// The window on entry of the last visit.
    pub window: Option<Window<f64>>,
    /// The best score so far in the last visit.
    pub best_score: Option<f64>,
    /// The child that brought it.
    pub best_child: Option<u16>,
    /// Searches after a null window.
    pub second_searches: u32,
    /// Its state in the list of SSS*, if it is there.
    pub listed: Option<Listed>,
    /// Whether the last visit was answered without a look at the children: at a leaf, at the horizon, by memory.
    is_answered: bool,
    /// Whether the visit looks less deep, as at a late move.
    is_reduced: bool,
}

/// A state in the list of SSS*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The merit.
    pub merit: Value,
    /// Whether it is solved, or live.
    pub is_solved: bool,
}

/// Where a search stands with a node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Status {
    /// Not visited so far.
    #[default]
    Unvisited,
    /// Being visited.
    Open,
    /// The last visit is over.
    Finished {
        /// Its score.
        score: f64,
        /// What that says of the value.
        bound: Bound,
    },
    /// Visited, but without a score: the search was done with an ancestor first (SSS*).
    Dropped,
    /// Never visited, and left out.
    LeftOut(Why),
}

/// Why a node was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// By a cutoff of its parent: the number of the reason.
    Cutoff(u32),
    /// The search was done with the ancestor at this ply without it.
    Done(u16),
}

impl NodeState {
    /// Whether the node has been visited.
    #[must_use]
    pub const fn is_visited(&self) -> bool {
        matches!(self.status, Status::Open | Status::Finished { .. } | Status::Dropped)
    }
}

impl<'a> State<'a> {
    /// Before the first event.
    #[must_use]
    pub fn new(layout: &'a Layout) -> Self {
        Self {
            layout,
            path_values: PathValues::default(),
            nodes: vec![NodeState::default(); layout.places().len()],
            found: Vec::new(),
            touched: Vec::new(),
            current: None,
            step: 0,
            visits: 0,
            evaluations: 0,
        }
    }

    /// The same for a search that tells its events otherwise than with values for Max.
    #[must_use]
    pub fn presented(self, presentation: Presentation) -> Self {
        Self { path_values: PathValues::new(presentation), ..self }
    }

    /// How the search tells its events.
    #[must_use]
    pub const fn presentation(&self) -> Presentation {
        self.path_values.presentation()
    }

    /// After the first `step` events of a recording; after all if it has fewer.
    #[must_use]
    pub fn at(layout: &'a Layout, recording: &Recording, step: usize) -> Self {
        let mut state = Self::new(layout).presented(recording.presentation());
        for (path, event) in recording.exact_events().take(step) {
            state.apply(&path, event);
        }
        state
    }

    /// Takes the next event.
    pub fn apply(&mut self, path: &NodePath, event: impl Into<Event<f64>>) {
        let event = event.into();
        let (node, is_drawn) = self.layout.at(path);
        self.touched.clear();
        self.touched.push(node);
        self.visits += u32::from(matches!(event, Event::Enter { .. }));
        self.evaluations += u32::from(matches!(event, Event::Leaf { .. }));
        let step = self.path_values.step(path.to_vec(), event);
        if is_drawn {
            self.change(node, &step, event);
        } else if matches!(event, Event::Leaf { .. }) {
            self.nodes[node as usize].evaluations.push(self.evaluations);
        }
        self.current = Some(step);
        self.step += 1;
    }

    fn change(&mut self, number: u32, step: &Step, exact: Event<f64>) {
        let node = &mut self.nodes[number as usize];
        match exact {
            Event::Enter { window } => {
                node.status = Status::Open;
                node.visits.push(self.visits);
                node.window = Some(window);
                node.best_score = None;
                node.is_answered = false;
                node.listed = None;
            }
            Event::Leaf { .. } => {
                node.evaluations.push(self.evaluations);
                node.is_answered = true;
            }
            Event::Improve { score, child } => {
                node.best_score = Some(score);
                node.best_child = Some(child);
            }
            Event::Cut(_) => {
                self.found.extend(step.reason());
                self.leave_out_children(number, Why::Cutoff(self.found.len() as u32 - 1));
            }
            Event::Research { .. } => node.second_searches += 1,
            Event::Reduce { .. } => node.is_reduced = true,
            Event::Probe { hit, .. } => node.is_answered |= hit,
            Event::Leave { score, bound } => {
                node.status = Status::Finished { score, bound };
                let done = Why::Done(self.layout[number].ply);
                let is_reduced = std::mem::take(&mut node.is_reduced);
                if !node.is_answered {
                    self.leave_out_children(number, done);
                }
                if is_reduced {
                    self.leave_out(number, done);
                }
            }
            Event::Insert { merit, is_solved } => {
                node.listed = Some(Listed { merit: nearest(merit), is_solved });
            }
            Event::Drop | Event::Solved { .. } => node.listed = None,
            Event::Pass { .. }
            | Event::Bounds { .. }
            | Event::Fail { .. }
            | Event::ProbeChild
            | Event::List { .. } => {}
        }
    }

    /// Marks the children that this visit of a node has left out.
    fn leave_out_children(&mut self, node: u32, why: Why) {
        let entered = self.nodes[node as usize].visits.last().copied();
        for child in self.layout.children(node) {
            let state = &self.nodes[child as usize];
            if state.status == Status::Open || state.visits.last().copied() < entered {
                self.leave_out(child, why);
            }
        }
    }

    /// Marks a node and all below it that were never visited. A cutoff is a better reason than none.
    fn leave_out(&mut self, node: u32, why: Why) {
        self.touched.push(node);
        let status = &mut self.nodes[node as usize].status;
        match (*status, why) {
            (Status::Unvisited, _) | (Status::LeftOut(_), Why::Cutoff(_)) => *status = Status::LeftOut(why),
            (Status::LeftOut(_), Why::Done(_)) => {}
            (Status::Open | Status::Finished { .. } | Status::Dropped, _) => {
                if *status == Status::Open {
                    *status = Status::Dropped;
                }
                for child in self.layout.children(node) {
                    self.leave_out(child, why);
                }
            }
        }
    }

    /// The drawn tree.
    #[must_use]
    pub const fn layout(&self) -> &'a Layout {
        self.layout
    }

    /// The number of events so far.
    #[must_use]
    pub const fn step(&self) -> usize {
        self.step
    }

    /// The last event.
    #[must_use]
    pub const fn current(&self) -> Option<&Step> {
        self.current.as_ref()
    }

    /// The node of the last event, or the nearest drawn one above it.
    #[must_use]
    pub fn current_node(&self) -> Option<u32> {
        self.current.as_ref().map(|step| self.layout.at(&step.path).0)
    }

    /// The states of the nodes, numbered as in the layout.
    #[must_use]
    pub fn nodes(&self) -> &[NodeState] {
        &self.nodes
    }

    /// The line of best play so far.
    #[must_use]
    pub fn line(&self) -> Vec<u16> {
        let mut line = Vec::new();
        let mut node = 0;
        while let Some(best) = self.nodes[node as usize].best_child
            && let Some(child) = self.layout.children(node).nth(best.into())
        {
            line.push(best);
            node = child;
        }
        line
    }

    /// The nodes that the last event has changed, or may have.
    #[must_use]
    pub fn touched(&self) -> &[u32] {
        &self.touched
    }

    /// Why a node was never visited: the nearest node at or above it that was left out tells it. None if it has been
    /// visited or may still be.
    #[must_use]
    pub fn why(&self, node: u32) -> Option<Why> {
        let mut at = node;
        loop {
            match self.nodes[at as usize].status {
                Status::LeftOut(why) => return Some(why),
                Status::Unvisited if at != 0 => at = self.layout[at].parent,
                Status::Unvisited | Status::Open | Status::Finished { .. } | Status::Dropped => return None,
            }
        }
    }

    /// The same with all that can be said of it.
    #[must_use]
    pub fn left_out(&self, node: u32) -> Option<LeftOut<'_>> {
        self.why(node).map(|why| match why {
            Why::Cutoff(number) => LeftOut::Cutoff(&self.found[number as usize]),
            Why::Done(ply) => LeftOut::Done { ply },
        })
    }

    /// The cutoff that left nodes out, if it was one.
    #[must_use]
    pub fn cutoff(&self, why: Why) -> Option<&CutoffReason> {
        match why {
            Why::Cutoff(number) => self.found.get(number as usize),
            Why::Done(_) => None,
        }
    }
}
