//! What a search tells its observer, and what is kept of it: events, counts, reasons, words.

mod counts;
mod event;
mod path_set;
mod paths;
mod polled;
mod reason;
mod recording;
mod sentence;
mod telling;
pub(crate) mod words;

pub use counts::Counts;
pub use event::{Against, Cutoff, Event, NodePath, Observer, Reach, Stopped};
pub use path_set::PathSet;
pub use paths::{PathList, Paths};
pub use polled::Polled;
pub use reason::{CutoffReason, LeftOut};
pub use recording::{Recording, Step};
pub(crate) use sentence::bound_name;
pub(crate) use telling::PathValues;
pub use telling::{Convention, Telling};
pub use words::NodeName;
