//! The classic searches against worked, published and random trees, each with the results of other programs.

mod data;
mod given_trees;
mod random_trees;
