//! The classic searches against worked, published and random trees, each with the results of other programs.

mod agreement;
mod data;
mod expectations;
mod game_trees;
mod given_trees;
mod minimal_trees;
mod named_trees;
mod random_trees;
mod recorder;
mod searches;
mod tally;
mod theory;

#[expect(dead_code, reason = "shared with the other tests")]
#[path = "../positions.rs"]
mod positions;
