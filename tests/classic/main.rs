//! The classic searches against worked, published and random trees, each with the results of other programs.

mod counts;
mod data;
mod every_search;
mod given_trees;
mod pictures;
mod random_trees;
mod reasons;
mod recorded;
mod recorder;
mod searches;
mod svg;
