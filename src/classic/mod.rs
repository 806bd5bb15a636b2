//! The classic searches of game trees, one file each, over any [`Tree`]: given numbers, random trees, positions of
//! games.
//!
//! All tell one [`Observer`] the same [`Event`]s. Values, counts, pictures and steps are folds over a prefix of them,
//! so they can't disagree.

mod alpha_beta;
mod counts;
mod event;
mod given_tree;
mod paths;
pub mod picture;
mod random_tree;
mod reason;
mod recording;
mod split_mix;
mod state;
mod tree;
mod tree_text;
mod value;
mod walk;
mod words;

pub use alpha_beta::alpha_beta;
pub use counts::Counts;
pub use event::{Cutoff, Event, Observer, Path, Stopped};
pub use given_tree::{GivenTree, MAX_CHILDREN, MAX_DEPTH, MAX_LEAVES, MAX_NODES};
pub use paths::{PathSet, Paths};
pub use random_tree::{Leaves, RandomTree};
pub use reason::{Against, LeftOut, Reason, Reasons};
pub use recording::Recording;
pub use split_mix::SplitMix64;
pub use state::{NodeState, State, Status, Why};
pub use tree::Tree;
pub use value::{Bound, MAX_VALUE, MINUS_INFINITY, PLUS_INFINITY, Player, Ties, Value, Window};
pub use walk::Walk;
pub use words::{NodeName, Sentence};
