//! The classic searches against worked, published and random trees, each with the results of other programs.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod agreement;
mod data;
mod expectations;
mod game_trees;
mod given_trees;
mod means;
mod minimal_trees;
mod named_trees;
mod orders;
mod properties;
mod random_trees;
mod recorder;
mod robustness;
mod searches;
mod speed;
mod tally;
mod theory;
mod trees;

#[expect(dead_code, reason = "shared with the other tests")]
#[path = "../positions.rs"]
mod positions;
