//! A learned evaluation for checkers: games that the engine plays against itself (`generate`), weights
//! fitted to their results (`fit`), and matches of one set of weights against another (`test`).

mod fit;
mod generate;
mod parallel;
mod player;
mod random;
mod record;
mod test;

pub use fit::{Fit, fit};
pub use generate::{Plan, generate};
pub use test::{Test, test};
