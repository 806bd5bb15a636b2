//! What a search tells its observer, and what is kept of it: events, counts, reasons, words.

mod counts;
mod event;
mod means;
mod path_set;
mod paths;
mod polled;
mod presentation;
mod reason;
mod recording;
mod sentence;
pub(crate) mod words;

pub use counts::{Counts, LeafCounts};
pub use event::{Against, Cutoff, Event, NodeId, NodePath, Observer, Reach, Stopped};
pub use path_set::PathSet;
pub use paths::{PathList, Paths};
pub use polled::Polled;
pub(crate) use presentation::PathValues;
pub use presentation::{Convention, Presentation};
pub use reason::{CutoffReason, LeftOut};
pub use recording::{Recording, Step};
pub(crate) use sentence::bound_name;
pub use words::NodeName;
