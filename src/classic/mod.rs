//! The classic searches of game trees, one file each, over any [`Tree`]: given numbers, random trees, positions of
//! games.
//!
//! All tell one [`Observer`] the same [`Event`]s. Values, counts, pictures and steps are folds over a prefix of them,
//! so they can't disagree.

mod alpha_beta;
mod alpha_beta_fail_hard;
mod alpha_beta_iterative;
mod alpha_beta_stored_bounds;
mod aspiration;
mod branch_and_bound;
pub mod catalogue;
mod counts;
mod dynamic_order;
mod event;
mod given_tree;
mod history;
mod iterative_deepening;
mod killer;
mod l_alpha_beta;
mod m_n_minimax;
mod memory;
mod minimax;
mod mtd;
mod negamax;
mod negascout;
mod order;
mod paths;
pub mod picture;
mod pvs;
mod random_tree;
mod reason;
mod recording;
mod refutation_table;
mod scout;
mod settings;
mod silent;
mod split_mix;
mod sss_star;
mod state;
mod state_list;
mod tree;
mod tree_text;
mod value;
mod walk;
mod words;

use memory::Memory;

pub use alpha_beta::alpha_beta;
pub use alpha_beta_fail_hard::alpha_beta_fail_hard;
pub use alpha_beta_iterative::alpha_beta_iterative;
pub use alpha_beta_stored_bounds::alpha_beta_stored_bounds;
pub use aspiration::aspiration;
pub use branch_and_bound::branch_and_bound;
pub use catalogue::{Answer, CATALOGUE, Entry, Search, Setting};
pub use counts::Counts;
pub use event::{Cutoff, Event, Observer, Path, Stopped};
pub use given_tree::{GivenTree, MAX_CHILDREN, MAX_DEPTH, MAX_LEAVES, MAX_NODES};
pub use history::history;
pub use iterative_deepening::{Iteration, iterative_deepening};
pub use killer::killer;
pub use l_alpha_beta::l_alpha_beta;
pub use m_n_minimax::{Choice, m_n_minimax};
pub use minimax::minimax;
pub use mtd::{mtd_bisect, mtd_f};
pub use negamax::negamax;
pub use negascout::negascout;
pub use order::{Children, Order};
pub use paths::{PathSet, Paths};
pub use pvs::pvs;
pub use random_tree::{Leaves, RandomTree};
pub use reason::{Against, LeftOut, Reason, Reasons};
pub use recording::{Recording, Step};
pub use refutation_table::refutation_table;
pub use scout::scout;
pub use settings::{Outcome, Settings};
pub use split_mix::SplitMix64;
pub use sss_star::{dual_star, sss_star};
pub use state::{NodeState, State, Status, Why};
pub use tree::Tree;
pub use value::{Bound, MAX_VALUE, MINUS_INFINITY, PLUS_INFINITY, Player, Ties, Value, Window};
pub use walk::Walk;
pub use words::NodeName;
