//! The classic searches against worked, published and random trees, each with the results of other programs.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod agreement;
mod best_play;
mod chance;
mod claims;
mod conventions;
mod counts;
mod data;
mod every_search;
mod expectations;
mod expectimax;
mod game_trees;
mod given_trees;
mod killers;
mod m_n;
mod means;
mod minimal_trees;
mod named_trees;
mod noisy_moves;
mod orders;
mod pictures;
mod properties;
mod random_trees;
mod reasons;
mod recorded;
mod recorder;
mod reductions;
mod robustness;
mod searches;
mod stars;
mod state_list;
mod svg;
mod tally;
mod theory;
mod transpositions;
mod trees;
mod uniform_trees;

#[allow(dead_code, reason = "the core uses all")]
#[path = "../../core/tests/positions.rs"]
mod positions;
