//! Training of the checkers evaluation: self-play games (`generate`), new scores for their positions by a stronger engine
//! (`rescore`), weights fitted to them (`fit`), and matches between sets of weights (`compare`).

mod compare;
mod fit;
mod generate;
mod player;
mod record;
mod rescore;
mod starts;

pub use compare::{CompareOptions, compare};
pub use fit::{FitOptions, fit};
pub use generate::{SelfPlayOptions, generate};
pub use rescore::{RescoreOptions, rescore};
