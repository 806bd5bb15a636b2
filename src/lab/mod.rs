//! The laboratory behind `bestmove lab`: precomputed data, training, and measurements of strength.
//!
//! - `book`, `book_lines`: the connect-four opening book and the continuations beyond it.
//! - `opening_book`: the opening book of checkers.
//! - `tables`: the checkers endgame tables.
//! - `train`: self-play games, and evaluation weights fitted to them.
//! - `matches`: matches between engines. `problems`: test positions with known best moves. Both drive engines by the
//!   text commands of `protocol`; `engine` is this program's own.
//! - `levels`: calibration of the levels of play. `expectation`: expected points, fitted to games.
//! - `searches`: mean leaves of the classic searches.
//! - `parallel`, `progress`, `locked_file`, `partial_file`, `journal`, `fingerprint`, `random`, `source_text`: shared
//!   parts. Long work shows its progress and resumes when interrupted.

mod book;
mod book_lines;
mod engine;
mod expectation;
mod fingerprint;
mod journal;
mod levels;
mod locked_file;
mod matches;
mod opening_book;
mod parallel;
mod partial_file;
mod problems;
mod progress;
mod protocol;
mod random;
mod searches;
mod source_text;
mod tables;
pub mod train;

pub use book::build_connect_four_book;
pub use book_lines::build_connect_four_lines;
pub use engine::{EngineSettings, serve_engine};
pub use expectation::{ExpectationOptions, fit_expectation};
pub use levels::{LevelOptions, calibrate_levels};
pub use matches::{MatchOptions, play_match};
pub use opening_book::{OpeningBookOptions, build_checkers_book};
pub use problems::score_problems;
pub use protocol::MoveBudget;
pub use searches::{SearchGrid, measure_searches};
pub use tables::{
    build_checkers_slices, build_checkers_tables, check_checkers_tables, checkers_slices_memory,
    checkers_tables_memory,
};
