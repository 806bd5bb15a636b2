#![doc = include_str!("../README.md")]

pub mod explanation;
pub mod game;
pub mod games;
pub mod opponent;
pub mod review;
pub mod search;
pub mod types;
