//! The classic searches against worked, published and random trees, each with the results of other programs.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod agreement;
mod best_play;
mod conventions;
mod counts;
mod data;
mod every_search;
mod expectations;
mod game_trees;
mod given_trees;
mod means;
mod minimal_trees;
mod named_trees;
mod orders;
mod pictures;
mod properties;
mod random_trees;
mod reasons;
mod recorded;
mod recorder;
mod robustness;
mod searches;
mod state_list;
mod svg;
mod tally;
mod theory;
mod trees;

#[allow(dead_code, reason = "the core uses all")]
#[path = "../../core/tests/positions.rs"]
mod positions;
