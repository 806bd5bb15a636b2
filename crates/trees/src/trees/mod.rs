//! Trees to search: given numbers, random ones, uniform ones, those with names, those of positions of games.

mod arguments;
mod chances;
mod game;
mod generator;
mod given;
mod minimal;
mod named;
mod random;
pub(crate) mod silent;
mod size;
mod source;
mod split_mix;
mod text;
mod tree;
mod uniform;

pub(crate) use chances::greatest_common_divisor;
pub use game::{GameNode, GameTree, Leaf, Scoring};
pub use given::{GivenTree, MAX_CHILDREN, MAX_DEPTH, MAX_LEAVES, MAX_NODES, UniformSize};
pub use minimal::{Critical, minimal_leaves, smallest_proof};
pub use named::{NAMED_TREES, NamedTree};
pub use random::{Leaves, RandomTree};
pub use size::TreeSize;
pub use source::{TreeSource, is_name};
pub use split_mix::SplitMix64;
pub use tree::Tree;
pub use uniform::{UniformLeaves, UniformNode, UniformOrder, UniformTree};
