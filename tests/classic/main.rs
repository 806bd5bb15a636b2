//! The classic searches against worked, published and random trees, each with the results of other programs.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod data;
mod given_trees;
mod means;
mod orders;
mod properties;
mod random_trees;
mod recorder;
mod robustness;
mod searches;
mod speed;
mod trees;
