//! Training of evaluations: self-play games (`generate`) or games of a database (`import`), new scores for their
//! positions by a stronger engine (`rescore`), weights fitted to them (`fit`), matches between sets of weights
//! (`compare`), and what shallow searches say about deeper ones (`shallow`). A game says by [`Trainable`] what its
//! evaluation is made of.

mod checkers;
mod compare;
mod fit;
mod generate;
mod import;
mod player;
mod record;
mod rescore;
mod reversi;
mod shallow;
mod starts;
mod trainable;

pub use compare::{CompareOptions, compare};
pub use fit::{FitOptions, fit};
pub use generate::{SelfPlayOptions, generate};
pub use import::{ImportOptions, import};
pub(crate) use player::knowledge;
pub use rescore::{RescoreOptions, rescore};
pub use shallow::{ShallowOptions, compare_depths};
pub use trainable::Trainable;
