//! The classic searches against worked, published and random trees, each with the results of other programs.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod counts;
mod data;
mod every_search;
mod given_trees;
mod means;
mod orders;
mod pictures;
mod properties;
mod random_trees;
mod reasons;
mod recorded;
mod recorder;
mod robustness;
mod searches;
mod svg;
mod trees;
