//! A learned evaluation for checkers: games that the engine plays against itself (`generate`), judged
//! again when it has become stronger (`rescore`), weights fitted to them (`fit`), and matches of one
//! set of weights against another (`test`).

mod fit;
mod generate;
mod player;
mod random;
mod record;
mod rescore;
mod test;

pub use fit::{Fit, fit};
pub use generate::{Plan, generate};
pub use rescore::{Rescore, rescore};
pub use test::{Test, test};
