//! What a search tells its observer, and what is kept of it: events, counts, reasons, words.

mod counts;
mod event;
mod path_set;
mod paths;
mod polled;
mod reason;
mod recording;
pub(crate) mod words;

pub use counts::Counts;
pub use event::{Cutoff, Event, NodePath, Observer, Stopped};
pub use path_set::PathSet;
pub use paths::{PathList, Paths};
pub use polled::Polled;
pub use reason::{Against, CutoffReason, LeftOut, Reasons};
pub use recording::{Recording, Step};
pub use words::NodeName;
