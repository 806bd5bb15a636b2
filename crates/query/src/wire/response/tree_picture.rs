//! The tree of a search laid out, and how each step changes its picture: all that a program needs to draw it.

use super::tree_event::{Infinite, cutoff_kind, event_name, path_text, path_values};
use crate::{DrawnPositions, SearchRun};
use bestmove_trees::picture::{
    Below, Change, DrawnReason, DrawnStep, DrawnSteps, Layout, Listed, Look, Size,
};
use bestmove_trees::{Cutoff, CutoffReason, NodeName, Player, Value};
use serde::{Serialize, Serializer};

/// A picture and its steps.
#[derive(Serialize)]
pub struct TreePicture<'a> {
    leaf: SizeBody,
    inner: SizeBody,
    nodes: Nodes<'a>,
    steps: Steps<'a>,
}

/// What is drawn.
#[derive(Clone, Copy)]
struct Drawing<'a> {
    layout: &'a Layout,
    run: &'a SearchRun,
    positions: Option<&'a DrawnPositions>,
}

#[derive(Serialize)]
struct SizeBody {
    width: f64,
    height: f64,
}

/// The nodes before the first step, each made as it is written.
struct Nodes<'a>(Drawing<'a>);

#[derive(Serialize)]
struct NodeBody<'a> {
    path: String,
    name: String,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<u32>,
    x: f64,
    y: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Value>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    played: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chance: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<&'a str>,
    #[serde(flatten)]
    look: LookBody,
}

/// How a node looks, or what has changed in that.
#[derive(Default, Serialize)]
struct LookBody {
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    window: Option<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    listed: Option<Option<ListedBody>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    about: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<Option<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cut: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<bool>,
}

/// A state in the list of SSS*.
#[derive(Serialize)]
struct ListedBody {
    merit: Infinite,
    solved: bool,
}

/// The steps, each made as it is written.
struct Steps<'a>(Drawing<'a>);

#[derive(Serialize)]
struct StepBody {
    event: &'static str,
    node: u32,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    cutoff: Option<CutoffBody>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    path_values: Vec<Infinite>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reasons: Vec<ReasonBody>,
    changes: Vec<ChangeBody>,
}

#[derive(Serialize)]
struct CutoffBody {
    kind: &'static str,
    reach: &'static str,
    bounds: String,
}

#[derive(Serialize)]
struct ReasonBody {
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    cutoff: Option<CauseBody>,
}

/// The cutoff that is a reason.
#[derive(Serialize)]
struct CauseBody {
    node: u32,
    searched: u16,
    bounds: String,
    reason: String,
}

#[derive(Serialize)]
struct ChangeBody {
    node: u32,
    #[serde(flatten)]
    look: LookBody,
}

impl<'a> TreePicture<'a> {
    /// The picture of a run that has kept its events, with the moves to the nodes and their positions.
    ///
    /// # Panics
    ///
    /// If the run has not kept its events.
    pub fn new(layout: &'a Layout, run: &'a SearchRun, positions: Option<&'a DrawnPositions>) -> Self {
        let drawing = Drawing { layout, run, positions };
        let steps = drawing.steps();
        let (leaf, inner) = (steps.leaf_size().into(), steps.inner_size().into());
        Self { leaf, inner, nodes: Nodes(drawing), steps: Steps(drawing) }
    }
}

impl<'a> Drawing<'a> {
    fn steps(self) -> DrawnSteps<'a> {
        let recording = self.run.recording.as_ref().expect("pictures keep the events");
        let line = self.run.outcome.as_ref().map(|outcome| outcome.line.as_slice());
        DrawnSteps::new(self.layout, recording, line, self.positions.map(|drawn| drawn.moves.as_slice()))
    }

    fn node(self, number: u32, (x, y): (f32, f32), look: &Look) -> NodeBody<'a> {
        let (place, path) = (&self.layout[number], self.layout.path(number));
        let value = if let Below::Leaf { value } = place.below { Some(value) } else { None };
        let text = |texts: &'a [String]| texts.get(number as usize).map(String::as_str);
        NodeBody {
            path: path_text(&path),
            name: NodeName(&path).to_string(),
            kind: match place.player {
                _ if value.is_some() => "leaf",
                _ if place.is_chance => "chance",
                Player::Max => "max",
                Player::Min => "min",
            },
            parent: (number != 0).then_some(place.parent),
            x: tenths(x),
            y: tenths(y),
            value,
            played: self.positions.and_then(|drawn| text(&drawn.moves)).filter(|name| !name.is_empty()),
            chance: place.chance.as_deref(),
            position: self.positions.and_then(|drawn| text(&drawn.positions)),
            look: LookBody::new(&Look::default(), look),
        }
    }
}

impl Serialize for Nodes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let steps = self.0.steps();
        let nodes = (0..).zip(steps.points()).zip(steps.looks());
        serializer.collect_seq(nodes.map(|((number, point), look)| self.0.node(number, point, look)))
    }
}

impl Serialize for Steps<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.steps().map(StepBody::from))
    }
}

impl From<DrawnStep> for StepBody {
    fn from(drawn: DrawnStep) -> Self {
        let DrawnStep { step, node, reasons, changes } = drawn;
        Self {
            event: event_name(&step.event),
            node,
            text: step.to_string(),
            cutoff: step.reason().as_ref().map(Into::into),
            path_values: path_values(&step),
            reasons: reasons.into_iter().map(Into::into).collect(),
            changes: changes.iter().map(Into::into).collect(),
        }
    }
}

impl From<&CutoffReason> for CutoffBody {
    fn from(reason: &CutoffReason) -> Self {
        let Cutoff { player, reach, .. } = reason.cutoff;
        Self { kind: cutoff_kind(player), reach: reach.name(), bounds: reason.bounds() }
    }
}

impl From<DrawnReason> for ReasonBody {
    fn from(drawn: DrawnReason) -> Self {
        let cutoff = drawn.cutoff.map(|(node, reason)| CauseBody {
            node,
            searched: reason.cutoff.searched,
            bounds: reason.bounds(),
            reason: reason.to_string(),
        });
        Self { text: drawn.text, cutoff }
    }
}

impl From<&Change> for ChangeBody {
    fn from(Change { node, before, after }: &Change) -> Self {
        Self { node: *node, look: LookBody::new(before, after) }
    }
}

impl LookBody {
    /// What has changed.
    fn new(before: &Look, after: &Look) -> Self {
        Self {
            status: changed(&before.status, &after.status),
            score: changed(&before.score, &after.score),
            window: changed(&before.window, &after.window),
            order: changed(&before.order, &after.order),
            listed: changed(&before.listed, &after.listed).map(|listed| listed.map(Into::into)),
            about: changed(&before.about, &after.about),
            left_out: changed(&before.left_out, &after.left_out),
            cut: changed(&before.is_cut, &after.is_cut),
            line: changed(&before.is_on_line, &after.is_on_line),
        }
    }
}

impl From<Listed> for ListedBody {
    fn from(Listed { merit, is_solved }: Listed) -> Self {
        Self { merit: Infinite(merit.into()), solved: is_solved }
    }
}

fn changed<T: Clone + PartialEq>(before: &T, after: &T) -> Option<T> {
    (before != after).then(|| after.clone())
}

impl From<Size> for SizeBody {
    fn from(Size { width, height }: Size) -> Self {
        Self { width: tenths(width), height: tenths(height) }
    }
}

/// A length in pixels with one decimal place.
fn tenths(length: f32) -> f64 {
    (f64::from(length) * 10.0).round() / 10.0
}
