//! Events of a search of a tree.

use bestmove_trees::{
    Against, Bound, Cutoff, Event, MINUS_INFINITY, NodePath, PLUS_INFINITY, Player, Recording, Step, Value,
    Window,
};
use serde::{Serialize, Serializer};
use std::ops::Not;

/// An event and its node.
#[derive(Serialize)]
pub struct TreeEvent {
    path: String,
    #[serde(flatten)]
    event: EventBody,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    path_values: Vec<Infinite>,
}

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum EventBody {
    Pass { window: WindowBody, depth: Option<u16> },
    Enter { window: WindowBody },
    Leaf(LeafBody),
    Improve { score: Infinite, child: u16 },
    Cut { cutoff: CutoffBody },
    Research { window: WindowBody },
    Reduce { plies: u16 },
    ProbeChild,
    Fail { score: Infinite, bound: &'static str },
    Probe { lower: Infinite, upper: Infinite, hit: bool },
    Bounds { lower: Infinite, upper: Infinite },
    Leave { score: Infinite, bound: &'static str },
    Insert { merit: Infinite, solved: bool },
    Drop,
    Solved { merit: Infinite },
    List { states: usize },
}

#[derive(Serialize)]
struct LeafBody {
    value: Infinite,
    #[serde(skip_serializing_if = "Not::not")]
    horizon: bool,
}

#[derive(Serialize)]
struct WindowBody {
    alpha: Infinite,
    beta: Infinite,
}

#[derive(Serialize)]
struct CutoffBody {
    kind: &'static str,
    searched: u16,
    skipped: u16,
    score: Infinite,
    bound: Infinite,
    from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rest: Option<Infinite>,
    #[serde(skip_serializing_if = "Not::not")]
    probed: bool,
    reach: &'static str,
    reason: String,
}

/// The recorded events, each cutoff with its reason.
pub fn tree_events(recording: &Recording) -> impl Iterator<Item = TreeEvent> {
    recording.steps().map(|step| {
        let reason = step.reason().map(|reason| reason.to_string());
        let event = body(&step.path, step.exact_event(), reason.unwrap_or_default());
        TreeEvent { path: path_text(&step.path), event, path_values: path_values(&step) }
    })
}

/// The single values that the nodes of the path hold, where they do.
pub(super) fn path_values(step: &Step) -> Vec<Infinite> {
    step.values.iter().map(|&value| Infinite(value.into())).collect()
}

fn body(path: &NodePath, event: Event<f64>, reason: String) -> EventBody {
    match event {
        Event::Pass { window, depth } => EventBody::Pass { window: window.into(), depth },
        Event::Enter { window } => EventBody::Enter { window: window.into() },
        Event::Leaf { value, is_horizon } => {
            EventBody::Leaf(LeafBody { value: Infinite(value), horizon: is_horizon })
        }
        Event::Improve { score, child } => EventBody::Improve { score: Infinite(score), child },
        Event::Cut(cutoff) => EventBody::Cut { cutoff: cutoff_body(path, cutoff, reason) },
        Event::Research { window } => EventBody::Research { window: window.into() },
        Event::Reduce { plies } => EventBody::Reduce { plies },
        Event::ProbeChild => EventBody::ProbeChild,
        Event::Fail { score, bound } => EventBody::Fail { score: Infinite(score), bound: bound_name(bound) },
        Event::Probe { lower, upper, hit } => {
            EventBody::Probe { lower: Infinite(lower), upper: Infinite(upper), hit }
        }
        Event::Bounds { lower, upper } => {
            EventBody::Bounds { lower: Infinite(lower), upper: Infinite(upper) }
        }
        Event::Leave { score, bound } => {
            EventBody::Leave { score: Infinite(score), bound: bound_name(bound) }
        }
        Event::Insert { merit, is_solved } => EventBody::Insert { merit: Infinite(merit), solved: is_solved },
        Event::Drop => EventBody::Drop,
        Event::Solved { merit } => EventBody::Solved { merit: Infinite(merit) },
        Event::List { states } => EventBody::List { states },
    }
}

fn cutoff_body(path: &NodePath, cutoff: Cutoff<f64>, reason: String) -> CutoffBody {
    let Cutoff { player, searched, skipped, score, bound, against, reach } = cutoff;
    let from = match against {
        Against::Ancestor { ply, .. } => Some(path_text(&path[..ply.into()])),
        Against::Window(_) | Against::Chance { .. } => None,
    };
    let (rest, probed) = match against {
        Against::Chance { rest, is_probed, .. } => (Some(Infinite(rest)), is_probed),
        Against::Ancestor { .. } | Against::Window(_) => (None, false),
    };
    CutoffBody {
        kind: cutoff_kind(player),
        searched,
        skipped,
        score: Infinite(score),
        bound: Infinite(bound),
        from,
        rest,
        probed,
        reach: reach.name(),
        reason,
    }
}

impl From<Window<f64>> for WindowBody {
    fn from(Window { alpha, beta }: Window<f64>) -> Self {
        Self { alpha: Infinite(alpha), beta: Infinite(beta) }
    }
}

/// A value, or a mean as it is. It may be infinite: then it is the text that requests have for a guess.
#[derive(Clone, Copy)]
pub(super) struct Infinite(pub(super) f64);

impl Serialize for Infinite {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(value) = *self;
        match value as Value {
            MINUS_INFINITY => serializer.serialize_str("-inf"),
            PLUS_INFINITY => serializer.serialize_str("inf"),
            whole if f64::from(whole) == value => serializer.serialize_i32(whole),
            _ => serializer.serialize_f64(value),
        }
    }
}

pub(super) const fn bound_name(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    }
}

/// The name of an event, as in its own JSON.
pub(super) const fn event_name(event: &Event) -> &'static str {
    match event {
        Event::Pass { .. } => "pass",
        Event::Enter { .. } => "enter",
        Event::Leaf { .. } => "leaf",
        Event::Improve { .. } => "improve",
        Event::Cut(_) => "cut",
        Event::Research { .. } => "research",
        Event::Reduce { .. } => "reduce",
        Event::ProbeChild => "probe_child",
        Event::Fail { .. } => "fail",
        Event::Probe { .. } => "probe",
        Event::Bounds { .. } => "bounds",
        Event::Leave { .. } => "leave",
        Event::Insert { .. } => "insert",
        Event::Drop => "drop",
        Event::Solved { .. } => "solved",
        Event::List { .. } => "list",
    }
}

/// The bound that cuts at a node of this player.
pub(super) const fn cutoff_kind(player: Player) -> &'static str {
    match player {
        Player::Max => "beta",
        Player::Min => "alpha",
    }
}

/// A path as numbers of children, joined by dots.
pub(super) fn path_text(path: &NodePath) -> String {
    let numbers: Vec<_> = path.iter().map(u16::to_string).collect();
    numbers.join(".")
}
