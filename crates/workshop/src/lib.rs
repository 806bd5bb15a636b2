#![doc = include_str!("../README.md")]

mod book;
mod book_lines;
mod expectation;
mod fingerprint;
mod journal;
mod levels;
mod locked_file;
mod losses;
mod matches;
mod move_budget;
mod move_losses;
mod opening_book;
pub mod options;
mod parallel;
mod partial_file;
mod problems;
mod progress;
mod random;
mod searches;
mod source_text;
pub mod tables;
pub mod train;

pub use book::{BookOptions, build_connect_four_book};
pub use book_lines::{BookLinesOptions, build_connect_four_lines};
pub use expectation::{ExpectationOptions, fit_expectation};
pub use levels::{LevelOptions, calibrate_levels};
pub use losses::{LossOptions, measure_losses};
pub use matches::{MatchOptions, play_match};
pub use move_budget::MoveBudget;
pub use move_losses::{MoveLossOptions, measure_move_losses};
pub use opening_book::{OpeningBookOptions, build_opening_book};
pub use problems::{ProblemOptions, score_problems};
pub use searches::{SearchGrid, measure_searches};
